//! The report on a classification.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::error::Result;
use crate::evaluate::metrics::confusion::ConfusionMatrix;
use crate::evaluate::metrics::{divide_or_zero, invalid, real};
use crate::text::lists;
use crate::text::table::{Table, percent, write_counts};

/// The scores of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClassScores {
    /// The name of the class.
    pub class: String,
    /// The share of rows predicted as this class that belong to it; 0 if none was predicted.
    pub precision: f64,
    /// The share of rows of this class that were predicted correctly; 0 if there are none.
    pub recall: f64,
    /// The harmonic mean of both; 0 if the class neither occurs nor is predicted.
    pub f1: f64,
    /// The number of rows of this class.
    pub support: u64,
    /// The number of rows predicted as this class.
    pub predicted: u64,
}

/// Averages over classes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Averages {
    /// The average precision.
    pub precision: f64,
    /// The average recall.
    pub recall: f64,
    /// The average F1 score.
    pub f1: f64,
}

/// The scores of a classification.
///
/// [`fmt::Display`] writes aligned text; a wide confusion matrix is divided into bands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClassificationReport {
    /// The number of rows evaluated.
    pub rows: u64,
    /// The share of rows predicted correctly.
    pub accuracy: f64,
    /// The mean recall of the classes that occur.
    pub balanced_accuracy: f64,
    /// Means over the classes that occur or are predicted.
    pub macro_average: Averages,
    /// Means weighted by the rows of each class.
    pub weighted_average: Averages,
    /// The mean negative logarithm of the predicted probability of the true class, if there are probabilities.
    pub log_loss: Option<f64>,
    /// The scores of each class, in class order.
    pub classes: Vec<ClassScores>,
    /// The confusion matrix.
    pub confusion: ConfusionMatrix,
    /// Notes about scores that are undefined for lack of rows.
    pub notes: Vec<String>,
}

