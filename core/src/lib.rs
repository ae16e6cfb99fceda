//! Nearest neighbours, k-means and their preprocessing on microcontrollers, from tables in flash.
#![no_std]
