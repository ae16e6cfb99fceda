//! Data from files: typed columns, read from CSV.
