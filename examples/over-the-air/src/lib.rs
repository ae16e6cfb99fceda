//! Replaces a model at run time: one of two banks holds the model in use, the other receives the next.
#![no_std]

#[allow(missing_docs, reason = "not every item of generated code has docs")]
#[rustfmt::skip]
pub mod penguins;

use core::fmt;

use nearkin::{Aligned, LoadError};
use penguins::Classifier;

/// The reason why an update was refused; the model in use is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateError {
    /// The model is larger than a bank.
    TooLarge {
        /// The size of the model in bytes.
        need: usize,
        /// The size of a bank in bytes.
        have: usize,
    },
    /// The number of received bytes differs from the announced number.
    Length {
        /// The announced number of bytes.
        expected: usize,
        /// The received number of bytes.
        found: usize,
    },
    /// The model is damaged, or its schema differs from the firmware's.
    Refused(LoadError),
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { need, have } => write!(f, "the model has {need} bytes, a bank has {have}"),
            Self::Length { expected, found } => write!(f, "received {found} bytes, expected {expected}"),
            Self::Refused(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for UpdateError {}

/// A bank in RAM; on a chip it would be a range of flash that is erased and written.
#[derive(Debug)]
struct Bank<const N: usize> {
    bytes: Aligned<[u8; N]>,
    len: usize,
}

impl<const N: usize> Bank<N> {
    const EMPTY: Self = Self { bytes: Aligned([0; N]), len: 0 };

    fn model(&self) -> &[u8] {
        self.bytes.0.get(..self.len).unwrap_or(&[])
    }
}

/// The model in use and memory for the next, in banks of `N` bytes.
#[derive(Debug)]
pub struct Updates<const N: usize> {
    banks: [Bank<N>; 2],
    /// The bank in use; `None` before the first update, when the firmware's own model is used.
    active: Option<usize>,
    expected: usize,
    received: usize,
}

impl<const N: usize> Default for Updates<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Updates<N> {
    /// Creates empty banks; the firmware's own model is in use.
    #[must_use]
    pub const fn new() -> Self {
        Self { banks: [Bank::EMPTY; 2], active: None, expected: 0, received: 0 }
    }

    /// Returns the classifier in use.
    ///
    /// # Errors
    /// Only if the memory was changed after the model was checked.
    pub fn classifier(&self) -> Result<Classifier<'_>, LoadError> {
        match self.active.and_then(|bank| self.banks.get(bank)) {
            Some(bank) => Classifier::from_bytes(bank.model()),
            None => Classifier::embedded(),
        }
    }

    /// Starts receiving a model of `len` bytes; an unfinished update is discarded.
    ///
    /// # Errors
    /// [`UpdateError::TooLarge`] if the model does not fit in a bank.
    pub fn begin(&mut self, len: usize) -> Result<(), UpdateError> {
        (self.expected, self.received) = (len, 0);
        if len > N { Err(UpdateError::TooLarge { need: len, have: N }) } else { Ok(()) }
    }

    /// Stores the next bytes.
    ///
    /// # Errors
    /// [`UpdateError::Length`] if there are more bytes than announced.
    pub fn chunk(&mut self, bytes: &[u8]) -> Result<(), UpdateError> {
        let (expected, end) = (self.expected.min(N), self.received + bytes.len());
        let target = self.spare().bytes.0.get_mut(..expected).and_then(|bank| bank.get_mut(end - bytes.len()..end));
        let Some(target) = target else { return Err(UpdateError::Length { expected: self.expected, found: end }) };
        target.copy_from_slice(bytes);
        self.received = end;
        Ok(())
    }

    /// Checks the received model and switches to it.
    ///
    /// # Errors
    /// [`UpdateError::Length`] if bytes are missing, [`UpdateError::Refused`] if the model cannot be used.
    pub fn finish(&mut self) -> Result<(), UpdateError> {
        let (expected, found) = (self.expected, self.received);
        if found != expected || expected > N {
            return Err(UpdateError::Length { expected, found });
        }
        self.spare().len = expected;
        Classifier::from_bytes(self.spare().model()).map_err(UpdateError::Refused)?;
        self.active = Some(self.spare_index());
        Ok(())
    }

    fn spare_index(&self) -> usize {
        if self.active == Some(0) { 1 } else { 0 }
    }

    fn spare(&mut self) -> &mut Bank<N> {
        let [first, second] = &mut self.banks;
        if self.active == Some(0) { second } else { first }
    }
}
