//! Reading CSV files: well-formed, messy and hostile.

mod hostile;
mod messy;
mod reading;
