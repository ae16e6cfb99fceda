//! Categorical encoders: how a level becomes numbers.
