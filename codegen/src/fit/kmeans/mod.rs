//! k-means: Lloyd's iterations in f64.
