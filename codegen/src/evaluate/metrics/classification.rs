//! The report on predicted classes.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::error::Result;
use crate::evaluate::metrics::confusion::ConfusionMatrix;
use crate::evaluate::metrics::{quotient, real, refuse};
use crate::text::lists;
use crate::text::table::{Table, percent, write_counts};

/// How well one class is predicted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClassScores {
    /// The class's name.
    pub class: String,
    /// The share of the rows predicted as this class that are of it; 0 when none was predicted.
    pub precision: f64,
    /// The share of the rows of this class that were predicted so; 0 when there are none.
    pub recall: f64,
    /// The harmonic mean of both; 0 when the class neither occurs nor is predicted.
    pub f1: f64,
    /// Rows of this class.
    pub support: u64,
    /// Rows predicted as this class.
    pub predicted: u64,
}

/// Averages over classes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Averages {
    /// Of the precisions.
    pub precision: f64,
    /// Of the recalls.
    pub recall: f64,
    /// Of the F1 scores.
    pub f1: f64,
}

/// How well classes are predicted.
///
/// [`fmt::Display`] gives aligned text, with a confusion matrix that folds when it is wide.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClassificationReport {
    /// Rows evaluated.
    pub rows: u64,
    /// The share of rows predicted right.
    pub accuracy: f64,
    /// The mean recall of the classes that occur.
    pub balanced_accuracy: f64,
    /// Means over the classes that occur or are predicted.
    pub macro_average: Averages,
    /// Means weighted by the rows of each class.
    pub weighted_average: Averages,
    /// The mean negative logarithm of the true class's probability, where probabilities were given.
    pub log_loss: Option<f64>,
    /// Each class, in class order.
    pub classes: Vec<ClassScores>,
    /// Counts, the true class first.
    pub confusion: ConfusionMatrix,
    /// What was 0 for lack of rows.
    pub notes: Vec<String>,
}

impl ClassificationReport {
    /// Reports on class indices; `names` has the classes in class order. `log_loss` is [`super::log_loss`]'s, if any.
    ///
    /// # Errors
    /// [`crate::Error::Data`] as [`ConfusionMatrix::new`].
    pub fn new(truth: &[usize], predicted: &[usize], names: &[String], log_loss: Option<f64>) -> Result<Self> {
        if names.is_empty() {
            return Err(refuse("there are no classes to evaluate".to_owned()));
        }
        let confusion = ConfusionMatrix::new(truth, predicted, names.len())?;
        let (mut absent, mut unseen, mut unpredicted) = (Vec::new(), Vec::new(), Vec::new());
        let mut classes = Vec::with_capacity(names.len());
        for (c, name) in names.iter().enumerate() {
            let (right, support, predicted) = (confusion.count(c, c), confusion.support(c), confusion.predicted(c));
            match (support, predicted) {
                (0, 0) => absent.push(name.as_str()),
                (0, _) => unseen.push(name.as_str()),
                (_, 0) => unpredicted.push(name.as_str()),
                _ => {}
            }
            classes.push(ClassScores {
                class: name.clone(),
                precision: quotient(real(right), real(predicted)),
                recall: quotient(real(right), real(support)),
                f1: quotient(2.0 * real(right), real(support + predicted)),
                support,
                predicted,
            });
        }
        let notes = [
            (unseen, "does not occur: its recall counts as 0", "do not occur: their recall counts as 0"),
            (
                unpredicted,
                "is never predicted: its precision counts as 0",
                "are never predicted: their precision counts as 0",
            ),
            (
                absent,
                "neither occurs nor is predicted: left out of the averages",
                "neither occur nor are predicted: left out of the averages",
            ),
        ];
        let notes = notes.into_iter().filter_map(|(names, one, many)| match names.len() {
            0 => None,
            1 => Some(format!("{:?} {one}", names[0])),
            _ => Some(format!("{} {many}", listed(&names))),
        });
        let notes = notes.collect();
        let rows = confusion.rows();
        let occurs = |c: &ClassScores| f64::from(u8::from(c.support > 0));
        let counts = |c: &ClassScores| f64::from(u8::from(c.support + c.predicted > 0));
        Ok(Self {
            rows,
            accuracy: quotient(real(confusion.correct()), real(rows)),
            balanced_accuracy: averages(&classes, occurs).recall,
            macro_average: averages(&classes, counts),
            weighted_average: averages(&classes, |c| real(c.support)),
            log_loss,
            classes,
            confusion,
            notes,
        })
    }
}

