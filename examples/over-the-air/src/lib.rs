//! Two banks for models: one answers, the other receives.
#![no_std]

#[allow(missing_docs)] // the constants of generated code have theirs
#[rustfmt::skip]
pub mod penguins;

use core::fmt;

use nearkin::{Aligned, LoadError};
use penguins::Classifier;

/// Why an update was refused; the model in use stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateError {
    /// The model is larger than a bank.
    TooLarge {
        /// Bytes of the model.
        need: usize,
        /// Bytes of a bank.
        have: usize,
    },
    /// More bytes arrived than were announced, or fewer.
    Length {
        /// Bytes announced.
        expected: usize,
        /// Bytes that arrived.
        found: usize,
    },
    /// The model is damaged, or not of this firmware's schema.
    Refused(LoadError),
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { need, have } => write!(f, "{need} bytes, but a bank holds {have}"),
            Self::Length { expected, found } => write!(f, "{found} bytes arrived of {expected}"),
            Self::Refused(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for UpdateError {}

/// A bank, in RAM here; on a chip it would be a range of flash that is erased and written.
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

/// The model in use, and room for the next, with banks of `N` bytes.
#[derive(Debug)]
pub struct Updates<const N: usize> {
    banks: [Bank<N>; 2],
    /// The bank in use; before the first update the firmware's own model is.
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
    /// Starts with the firmware's own model.
    #[must_use]
    pub const fn new() -> Self {
        Self { banks: [Bank::EMPTY; 2], active: None, expected: 0, received: 0 }
    }

    /// The classifier in use.
    ///
    /// # Errors
    /// Only where the memory was changed since the model was checked.
    pub fn classifier(&self) -> Result<Classifier<'_>, LoadError> {
        match self.active.and_then(|bank| self.banks.get(bank)) {
            Some(bank) => Classifier::from_bytes(bank.model()),
            None => Classifier::embedded(),
        }
    }

    /// Begins to receive a model of `len` bytes; one that was begun before is forgotten.
    ///
    /// # Errors
    /// [`UpdateError::TooLarge`].
    pub fn begin(&mut self, len: usize) -> Result<(), UpdateError> {
        (self.expected, self.received) = (len, 0);
        if len > N { Err(UpdateError::TooLarge { need: len, have: N }) } else { Ok(()) }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`UpdateError::Length`] for more bytes than were announced.
    pub fn chunk(&mut self, bytes: &[u8]) -> Result<(), UpdateError> {
        let (expected, end) = (self.expected.min(N), self.received + bytes.len());
        let room = self.spare().bytes.0.get_mut(..expected).and_then(|bank| bank.get_mut(end - bytes.len()..end));
        let Some(room) = room else { return Err(UpdateError::Length { expected: self.expected, found: end }) };
        room.copy_from_slice(bytes);
        self.received = end;
        Ok(())
    }

    /// Checks what was received, and switches to it.
    ///
    /// # Errors
    /// [`UpdateError::Length`] when bytes are missing, [`UpdateError::Refused`] for a model that cannot be used.
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
