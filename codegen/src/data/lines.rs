//! The line number of each row, stored as runs of consecutive lines.

/// The line numbers of rows, from 1; a row with line endings inside quotes has the line where it begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines {
    /// For each run of consecutive lines, its first row and the line of that row.
    runs: Vec<(usize, u64)>,
    len: usize,
}

impl Lines {
    /// Adds the line of the next row.
    pub(super) fn push(&mut self, line: u64) {
        if self.runs.last().is_none_or(|&(row, first)| first + (self.len - row) as u64 != line) {
            self.runs.push((self.len, line));
        }
        self.len += 1;
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the line of a row, or `None` if the row does not exist. O(log runs).
    #[must_use]
    pub fn get(&self, row: usize) -> Option<u64> {
        let run = self.runs.partition_point(|&(first, _)| first <= row).checked_sub(1)?;
        let (first, line) = self.runs[run];
        (row < self.len).then(|| line + (row - first) as u64)
    }

    /// Returns the lines of the given rows; rows that do not exist are left out.
    pub(super) fn take(&self, rows: &[usize]) -> Self {
        rows.iter().filter_map(|&row| self.get(row)).collect()
    }
}

impl FromIterator<u64> for Lines {
    fn from_iter<I: IntoIterator<Item = u64>>(iter: I) -> Self {
        let mut lines = Self::default();
        iter.into_iter().for_each(|line| lines.push(line));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_lines_share_a_run() {
        let lines: Lines = [2, 3, 4, 7, 8].into_iter().collect();
        assert_eq!(lines.runs, [(0, 2), (3, 7)]);
        assert_eq!(
            (0..6).map(|row| lines.get(row)).collect::<Vec<_>>(),
            [Some(2), Some(3), Some(4), Some(7), Some(8), None]
        );
        assert_eq!(lines.take(&[4, 0]).get(0), Some(8));
    }
}
