//! Hostile and damaged models: whatever the bytes, loading fails or the model answers within bounds.

mod damage;
mod floats;
mod mutations;
mod question;
