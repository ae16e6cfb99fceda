//! Quality of predictions and clusterings.
