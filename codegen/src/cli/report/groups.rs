//! The groups that plots compare: classes, quarters of a numeric target, or clusters.

use nearkin::Model;

use crate::data::{Cells, Dataset, class_order};
use crate::evaluate::predict::{Answer, Prediction};
use crate::text::quantity::significant;

/// The most groups that are shown.
const SHOWN: usize = 30;

/// Rows by group.
#[derive(Debug, Clone)]
pub(super) struct Groups {
    /// The kind of group: `class`, `quarter of price`, `cluster`.
    pub(super) what: String,
    pub(super) names: Vec<String>,
    /// The group of each row; `None` for a row without a target or of a group that is not shown.
    pub(super) of: Vec<Option<usize>>,
    /// The number of groups, including those that are not shown.
    pub(super) all: usize,
    /// A sentence about groups that are not shown.
    pub(super) left_out: Option<String>,
}

impl Groups {
    /// Groups the rows by target if there is one, else by cluster.
    pub(super) fn of(model: &Model<'_>, data: &Dataset, predictions: &[Prediction]) -> Self {
        let target = model.target_name().and_then(|name| data.column(name).ok());
        match target.map(|column| (&column.name, &column.cells)) {
            Some((_, Cells::Categories(categories))) => {
                let counts = categories.counts();
                let seen: Vec<&str> =
                    categories.levels.iter().zip(&counts).filter(|(_, n)| **n > 0).map(|(l, _)| l.as_str()).collect();
                let names: Vec<String> = class_order(&seen).into_iter().map(|at| seen[at].to_owned()).collect();
                let index: Vec<Option<usize>> =
                    categories.levels.iter().map(|level| names.iter().position(|name| name == level)).collect();
                let of = |row: usize| index.get(categories.codes[row] as usize).copied().flatten();
                let (all, of) = (names.len(), (0..data.len()).map(of).collect());
                Self { what: "class".into(), names, of, all, left_out: None }.limited()
            }
            Some((name, Cells::Numbers(values))) => quarters(name, values),
            None => {
                let cluster = |prediction: &Prediction| match prediction.answer {
                    Answer::Cluster { cluster, .. } => Some(cluster as usize),
                    _ => None,
                };
                let of: Vec<Option<usize>> = predictions.iter().map(cluster).collect();
                if of.is_empty() {
                    return Self {
                        what: "row".into(),
                        names: vec!["all rows".into()],
                        of: vec![Some(0); data.len()],
                        all: 1,
                        left_out: None,
                    };
                }
                let names: Vec<String> =
                    (0..model.payload().rows).map(|cluster| format!("cluster {cluster}")).collect();
                Self { what: "cluster".into(), all: names.len(), names, of, left_out: None }.limited()
            }
        }
    }

    /// Counts the rows of each group.
    pub(super) fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.names.len()];
        self.of.iter().flatten().for_each(|&group| counts[group] += 1);
        counts
    }

    /// Returns the largest groups, in their order.
    pub(super) fn largest(&self, most: usize) -> Self {
        if self.names.len() <= most {
            return self.clone();
        }
        let counts = self.counts();
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|&group| std::cmp::Reverse(counts[group]));
        let mut kept: Vec<usize> = order[..most].to_vec();
        kept.sort_unstable();
        let left_out = format!("Of the {} groups, the {most} largest are shown.", self.all);
        Self {
            what: self.what.clone(),
            names: kept.iter().map(|&group| self.names[group].clone()).collect(),
            of: self
                .of
                .iter()
                .map(|group| group.and_then(|group| kept.iter().position(|&kept| kept == group)))
                .collect(),
            all: self.all,
            left_out: Some(left_out),
        }
    }

    fn limited(self) -> Self {
        self.largest(SHOWN)
    }
}

fn quarters(name: &str, values: &[f64]) -> Groups {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let at = |share: usize| sorted.get((sorted.len() * share / 4).min(sorted.len().saturating_sub(1))).copied();
    let ends: Vec<f64> = (0..=4).filter_map(at).collect();
    let group = |value: &f64| (1..4).filter(|&end| *value >= ends[end]).count();
    Groups {
        what: format!("quarter of {name}"),
        names: ends.windows(2).map(|ends| format!("{} to {}", significant(ends[0]), significant(ends[1]))).collect(),
        of: values.iter().map(|value| (value.is_finite() && ends.len() == 5).then(|| group(value))).collect(),
        all: 4,
        left_out: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_hold_equal_parts() {
        let groups = quarters("y", &[1.0, 2.0, 3.0, 4.0, f64::NAN, 5.0, 6.0, 7.0, 8.0]);
        assert_eq!(groups.counts(), [2, 2, 2, 2]);
        assert_eq!(groups.of[4], None);
    }

    #[test]
    fn the_largest_groups_are_kept_in_their_order() {
        let of = [0, 1, 1, 2, 2, 2].map(Some).to_vec();
        let groups = Groups {
            what: "class".into(),
            names: ["a", "b", "c"].map(str::to_owned).to_vec(),
            of,
            all: 3,
            left_out: None,
        };
        let kept = groups.largest(2);
        assert_eq!(kept.names, ["b", "c"]);
        assert_eq!(kept.of, [None, Some(0), Some(0), Some(1), Some(1), Some(1)]);
        assert_eq!(kept.left_out.as_deref(), Some("Of the 3 groups, the 2 largest are shown."));
        assert_eq!(kept.largest(1).left_out.as_deref(), Some("Of the 3 groups, the 1 largest are shown."));
    }
}
