//! The demo that every example runs, identical on each target.
#![no_std]
