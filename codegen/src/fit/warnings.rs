//! Warnings about columns that are fitted but are unlikely to help: constant, too fine for `f32`, levels of one row.

use crate::data::Categories;
use crate::encoders::{EncoderSpec, Method, MissingPolicy, Rare, UnknownPolicy};
use crate::model::{CategoryTable, ColumnKind, LookupTable, ModelColumn, OutputTable};
use crate::scaler::ScalerSpec;
use crate::statistics::{mean_and_variance, present};
use crate::text::digits::significant;
use crate::text::lists::{names as listed, shell_arg};
use crate::text::quoted::quoted;

/// Warns about a numeric column in which `scaler` finds no spread; NaN is missing.
pub(super) fn on_unscaled(name: &str, values: &[f64], scaler: &ScalerSpec) -> String {
    let values = present(values);
    let ends = |(low, high): (f64, f64), &x: &f64| (low.min(x), high.max(x));
    let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), ends);
    if low >= high {
        return format!("column {name:?} is constant and has no effect on distances (--drop {name:?})");
    }
    let another = format!("--scale {}, or multiply the column", shell_arg(name, "standard"));
    let (why, remedy) = match *scaler {
        ScalerSpec::Robust { low, high, .. } => (
            format!("its percentiles {low} and {high} are less than 2.2e-15 apart"),
            format!("--scale {}, or percentiles further apart", shell_arg(name, "standard")),
        ),
        ScalerSpec::MaxAbs => ("its numbers are all below 2.2e-15".to_owned(), another),
        ScalerSpec::Standard { .. } => {
            ("its variation is within the rounding error at its magnitude".to_owned(), "subtract a constant".to_owned())
        }
        ScalerSpec::MinMax { .. } | ScalerSpec::None => ("it varies by less than 2.2e-15".to_owned(), another),
    };
    format!("column {name:?}: {why}: it is not scaled, as in scikit-learn ({remedy})")
}

/// Warns about a column far from zero, for which single precision on the device is too coarse.
///
/// That is where its step at the largest value is more than a hundredth of the standard deviation.
pub(super) fn on_resolution(name: &str, values: &[f64]) -> Option<String> {
    let values = present(values);
    let largest = values.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let step = largest * f64::from(f32::EPSILON);
    let spread = mean_and_variance(&values).1.sqrt();
    (step > spread / 100.0).then(|| {
        format!(
            "column {name:?}: its standard deviation (about {}) is too small for the resolution of single precision at \
             this magnitude ({}), so different rows become equal on the device (subtract a constant in the file and on \
             the device, or --drop {name:?})",
            significant(spread),
            significant(step),
        )
    })
}

/// Warns where an unknown category is treated as a missing cell, but missing cells are refused.
pub(super) fn on_unknown(name: &str, encoder: &EncoderSpec) -> Option<String> {
    let refuses = matches!(encoder.missing, MissingPolicy::Error | MissingPolicy::Drop);
    (refuses && encoder.unknown == UnknownPolicy::Missing).then(|| {
        format!(
            "column {name:?}: unknown=missing treats an unknown category as a missing cell, but the column refuses \
             missing cells, so it has the effect of unknown=error (--missing {} accepts both)",
            shell_arg(name, "level")
        )
    })
}

/// Warns about case folding of a hashed column, which has no list of levels.
pub(super) fn on_folding(name: &str, encoder: &EncoderSpec) -> Option<String> {
    matches!(encoder.method, Method::Hashing(_)).then(|| {
        format!(
            "column {name:?}: hashing stores no list of levels, so --fold-case cannot map a later file to the spellings of \
             this one (fold them in the files, or --encode {})",
            shell_arg(name, "one-hot")
        )
    })
}

/// Warns about levels that a mapping omits, and about its levels that no row has: most often another spelling.
pub(super) fn on_mapping(name: &str, data: &Categories, encoder: &EncoderSpec) -> Option<String> {
    let Method::Ordinal(method) = &encoder.method else { return None };
    if method.mapping.is_empty() {
        return None;
    }
    let counts = data.counts();
    let levels = || data.levels.iter().zip(&counts).filter(|&(_, &count)| count > 0).map(|(level, _)| level.as_str());
    let mapped = || method.mapping.iter().filter_map(|(level, _)| level.as_deref());
    let left_out: Vec<&str> = levels().filter(|level| !mapped().any(|mapped| mapped == *level)).collect();
    let absent: Vec<&str> = mapped().filter(|mapped| !levels().any(|level| level == *mapped)).collect();
    if left_out.is_empty() {
        return None;
    }
    let mut said = format!("column {name:?}: mapping= does not list {} (encoded as -1)", listed(left_out));
    if !absent.is_empty() {
        said += &format!("; it lists {}, which no row has", listed(absent));
    }
    Some(said)
}

/// Warns about a single level, and about levels of one row.
pub(super) fn on_category(
    name: &str,
    data: &Categories,
    encoder: &EncoderSpec,
    fitted: &ModelColumn,
) -> Option<String> {
    let counts = data.counts();
    let (mut seen, mut rows, mut once, mut first) = (0, 0, 0, None);
    for (level, &count) in counts.iter().enumerate() {
        seen += usize::from(count > 0);
        rows += count;
        if count == 1 {
            once += 1;
            first = first.or(Some(&data.levels[level]));
        }
    }
    let n_missing = data.codes.len() - rows;
    if seen == 1 && n_missing == 0 {
        return Some(format!("column {name:?} has one level and has no effect on distances (--drop {name:?})"));
    }
    let first = first?;
    if once == rows && rows > 1 {
        return Some(format!(
            "column {name:?}: every one of its {rows} rows has a different level, so the column cannot help to predict (--drop {name:?})"
        ));
    }
    let are = if once == 1 { "1 level occurs".to_owned() } else { format!("{once} of {seen} levels occur") };
    Some(format!("column {name:?}: {are} in one row only, as {}: {}", quoted(first), became(encoder, fitted, first)?))
}

/// Describes the outputs of the level `first`, which has one row; `None` where nothing was learned from it.
fn became(encoder: &EncoderSpec, fitted: &ModelColumn, first: &str) -> Option<String> {
    let own = match &encoder.method {
        Method::Hashing(_) => return None,
        Method::OneHot(method) if method.rare != Rare::default() => return None,
        Method::Ordinal(method) if method.rare != Rare::default() => return None,
        Method::OneHot(_) => "output",
        Method::Ordinal(_) => "code",
        _ if encoder.info().supervised => {
            return Some(match values(fitted, first) {
                Some((level, unknown)) => format!("it is encoded as {level:?}, an unknown level as {unknown:?}"),
                None => "it still gets its own numbers".into(),
            });
        }
        _ => return Some("it still gets its own numbers".into()),
    };
    Some(format!("it still gets a separate {own}; min_frequency=2 would group such rare levels"))
}

/// Returns the outputs of `level` and of an unknown level, where the column has one output.
fn values(fitted: &ModelColumn, level: &str) -> Option<(f32, f32)> {
    let ColumnKind::Category(CategoryTable {
        lookup, levels, width: 1, outputs: OutputTable::Table { rows, .. }, ..
    }) = &fitted.kind
    else {
        return None;
    };
    let code = match lookup {
        LookupTable::Texts(texts) => texts.binary_search_by(|text| text.as_str().cmp(level)).ok()?,
        LookupTable::Integers(integers) => integers.binary_search(&level.parse().ok()?).ok()?,
        LookupTable::Hash(_) => return None,
    };
    Some((*rows.get(code)?, *rows.get(usize::from(*levels) + 1)?))
}
