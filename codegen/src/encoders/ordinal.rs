//! The ordinal encoder: the position of the level in the order.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::rare::Rare;
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::{Keys, SpecWriter, escape};
use crate::error::{Error, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "ordinal",
    summary: "the position of the level in the order: 1, 2, 3, ...",
    brief: "position in order: 1, 2, 3",
    keys: &[
        key::own("index_start", "the code of the first level [1]"),
        key::own("mapping", "explicit codes: 10:blue|20:red|0, without a level for missing"),
        key::MIN_FREQUENCY,
        key::MAX_CATEGORIES,
        key::ORDER,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: false,
    parse: |keys| {
        let index_start = keys.whole("index_start", -1_000_000_000..=1_000_000_000)?.unwrap_or(1);
        Ok(Method::Ordinal(Ordinal { index_start, mapping: mapping(keys)?, rare: Rare::parse(keys)? }))
    },
};

/// The code of an unknown level.
const UNKNOWN_CODE: f64 = -1.0;
/// The code of a missing value that is not a level.
const MISSING_CODE: f64 = -2.0;

/// The ordinal encoder: `index_start` plus the position of the level.
///
/// Missing values, if they are a level, are the last level, otherwise -2; an unknown level is -1.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, Method, Ordinal, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 2]);
/// let encoding = fit(&Method::Ordinal(Ordinal { index_start: 0, ..Ordinal::default() }).into(), &input)?;
/// assert_eq!((encoding.outputs_of(0), encoding.outputs_of(2)), (Some(vec![0.0]), Some(vec![2.0])));
/// assert_eq!(encoding.outputs_of(encoding.unknown_code()), Some(vec![-1.0]));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ordinal {
    /// The code of the first level.
    pub index_start: i64,
    /// Explicit codes, `None` for missing; levels that are not listed are encoded as -1. Written `mapping=10:blue|20:red|0`,
    /// where the number without `:` is the code of a missing value.
    pub mapping: Vec<(Option<String>, f64)>,
    /// Rare levels share the code after the frequent ones; missing values are never rare.
    pub rare: Rare,
}

impl Default for Ordinal {
    fn default() -> Self {
        Self { index_start: 1, mapping: Vec::new(), rare: Rare::default() }
    }
}

fn mapping(keys: &mut Keys) -> Result<Vec<(Option<String>, f64)>> {
    let Some(items) = keys.list("mapping") else { return Ok(Vec::new()) };
    let mut mapping: Vec<(Option<String>, f64)> = Vec::new();
    for item in &items {
        let (number, level) = match item.split_once(':') {
            Some((number, level)) => (number, Some(level.to_owned())),
            None => (item.as_str(), None),
        };
        let number = match number.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => number,
            _ => return Err(keys.refuse("mapping", item, "an entry must be NUMBER:LEVEL, or NUMBER for missing")),
        };
        if mapping.iter().any(|(seen, _)| *seen == level) {
            return Err(keys.refuse("mapping", item, "its level is mapped twice"));
        }
        mapping.push((level, number));
    }
    Ok(mapping)
}

impl Encoder for Ordinal {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        out.put("index_start", self.index_start, self.index_start == 1);
        let items: Vec<String> = self
            .mapping
            .iter()
            .map(|(level, number)| match level {
                Some(level) => format!("{number}:{}", escape(level)),
                None => number.to_string(),
            })
            .collect();
        out.put("mapping", items.join("|"), items.is_empty());
        self.rare.write(out);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        if !self.mapping.is_empty() {
            if self.rare != Rare::default() {
                return Err(Error::usage(
                    "encoder \"ordinal\": mapping sets the codes, so rare levels cannot be grouped",
                ));
            }
            let of =
                |level: Option<&str>| self.mapping.iter().find(|(l, _)| l.as_deref() == level).map(|&(_, code)| code);
            let rows = column.names.iter().map(|&level| of(level).unwrap_or(UNKNOWN_CODE)).collect();
            let mut coding = RawEncoding::single(rows, UNKNOWN_CODE);
            coding.missing = vec![of(None).unwrap_or(UNKNOWN_CODE)];
            return Ok(coding);
        }
        let levels = column.names.len() - usize::from(column.missing_level().is_some());
        let rare = self.rare.mask(&column.counts[..levels], column.rows());
        let frequent = rare.iter().filter(|&&rare| !rare).count();
        let code = |position: usize| self.index_start as f64 + position as f64;
        let mut next = 0..;
        let mut rows: Vec<f64> = rare
            .iter()
            .map(|&rare| if rare { frequent } else { next.next().expect("the range is unbounded") })
            .map(code)
            .collect();
        if column.missing_level().is_some() {
            rows.push(code(frequent + usize::from(frequent < levels)));
        }
        let mut coding = RawEncoding::single(rows, UNKNOWN_CODE);
        coding.missing = vec![MISSING_CODE];
        coding.infrequent = rare.iter().position(|&rare| rare);
        Ok(coding)
    }
}
