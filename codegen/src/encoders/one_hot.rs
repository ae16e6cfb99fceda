//! The one-hot encoder: 1 in the slot of the level.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::rare::Rare;
use crate::encoders::raw_encoding::{CodeTable, RawEncoding, unique};
use crate::encoders::syntax::SpecWriter;
use crate::error::{Error, Place, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "one-hot",
    summary: "1 in the output of the level, 0 in the others",
    brief: "1 in its own output, else 0",
    keys: &[
        key::own("drop", "none, first, or if-binary: no output for the first level [none]"),
        key::MIN_FREQUENCY,
        key::MAX_CATEGORIES,
        key::ORDER,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: false,
    parse: |keys| {
        let choices = [
            ("none", DropSlot::None),
            ("first", DropSlot::First),
            ("if-binary", DropSlot::IfBinary),
            ("if_binary", DropSlot::IfBinary),
        ];
        Ok(Method::OneHot(OneHot {
            drop: keys.choice("drop", &choices)?.unwrap_or_default(),
            rare: Rare::parse(keys)?,
        }))
    },
};

/// The one-hot encoder: a slot for each level in order, then one for missing values if they are a level.
///
/// An unknown level is all zeros.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, DropSlot, Method, OneHot, Rare, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 2]);
/// let one_hot = OneHot { drop: DropSlot::First, ..OneHot::default() };
/// let encoding = fit(&Method::OneHot(one_hot).into(), &input)?;
/// assert_eq!((encoding.outputs_of(0), encoding.outputs_of(2)), (Some(vec![0.0, 0.0]), Some(vec![0.0, 1.0])));
///
/// // Levels with fewer than two rows share a slot.
/// let rare = Rare { min_frequency: Some(2.0), max_categories: None };
/// let encoding = fit(&Method::OneHot(OneHot { rare, ..OneHot::default() }).into(), &input)?;
/// assert_eq!(encoding.outputs, ["a", "infrequent"]);
/// assert_eq!(encoding.outputs_of(1), encoding.outputs_of(2));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OneHot {
    /// The slot that is omitted.
    pub drop: DropSlot,
    /// Rare levels share the last slot; missing values can be one of them.
    pub rare: Rare,
}

/// The slot that is omitted, as scikit-learn's `drop`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DropSlot {
    /// No slot.
    #[default]
    None,
    /// The slot of the first level.
    First,
    /// The slot of the first level if there are two levels.
    IfBinary,
}

impl Encoder for OneHot {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        match self.drop {
            DropSlot::None => {}
            DropSlot::First => out.put("drop", "first", false),
            DropSlot::IfBinary => out.put("drop", "if-binary", false),
        }
        self.rare.write(out);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        let rare = self.rare.mask(&column.counts, column.rows());
        let mut outputs: Vec<String> = Vec::with_capacity(rare.len());
        for (name, _) in column.names.iter().zip(&rare).filter(|&(_, &rare)| !rare) {
            outputs.push(name.map_or_else(|| unique("nan", &outputs), str::to_owned));
        }
        let shared_slot = outputs.len();
        if shared_slot < rare.len() {
            outputs.push(unique("infrequent", &outputs));
        }
        let dropped = match self.drop {
            DropSlot::First => !outputs.is_empty(),
            DropSlot::IfBinary => column.names.len() == 2,
            DropSlot::None => false,
        };
        if dropped {
            outputs.remove(0);
        }
        let mut next = 0..;
        let mut slots = Vec::with_capacity(rare.len());
        for &rare in &rare {
            let slot = if rare { shared_slot } else { next.next().expect("the range is unbounded") };
            let slot = if dropped { slot.checked_sub(1) } else { Some(slot) };
            slots.push(
                slot.map(u32::try_from)
                    .transpose()
                    .map_err(|_| Error::data(Place::default(), "one-hot cannot have more than four billion outputs"))?,
            );
        }
        Ok(RawEncoding {
            codes: CodeTable::Slots(slots),
            unknown: Vec::new(),
            missing: Vec::new(),
            infrequent: rare.iter().position(|&rare| rare),
            training: None,
            outputs,
        })
    }
}
