//! Calls every method of a model that may be forged, with ordinary and extreme values, and checks what must hold of any
//! answer.

use nearkin::encode::{InputKind, Lookup};
use nearkin::format::Head;
use nearkin::{Model, Neighbor, ScratchMut, Value};

use crate::rng::Rng;

/// Numbers at the limits of `f32`.
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

/// Returns a value for column `index`, usually of the column's kind.
fn random_value<'a>(model: &Model<'a>, index: u16, rng: &mut Rng) -> Value<'a> {
    match rng.below(12) {
        0 => return Value::Missing,
        1 => return Value::Code(rng.next_u16()),
        2 => return Value::Text("no such level"),
        3 => return Value::Int(rng.next_u32().cast_signed()),
        _ => {}
    }
    match model.column(index).expect("an index below the number of columns").kind {
        InputKind::Number(_) => Value::Number(*rng.choose(&NUMBERS)),
        InputKind::Category(category) => match category.lookup {
            Lookup::Texts(texts) => {
                let level = texts.get(rng.index(texts.len()));
                Value::Text(level.expect("an index below the number of levels"))
            }
            Lookup::Integers(integers) => Value::Int(*rng.choose(integers)),
            Lookup::Hash(_) => Value::Text("any text"),
        },
    }
}

/// Calls every method of a loaded model.
pub(crate) fn run_all(model: &Model<'_>, rng: &mut Rng) {
    let payload = *model.payload();
    let row: Vec<Value<'_>> = (0..payload.columns).map(|index| random_value(model, index, rng)).collect();
    let mut out = vec![0.0; payload.width as usize];
    let encoded = model.encode(&row, &mut out);
    let mut query = vec![0u32; model.query_words()];
    let mut neighbors = vec![Neighbor::default(); model.n_neighbors() as usize];
    assert_eq!(model.to_query(&row, &mut query).is_ok(), encoded.is_ok(), "both refuse the same rows");
    let scratch = ScratchMut { query: &mut query, neighbors: &mut neighbors };
    let is_answered = match payload.head {
        Head::Encode => {
            assert!(model.classify(&row, scratch).is_err());
            encoded.is_ok()
        }
        Head::Classify(vote) => is_classified(model, &row, scratch, vote.neighbors),
        Head::Regress(vote) => is_regressed(model, &row, scratch, vote.neighbors),
        Head::Cluster => is_assigned(model, &row, scratch),
    };
    assert_eq!(is_answered, encoded.is_ok(), "both refuse the same rows");
    // Queries that this model did not make, too short or too long.
    let foreign: Vec<u32> = (0..rng.below(40)).map(|_| rng.next_u32()).collect();
    let mut few = [Neighbor::default(); 3];
    let _ = model.search(&foreign, &mut few);
    let _ = model.search(&foreign, &mut []);
    let _ = model.score(&foreign);
    let _ = (model.target_name(), model.schema_hash(), model.provenance(), model.code_bytes());
}

fn is_classified(model: &Model<'_>, row: &[Value<'_>], scratch: ScratchMut<'_>, k: u32) -> bool {
    let classes = model.payload().classes;
    let Ok(found) = model.classify(row, scratch) else { return false };
    assert!(found.class() < classes, "the class exists");
    assert_eq!(Some(found.name()), model.class_name(found.class()));
    assert!(found.votes() <= k);
    check_neighbors(model, found.neighbors(), k);
    for class in [0, found.class(), classes - 1, classes, u16::MAX] {
        let probability = found.probability(class);
        // A sum of inverse distances can overflow; the probability is then NaN.
        assert!(probability.is_nan() || (0.0..=1.001).contains(&probability), "a probability of {probability}");
    }
    true
}

fn is_regressed(model: &Model<'_>, row: &[Value<'_>], scratch: ScratchMut<'_>, k: u32) -> bool {
    let Ok(found) = model.regress(row, scratch) else { return false };
    let _ = (found.value(), found.distance(), found.is_novel());
    check_neighbors(model, found.neighbors(), k);
    true
}

fn is_assigned(model: &Model<'_>, row: &[Value<'_>], scratch: ScratchMut<'_>) -> bool {
    let Ok(found) = model.assign(row, scratch) else { return false };
    assert!(found.cluster() < model.payload().rows, "the cluster exists");
    let _ = (found.score(), found.is_novel());
    check_neighbors(model, found.neighbors(), 1);
    true
}

/// Checks what holds of every list of neighbors.
fn check_neighbors(model: &Model<'_>, neighbors: &[Neighbor], k: u32) {
    assert_eq!(neighbors.len(), k as usize, "k neighbors");
    for neighbor in neighbors {
        assert!(neighbor.row < model.payload().rows, "the row exists");
        assert!(model.payload().classes == 0 || model.class_of(neighbor) < model.payload().classes);
        let _ = model.training_row(neighbor);
        let _ = model.distance(neighbor);
    }
    let sorted = neighbors.is_sorted_by_key(|neighbor| (neighbor.rank, neighbor.row));
    assert!(sorted, "nearest first");
}
