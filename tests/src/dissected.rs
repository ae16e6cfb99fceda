//! A blob taken apart, to be changed and written again with a checksum that fits.

use nearkin::FORMAT_VERSION;
use nearkin::format::{HEADER_BYTES, Header, Payload};

/// The parts of a blob's message.
#[derive(Debug, Clone, PartialEq)]
pub struct Dissected {
    /// Counts and parameters; its byte fields are empty.
    pub payload: Payload<'static>,
    /// The tables.
    pub tables: Vec<u32>,
    /// The provenance.
    pub provenance: Vec<u8>,
    /// What stands before the tables, where it is not what the format asks for.
    pub pad: Option<Vec<u8>>,
}

impl Dissected {
    /// Takes a sound blob apart.
    ///
    /// # Panics
    /// Where the bytes are no message.
    #[must_use]
    pub fn of(blob: &[u8]) -> Self {
        let payload: Payload<'_> = postcard::from_bytes(&blob[HEADER_BYTES..]).expect("a sound blob decodes");
        let words = payload.tables.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word));
        Self {
            payload: Payload { pad: &[], tables: &[], provenance: &[], ..payload },
            tables: words.collect(),
            provenance: payload.provenance.to_vec(),
            pad: None,
        }
    }

    /// Writes it, sound or not, with the length and the checksum that fit.
    ///
    /// # Panics
    /// Never: every message can be written.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let tables: Vec<u8> = self.tables.iter().flat_map(|word| word.to_le_bytes()).collect();
        let message = |pad: &[u8], tables: &[u8], provenance: &[u8]| {
            let payload = Payload { pad, tables, provenance, ..self.payload };
            postcard::to_allocvec(&payload).expect("a message can be written")
        };
        // The bytes behind the tables are the provenance's length and text, those before it the tables' length.
        let all = message(&[], &tables, &[]);
        let start = HEADER_BYTES + all.len() - 1 - tables.len();
        let zeros = vec![0; (4 - start % 4) % 4];
        seal(&message(self.pad.as_deref().unwrap_or(&zeros), &tables, &self.provenance))
    }
}

/// A blob of any message: a header with the length and the checksum that fit.
///
/// # Panics
/// For a message of more than 4 GB.
#[must_use]
pub fn seal(message: &[u8]) -> Vec<u8> {
    let payload_bytes = u32::try_from(message.len()).expect("a test's message is small");
    let header = Header { version: FORMAT_VERSION, flags: 0, payload_bytes };
    let mut blob = header.write(message).to_vec();
    blob.extend_from_slice(message);
    blob
}
