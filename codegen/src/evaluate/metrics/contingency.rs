//! The contingency table of clusters and classes.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::error::Result;
use crate::evaluate::metrics::{check_pair, invalid};
use crate::text::lists;
use crate::text::table::write_counts;

/// Counts of rows by cluster and class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Contingency {
    /// The names of the classes, in class order.
    pub classes: Vec<String>,
    /// `[n_clusters][n_classes]`.
    pub counts: Vec<Vec<u64>>,
}

impl Contingency {
    /// Counts rows by cluster, less than `n_clusters`, and class, an index into `classes`.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for lists of different lengths, no rows, or an index that is out of range.
    pub fn new(clusters: &[usize], n_clusters: usize, truth: &[usize], classes: &[String]) -> Result<Self> {
        check_pair(truth.len(), clusters.len())?;
        let mut counts = vec![vec![0; classes.len()]; n_clusters];
        for (row, (&cluster, &class)) in clusters.iter().zip(truth).enumerate() {
            match counts.get_mut(cluster).and_then(|line| line.get_mut(class)) {
                Some(count) => *count += 1,
                None => {
                    return Err(invalid(format!(
                        "row {}: cluster {cluster} or class {class} is out of range ({n_clusters} clusters, {} classes)",
                        row + 1,
                        classes.len()
                    )));
                }
            }
        }
        Ok(Self { classes: classes.to_vec(), counts })
    }
}

impl fmt::Display for Contingency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clusters: Vec<String> = (0..self.counts.len()).map(|c| format!("cluster {c}")).collect();
        let clusters: Vec<&str> = clusters.iter().map(String::as_str).collect();
        let classes: Vec<Cow<'_, str>> = self.classes.iter().map(|class| lists::one_line(class)).collect();
        let classes: Vec<&str> = classes.iter().map(|class| &**class).collect();
        let lines = lists::top_n(lists::MAX_LINES, self.counts.iter().map(|line| line.iter().sum()));
        let columns = lists::top_n(
            lists::MAX_LINES,
            (0..classes.len()).map(|class| self.counts.iter().map(|line| line[class]).sum()),
        );
        write_counts(f, &clusters, &classes, &self.counts, &lines, &columns)?;
        lists::and_more(clusters.len(), "clusters with fewer rows")
            .iter()
            .try_for_each(|rest| writeln!(f, "{rest}"))?;
        lists::and_more(classes.len(), "classes with fewer rows").iter().try_for_each(|rest| writeln!(f, "{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_and_aligned() {
        let names = ["Adelie".to_owned(), "Gentoo".to_owned()];
        let table = Contingency::new(&[0, 1, 1], 2, &[0, 1, 1], &names).unwrap();
        assert_eq!(table.counts, [[1, 0], [0, 2]]);
        assert_eq!(
            table.to_string(),
            "           Adelie  Gentoo\ncluster 0       1       .\ncluster 1       .       2\n"
        );
        assert_eq!(
            Contingency::new(&[2], 2, &[0], &names).unwrap_err().to_string(),
            "row 1: cluster 2 or class 0 is out of range (2 clusters, 2 classes)"
        );
    }
}
