//! Reading CSV files: well-formed, messy and hostile.

mod differential;
mod hostile;
mod messy;
mod reading;