impl ClassificationReport {
    /// The positions, in class order, of the `most` classes with most rows that are taken for others or others for them.
    pub(crate) fn most_confused(&self, most: usize) -> Vec<usize> {
        let wrong =
            |(at, class): (usize, &ClassScores)| class.support + class.predicted - 2 * self.confusion.count(at, at);
        lists::top_n(most, self.classes.iter().enumerate().map(wrong))
    }
}

fn averages(classes: &[ClassScores], weight: impl Fn(&ClassScores) -> f64) -> Averages {
    let total: f64 = classes.iter().map(&weight).sum();
    let mean = |of: fn(&ClassScores) -> f64| {
        quotient(classes.iter().fold(0.0, |sum, class| sum + weight(class) * of(class)), total)
    };
    Averages { precision: mean(|c| c.precision), recall: mean(|c| c.recall), f1: mean(|c| c.f1) }
}

impl fmt::Display for ClassificationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let correct = self.confusion.correct();
        writeln!(f, "accuracy           {}  ({correct} of {} rows)", percent(self.accuracy), self.rows)?;
        writeln!(f, "balanced accuracy  {}", percent(self.balanced_accuracy))?;
        if let Some(log_loss) = self.log_loss {
            writeln!(f, "log loss           {log_loss:.4}")?;
        }
        writeln!(f)?;
        let shown = self.most_confused(lists::MAX_LINES);
        let rest = lists::and_more(self.classes.len(), "classes, confused less");
        let mut table = Table::new(&["class", "precision", "recall", "F1", "rows", "predicted"]);
        let names: Vec<Cow<'_, str>> = self.classes.iter().map(|c| lists::one_line(&c.class)).collect();
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        for &at in &shown {
            let c = &self.classes[at];
            table.push(
                names[at],
                [percent(c.precision), percent(c.recall), percent(c.f1)]
                    .into_iter()
                    .chain([c.support.to_string(), c.predicted.to_string()]),
            );
        }
        for (name, a) in [("macro average", &self.macro_average), ("weighted average", &self.weighted_average)] {
            table.push(name, [percent(a.precision), percent(a.recall), percent(a.f1)]);
        }
        write!(f, "{table}")?;
        rest.iter().try_for_each(|rest| writeln!(f, "{rest}"))?;
        writeln!(f, "\nconfusion matrix (a line for each true class, a column for each predicted class)")?;
        write_counts(f, &names, &names, self.confusion.counts(), &shown, &shown)?;
        rest.iter().try_for_each(|rest| writeln!(f, "{rest}"))?;
        let mistakes = self.confusion.mistakes();
        if !mistakes.is_empty() {
            writeln!(f, "\nmost frequent mistakes")?;
            for &(t, p, count) in mistakes.iter().take(5) {
                writeln!(f, "  {} taken for {}: {count} of {}", names[t], names[p], self.classes[t].support)?;
            }
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

/// The first few names; how many more there are.
fn listed(names: &[&str]) -> String {
    const LISTED: usize = 5;
    let mut text: Vec<String> = names.iter().take(LISTED).map(|name| format!("{name:?}")).collect();
    if names.len() > LISTED {
        text.push(format!("{} more", names.len() - LISTED));
    }
    let last = text.pop().unwrap_or_default();
    format!("{} and {last}", text.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&n| n.to_owned()).collect()
    }

    /// scikit-learn 1.9.1: `t=[0,0,0,1,1,2,2,2,2,3]; p=[0,1,0,1,0,2,2,0,2,2]`, `labels` not given, `zero_division=0`:
    /// `accuracy_score`, `balanced_accuracy_score`, `precision_recall_fscore_support` with `average` None, "macro",
    /// "weighted". Class 4 neither occurs nor is predicted.
    #[test]
    fn many_classes_share_a_note() {
        let names: Vec<String> = (0..9).map(|at| format!("k{at}")).collect();
        let scores = ClassificationReport::new(&[0, 1, 1], &[0, 1, 8], &names, None).expect("classes");
        assert_eq!(
            scores.notes,
            [
                "\"k8\" does not occur: its recall counts as 0",
                "\"k2\", \"k3\", \"k4\", \"k5\", \"k6\" and 1 more neither occur nor are predicted: left out of the averages",
            ]
        );
    }

    #[test]
    fn scores_are_those_of_scikit_learn() {
        let (truth, predicted) = ([0, 0, 0, 1, 1, 2, 2, 2, 2, 3], [0, 1, 0, 1, 0, 2, 2, 0, 2, 2]);
        let report = ClassificationReport::new(&truth, &predicted, &names(&["a", "b", "c", "d", "e"]), None).unwrap();
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-15, "{found} {expected}");
        close(report.accuracy, 0.6);
        close(report.balanced_accuracy, 0.479_166_666_666_666_63);
        for (class, (precision, recall, f1)) in report.classes.iter().zip([
            (0.5, 0.666_666_666_666_666_6, 0.571_428_571_428_571_4),
            (0.5, 0.5, 0.5),
            (0.75, 0.75, 0.75),
            (0.0, 0.0, 0.0),
            (0.0, 0.0, 0.0),
        ]) {
            close(class.precision, precision);
            close(class.recall, recall);
            close(class.f1, f1);
        }
        close(report.macro_average.precision, 0.4375);
        close(report.macro_average.recall, 0.479_166_666_666_666_63);
        close(report.macro_average.f1, 0.455_357_142_857_142_6);
        close(report.weighted_average.precision, 0.55);
        close(report.weighted_average.recall, 0.6);
        close(report.weighted_average.f1, 0.571_428_571_428_571_4);
        assert_eq!(
            report.notes,
            [
                "\"d\" is never predicted: its precision counts as 0",
                "\"e\" neither occurs nor is predicted: left out of the averages"
            ]
        );
    }

    #[test]
    fn a_class_that_is_predicted_but_does_not_occur_counts_in_the_macro_average_only() {
        let report = ClassificationReport::new(&[0, 0], &[0, 1], &names(&["x", "y"]), None).unwrap();
        assert_eq!((report.balanced_accuracy, report.macro_average.recall), (0.5, 0.25));
        assert_eq!(report.notes, ["\"y\" does not occur: its recall counts as 0"]);
    }

    #[test]
    fn the_text_is_aligned() {
        let report =
            ClassificationReport::new(&[0, 0, 1, 1], &[0, 1, 1, 1], &names(&["Adelie", "Gentoo"]), Some(0.25)).unwrap();
        let expected = "\
accuracy            75.0 %  (3 of 4 rows)
balanced accuracy   75.0 %
log loss           0.2500

class             precision   recall       F1  rows  predicted
Adelie              100.0 %   50.0 %   66.7 %     2          1
Gentoo               66.7 %  100.0 %   80.0 %     2          3
macro average        83.3 %   75.0 %   73.3 %
weighted average     83.3 %   75.0 %   73.3 %

confusion matrix (a line for each true class, a column for each predicted class)
        Adelie  Gentoo
Adelie       1       1
Gentoo       .       2

most frequent mistakes
  Adelie taken for Gentoo: 1 of 2
";
        assert_eq!(report.to_string(), expected);
    }

    #[test]
    fn many_classes_with_long_names_stay_within_100_columns() {
        let long: Vec<String> = (0..26).map(|i| format!("an extraordinarily long class name, number {i}")).collect();
        let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
        let truth: Vec<usize> = (0..2600).map(|i| i % 26).collect();
        let predicted: Vec<usize> = (0..2600).map(|i| if i % 7 == 0 { (i + 1) % 26 } else { i % 26 }).collect();
        for names in [long, letters] {
            let text = ClassificationReport::new(&truth, &predicted, &names, None).unwrap().to_string();
            for line in text.lines().take_while(|l| !l.starts_with("most frequent")) {
                assert!(line.chars().count() <= 100, "{line}");
                assert_eq!(line.trim_end(), line);
            }
        }
    }
}
