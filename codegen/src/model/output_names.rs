//! Names of the encoded outputs, from a model alone.

use nearkin::Model;
use nearkin::encode::{Category, CodeOutputs, InputKind, Lookup};

/// The name of each encoded output: the column's, with the level of a one-hot slot or a number behind it.
#[must_use]
pub fn output_names(model: &Model<'_>) -> Vec<String> {
    let names = model.column_names().expect("checked when the model was loaded");
    let (mut shared, mut own) = (Vec::new(), Vec::new());
    for (index, name) in (0u16..).zip(names.iter()) {
        let Some(column) = model.column(index) else { continue };
        match &column.kind {
            InputKind::Number(number) => {
                own.push(name.to_owned());
                if number.indicator.is_some() {
                    own.push(format!("{name}_missing"));
                }
            }
            InputKind::Category(category) if category.shared => {
                if shared.is_empty() {
                    shared = (0..category.width).map(|slot| format!("hash_{slot}")).collect();
                }
            }
            InputKind::Category(category) => own.extend(of_category(name, category)),
        }
    }
    shared.extend(own);
    shared
}

fn of_category(name: &str, category: &Category<'_>) -> Vec<String> {
    let numbered = || (0..category.width).map(|output| format!("{name}_{output}")).collect();
    match category.outputs {
        CodeOutputs::Table { .. } if category.width == 1 => vec![name.to_owned()],
        CodeOutputs::Table { .. } => numbered(),
        CodeOutputs::OneHot { .. } => {
            let mut outputs: Vec<String> = numbered();
            for code in 0..category.levels + 2 {
                let level = match category.lookup {
                    _ if code == category.levels => Some("missing".to_owned()),
                    _ if code == category.levels + 1 => Some("unknown".to_owned()),
                    Lookup::Texts(texts) => texts.get(usize::from(code)).map(str::to_owned),
                    Lookup::Integers(integers) => integers.get(usize::from(code)).map(i32::to_string),
                    Lookup::Hash(_) => None,
                };
                if let (Some(slot), Some(level)) = (category.slot(code), level) {
                    outputs[usize::from(slot)] = format!("{name}_{level}");
                }
            }
            outputs
        }
    }
}
