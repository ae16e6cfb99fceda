//! The text divided into chunks of whole rows, so that several threads can parse it.

use crate::Result;
use crate::data::Lines;
use crate::data::records::{Records, SkippedLines};

/// The minimum bytes of a chunk, in total and per column, because a chunk also needs memory for each column.
/// They do not depend on the machine, so the result does not either.
const CHUNK_BYTES: usize = 1 << 20;
const COLUMN_BYTES: usize = 1 << 11;

/// Consecutive rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chunk {
    /// The range of bytes that contains the rows.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The line number at `start`.
    pub(super) line: u64,
    /// The number of rows.
    pub(super) rows: usize,
}

/// The positions of the rows of a text.
#[derive(Debug)]
pub(super) struct ChunkIndex {
    pub(super) chunks: Vec<Chunk>,
    pub(super) lines: Lines,
    pub(super) skipped: SkippedLines,
}

/// Finds the chunks of all remaining rows of `records`.
pub(super) fn index(records: Records<'_>, columns: usize) -> Result<ChunkIndex> {
    index_by(records, CHUNK_BYTES.max(columns * COLUMN_BYTES))
}

fn index_by(mut records: Records<'_>, chunk_bytes: usize) -> Result<ChunkIndex> {
    let (mut chunks, mut lines) = (Vec::new(), Lines::default());
    let (mut start, mut line) = records.position();
    let mut rows = 0;
    while let Some(record) = records.next()? {
        lines.push(record.line);
        rows += 1;
        let (end, next_line) = records.position();
        if end - start >= chunk_bytes {
            chunks.push(Chunk { start, end, line, rows });
            (start, line, rows) = (end, next_line, 0);
        }
    }
    if rows > 0 {
        chunks.push(Chunk { start, end: records.position().0, line, rows });
    }
    Ok(ChunkIndex { chunks, lines, skipped: records.skipped })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::dialect::Dialect;
    use crate::random::Random;

    /// Each chunk is scanned again when it is parsed: both scans must find the same rows.
    #[test]
    fn a_chunk_alone_has_the_same_rows_as_in_the_text() {
        let pieces = ["a", ",", "\"", "\"\"", " ", "\n", "\r", "\r\n", "#", "\t", "\u{e9}"];
        let dialect = Dialect { comment: Some(b'#'), ..Dialect::default() };
        let mut random = Random::new(3, 0);
        let mut chunks = 0;
        for _ in 0..20_000 {
            let text: String = (0..random.below(30)).map(|_| pieces[random.below(pieces.len())]).collect();
            let Ok(index) = index_by(Records::new("f", &text, 1, dialect, 99), 1) else { continue };
            let mut lines = Vec::new();
            for chunk in &index.chunks {
                chunks += 1;
                let mut records = Records::new("f", &text[chunk.start..chunk.end], chunk.line, dialect, 99);
                let before = lines.len();
                while let Some(record) = records.next().unwrap() {
                    lines.push(record.line);
                }
                assert_eq!(lines.len() - before, chunk.rows, "{text:?}");
            }
            assert_eq!(lines.into_iter().collect::<Lines>(), index.lines, "{text:?}");
        }
        assert!(chunks > 10_000, "only {chunks} chunks were scanned");
    }

    #[test]
    fn chunks_hold_whole_rows_and_know_their_line() {
        let text = "a\n\n\"b\nc\"\nd\ne\n";
        let index = index_by(Records::new("f", text, 1, Dialect::default(), 99), 4).unwrap();
        assert_eq!(
            index.chunks,
            [Chunk { start: 0, end: 9, line: 1, rows: 2 }, Chunk { start: 9, end: 13, line: 5, rows: 2 }]
        );
        let lines: Vec<_> = (0..4).filter_map(|row| index.lines.get(row)).collect();
        assert_eq!((lines, index.skipped.blank), (vec![1, 3, 5, 6], 1));
    }
}
