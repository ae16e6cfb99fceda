//! Decodes a model file into its fields so that a test can change them, and writes it again with a matching checksum.

use nearkin::FORMAT_VERSION;
use nearkin::format::{HEADER_BYTES, Header, Payload};

/// The fields of a decoded model file, which a test can change.
#[derive(Debug, Clone, PartialEq)]
pub struct BlobEditor {
    /// Counts and parameters; its byte fields are empty.
    pub payload: Payload<'static>,
    /// The tables, as words.
    pub tables: Vec<u32>,
    /// The provenance.
    pub provenance: Vec<u8>,
    /// Padding before the tables; `None` for the zeros that the format requires.
    pub pad: Option<Vec<u8>>,
}

impl BlobEditor {
    /// Decodes a valid blob.
    ///
    /// # Panics
    /// If the message does not decode.
    #[must_use]
    pub fn open(blob: &[u8]) -> Self {
        let payload: Payload<'_> = postcard::from_bytes(&blob[HEADER_BYTES..]).expect("a valid blob decodes");
        let words = payload.tables.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word));
        Self {
            payload: Payload { pad: &[], tables: &[], provenance: &[], ..payload },
            tables: words.collect(),
            provenance: payload.provenance.to_vec(),
            pad: None,
        }
    }

    /// Writes the blob, valid or not, with a matching length and checksum.
    ///
    /// # Panics
    /// Never: every message can be serialized.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let tables: Vec<u8> = self.tables.iter().flat_map(|word| word.to_le_bytes()).collect();
        let message = |pad: &[u8], tables: &[u8], provenance: &[u8]| {
            let payload = Payload { pad, tables, provenance, ..self.payload };
            postcard::to_allocvec(&payload).expect("a message can be serialized")
        };
        // Without padding and provenance, one byte follows the tables: the length of the provenance.
        let unpadded = message(&[], &tables, &[]);
        let start = HEADER_BYTES + unpadded.len() - 1 - tables.len();
        let zeros = vec![0; (4 - start % 4) % 4];
        seal(&message(self.pad.as_deref().unwrap_or(&zeros), &tables, &self.provenance))
    }
}

/// Returns a blob of any message, behind a header with a matching length and checksum.
///
/// # Panics
/// If the message is larger than 4 GB.
#[must_use]
pub fn seal(message: &[u8]) -> Vec<u8> {
    let payload_bytes = u32::try_from(message.len()).expect("a test's message is small");
    let header = Header { version: FORMAT_VERSION, flags: 0, payload_bytes };
    let mut blob = header.write(message).to_vec();
    blob.extend_from_slice(message);
    blob
}
