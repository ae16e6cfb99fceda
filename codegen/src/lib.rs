//! Fits encoders, scalers, nearest neighbours and k-means from a CSV, for microcontrollers.