impl ClassificationReport {
    /// Computes the scores from class indices; `names` contains the classes in class order. `log_loss` is the result of
    /// [`super::log_loss`], if there are probabilities.
    ///
    /// # Errors
    /// The errors of [`ConfusionMatrix::new`].
    pub fn new(truth: &[usize], predicted: &[usize], names: &[String], log_loss: Option<f64>) -> Result<Self> {
        if names.is_empty() {
            return Err(invalid("there are no classes to evaluate".to_owned()));
        }
        let confusion = ConfusionMatrix::new(truth, predicted, names.len())?;
        let classes: Vec<ClassScores> = names.iter().enumerate().map(|(c, name)| scores(&confusion, c, name)).collect();
        let notes = notes(&classes);
        let rows = confusion.rows();
        let occurs = |c: &ClassScores| f64::from(u8::from(c.support > 0));
        let counts = |c: &ClassScores| f64::from(u8::from(c.support + c.predicted > 0));
        Ok(Self {
            rows,
            accuracy: divide_or_zero(real(confusion.correct()), real(rows)),
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
    /// Returns the positions, in class order, of the `n` classes with the most errors in either direction.
    pub(crate) fn most_confused(&self, n: usize) -> Vec<usize> {
        let wrong =
            |(at, class): (usize, &ClassScores)| class.support + class.predicted - 2 * self.confusion.count(at, at);
        lists::top_n(n, self.classes.iter().enumerate().map(wrong))
    }
}

/// Returns the scores of class `c`.
fn scores(confusion: &ConfusionMatrix, c: usize, name: &str) -> ClassScores {
    let (correct, support, predicted) = (confusion.count(c, c), confusion.support(c), confusion.predicted(c));
    ClassScores {
        class: name.to_owned(),
        precision: divide_or_zero(real(correct), real(predicted)),
        recall: divide_or_zero(real(correct), real(support)),
        f1: divide_or_zero(2.0 * real(correct), real(support + predicted)),
        support,
        predicted,
    }
}

/// Returns notes about the classes that do not occur or are never predicted.
fn notes(classes: &[ClassScores]) -> Vec<String> {
    let note = |occurs: bool, is_predicted: bool, one: &str, many: &str| {
        let is_listed = |class: &&ClassScores| (class.support > 0, class.predicted > 0) == (occurs, is_predicted);
        let names: Vec<&str> = classes.iter().filter(is_listed).map(|class| class.class.as_str()).collect();
        match names.as_slice() {
            [] => None,
            [name] => Some(format!("{name:?} {one}")),
            _ => Some(format!("{} {many}", listed(&names))),
        }
    };
    let unseen = (
        "does not occur in the data; its recall is reported as 0",
        "do not occur in the data; their recall is reported as 0",
    );
    let unpredicted =
        ("is never predicted; its precision is reported as 0", "are never predicted; their precision is reported as 0");
    let absent = (
        "neither occurs nor is predicted; excluded from the averages",
        "neither occur nor are predicted; excluded from the averages",
    );
    [
        note(false, true, unseen.0, unseen.1),
        note(true, false, unpredicted.0, unpredicted.1),
        note(false, false, absent.0, absent.1),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the averages of the scores, weighted by class.
fn averages(classes: &[ClassScores], weight: impl Fn(&ClassScores) -> f64) -> Averages {
    let total: f64 = classes.iter().map(&weight).sum();
    let mean = |of: fn(&ClassScores) -> f64| {
        divide_or_zero(classes.iter().fold(0.0, |sum, class| sum + weight(class) * of(class)), total)
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
        let rest = lists::and_more(self.classes.len(), "classes with fewer errors");
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
        writeln!(f, "\nconfusion matrix (rows: true class, columns: predicted class)")?;
        write_counts(f, &names, &names, self.confusion.counts(), &shown, &shown)?;
        rest.iter().try_for_each(|rest| writeln!(f, "{rest}"))?;
        let errors = self.confusion.errors();
        if !errors.is_empty() {
            writeln!(f, "\nmost frequent errors")?;
            for &(t, p, count) in errors.iter().take(5) {
                writeln!(f, "  {} predicted as {}: {count} of {}", names[t], names[p], self.classes[t].support)?;
            }
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

/// Returns the first names and the number of the others.
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

    #[test]
    fn many_classes_share_a_note() {
        let names: Vec<String> = (0..9).map(|at| format!("k{at}")).collect();
        let scores = ClassificationReport::new(&[0, 1, 1], &[0, 1, 8], &names, None).expect("classes");
        assert_eq!(
            scores.notes,
            [
                "\"k8\" does not occur in the data; its recall is reported as 0",
                "\"k2\", \"k3\", \"k4\", \"k5\", \"k6\" and 1 more neither occur nor are predicted; excluded from the averages",
            ]
        );
    }

    /// scikit-learn 1.9.1: `t=[0,0,0,1,1,2,2,2,2,3]; p=[0,1,0,1,0,2,2,0,2,2]`, without `labels`, `zero_division=0`:
    /// `accuracy_score`, `balanced_accuracy_score`, `precision_recall_fscore_support` with `average` None, "macro",
    /// "weighted". Class 4 neither occurs nor is predicted.
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
                "\"d\" is never predicted; its precision is reported as 0",
                "\"e\" neither occurs nor is predicted; excluded from the averages"
            ]
        );
    }

    #[test]
    fn a_class_that_is_predicted_but_does_not_occur_counts_in_the_macro_average_only() {
        let report = ClassificationReport::new(&[0, 0], &[0, 1], &names(&["x", "y"]), None).unwrap();
        assert_eq!((report.balanced_accuracy, report.macro_average.recall), (0.5, 0.25));
        assert_eq!(report.notes, ["\"y\" does not occur in the data; its recall is reported as 0"]);
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

confusion matrix (rows: true class, columns: predicted class)
        Adelie  Gentoo
Adelie       1       1
Gentoo       .       2

most frequent errors
  Adelie predicted as Gentoo: 1 of 2
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
