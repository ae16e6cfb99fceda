//! Cell values as they appear in messages.

/// Returns a cell value in quotation marks, cut to 40 characters.
pub(crate) fn quoted(cell: &str) -> String {
    match cell.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}…", &cell[..end]),
        None => format!("{cell:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_cells_are_cut() {
        assert_eq!(quoted("é"), "\"é\"");
        assert_eq!(quoted(&"é".repeat(41)), format!("\"{}\"…", "é".repeat(40)));
    }
}
