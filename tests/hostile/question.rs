//! Questions to a model that may be forged: every call, with ordinary and with hostile cells, and what must hold of each answer.

use nearkin::encode::{InputKind, Lookup};
use nearkin::format::Head;
use nearkin::{Model, Neighbor, ScratchMut, Value};

use crate::dice::Dice;

/// Numbers that arithmetic stumbles over.
const NUMBERS: [f32; 12] = [
    0.0,
    -0.0,
    1.0,
    -37.25,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    1e20,
];

/// A cell for column `index`: mostly of the column's kind.
pub(crate) fn cell<'a>(model: &Model<'a>, index: u16, dice: &mut Dice) -> Value<'a> {
    match dice.below(12) {
        0 => return Value::Missing,
        1 => return Value::Code(dice.short()),
        2 => return Value::Text("no such level"),
        3 => return Value::Int(dice.word().cast_signed()),
        _ => {}
    }
    match model.column(index).expect("an index below the columns").kind {
        InputKind::Number(_) => Value::Number(*dice.pick(&NUMBERS)),
        InputKind::Category(category) => match category.lookup {
            Lookup::Texts(texts) => {
                let level = texts.get(dice.index(texts.len()));
                Value::Text(level.expect("a level below their number"))
            }
            Lookup::Integers(integers) => Value::Int(*dice.pick(integers)),
            Lookup::Hash(_) => Value::Text("any text"),
        },
    }
}

/// What is known of every list of neighbors.
fn check_neighbors(model: &Model<'_>, neighbors: &[Neighbor], k: u32) {
    assert_eq!(neighbors.len(), k as usize, "as many neighbors as asked for");
    for neighbor in neighbors {
        assert!(neighbor.row < model.payload().rows, "a row that exists");
        assert!(model.payload().classes == 0 || model.class_of(neighbor) < model.payload().classes);
        let _ = model.training_row(neighbor);
        let _ = model.distance(neighbor);
    }
    let sorted = neighbors.is_sorted_by_key(|neighbor| (neighbor.rank, neighbor.row));
    assert!(sorted, "nearest first");
}

/// Asks a loaded model everything.
pub(crate) fn ask(model: &Model<'_>, dice: &mut Dice) {
    let payload = *model.payload();
    let row: Vec<Value<'_>> = (0..payload.columns).map(|index| cell(model, index, dice)).collect();
    let mut out = vec![0.0; payload.width as usize];
    let encoded = model.encode(&row, &mut out);
    let mut query = vec![0u32; model.query_words()];
    let mut neighbors = vec![Neighbor::default(); model.n_neighbors() as usize];
    assert_eq!(model.to_query(&row, &mut query).is_ok(), encoded.is_ok(), "encoding and filling refuse the same rows");
    let scratch = ScratchMut { query: &mut query, neighbors: &mut neighbors };
    match payload.head {
        Head::Encode => {
            assert!(model.classify(&row, scratch).is_err());
        }
        Head::Classify(vote) => {
            let found = model.classify(&row, scratch);
            assert_eq!(found.is_ok(), encoded.is_ok());
            let Ok(found) = found else { return };
            assert!(found.class() < payload.classes, "a class that exists");
            assert_eq!(Some(found.name()), model.class_name(found.class()));
            assert!(found.votes() <= vote.neighbors);
            check_neighbors(model, found.neighbors(), vote.neighbors);
            for class in [0, found.class(), payload.classes - 1, payload.classes, u16::MAX] {
                let share = found.probability(class);
                // Sums of inverse distances can overflow; a share is then not a number, and says nothing.
                assert!(share.is_nan() || (0.0..=1.001).contains(&share), "a share of {share}");
            }
        }
        Head::Regress(vote) => {
            let found = model.regress(&row, scratch);
            assert_eq!(found.is_ok(), encoded.is_ok());
            let Ok(found) = found else { return };
            let _ = (found.value(), found.distance(), found.is_novel());
            check_neighbors(model, found.neighbors(), vote.neighbors);
        }
        Head::Cluster => {
            let found = model.assign(&row, scratch);
            assert_eq!(found.is_ok(), encoded.is_ok());
            let Ok(found) = found else { return };
            assert!(found.cluster() < payload.rows, "a cluster that exists");
            let _ = (found.score(), found.is_novel());
            check_neighbors(model, found.neighbors(), 1);
        }
    }
    // A query of a stranger's making, too short or too long.
    let stray: Vec<u32> = (0..dice.below(40)).map(|_| dice.word()).collect();
    let mut few = [Neighbor::default(); 3];
    let _ = model.search(&stray, &mut few);
    let _ = model.search(&stray, &mut []);
    let _ = model.score(&stray);
    let _ = (model.target_name(), model.schema_hash(), model.provenance(), model.code_bytes());
}
