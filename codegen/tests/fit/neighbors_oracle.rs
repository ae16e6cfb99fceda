//! The search against ten naive lines in f64, and the batched search against that of single queries, in every field.

use nearkin::format::Head;
use nearkin::{Model, Neighbor, ScratchMut, SearchStats, Value};
use nearkin_codegen::data::{Dataset, read_bytes};
use nearkin_codegen::encoders::METHODS;
use nearkin_codegen::evaluate::predict::{Answer, Prediction, Wants, predict};
use nearkin_codegen::fit::{Plan, SearchIndex, fit, read_options, training_encoding};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::model::bind::Binding;
use nearkin_codegen::model::encode;
use nearkin_codegen::progress::Progress;
use nearkin_codegen::random::Random;
use nearkin_codegen::recipe::Recipe;

const ROWS: usize = 150;
const QUERIES: usize = 41;

/// A table of numbers (some on a coarse grid, so that distances tie), categories, missing cells, a class and a value.
fn table(random: &mut Random, rows: usize, numeric: usize, categorical: usize, gaps: bool, classes: usize) -> String {
    let mut text: String = (0..numeric).map(|i| format!("n{i},")).collect();
    text.extend((0..categorical).map(|i| format!("c{i},")));
    text.push_str("y\n");
    for row in 0..rows {
        for i in 0..numeric {
            // The first row of each table has all cells, so that no column is empty.
            if gaps && row > 0 && random.below(20) == 0 {
                text.push_str("NA,");
            } else {
                let number = random.normal();
                let number = if i % 2 == 0 { (number * 2.0).round() / 2.0 } else { number };
                text.push_str(&format!("{number},"));
            }
        }
        for _ in 0..categorical {
            if gaps && row > 0 && random.below(20) == 0 {
                text.push(',');
            } else {
                text.push_str(&format!("l{},", random.below(5)));
            }
        }
        text.push_str(&format!("{}\n", ["a", "b", "c"][random.below(classes)]));
    }
    text
}

fn read(recipe: &Recipe, text: &str) -> Dataset {
    read_bytes("t.csv", text.as_bytes().to_vec(), &read_options(recipe)).expect("a well-formed CSV")
}

/// Returns the distance of two encoded rows by its definition.
fn naive(metric: &str, a: &[f64], b: &[f64]) -> f64 {
    let gaps = || a.iter().zip(b).map(|(a, b)| (a - b).abs());
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    match metric {
        "euclidean" => gaps().map(|gap| gap * gap).sum::<f64>().sqrt(),
        "manhattan" => gaps().sum(),
        "chebyshev" => gaps().fold(0.0, f64::max),
        "cosine" => {
            let length = (product(a, a) * product(b, b)).sqrt();
            if length == 0.0 { 1.0 } else { 1.0 - product(a, b) / length }
        }
        "dot" => -product(a, b),
        other => {
            let p: f64 = other.strip_prefix("minkowski:").expect("a power").parse().expect("a number");
            libm::pow(gaps().map(|gap| libm::pow(gap, p)).sum::<f64>(), 1.0 / p)
        }
    }
}

/// Returns the encoded outputs of every row, in f64.
fn encoded(model: &Model<'_>, data: &Dataset) -> Vec<Vec<f64>> {
    let rows = encode(model, data).expect("every row can be encoded");
    rows.into_iter().map(|(row, _)| row.into_iter().map(f64::from).collect()).collect()
}

struct Case<'a> {
    metric: &'static str,
    storage: &'static str,
    weights: &'static str,
    k: usize,
    numeric: usize,
    categorical: usize,
    gaps: bool,
    encoder: &'a str,
}

impl Case<'_> {
    fn recipe(&self) -> Recipe {
        let Self { metric, storage, weights, k, encoder, .. } = self;
        let text = format!(
            "target = \"y\"\nholdout = 0\nneighbors = {k}\nmetric = \"{metric}\"\nstorage = \"{storage}\"\nweights = \"{weights}\"\nencoder = \"{encoder}\""
        );
        Recipe::from_toml("t.toml", &text).expect("a valid recipe")
    }

    fn check(&self, seed: u64) {
        let mut random = Random::new(seed, 0);
        // Supervised encoders need two classes.
        let classes = if self.encoder == "one-hot" { 3 } else { 2 };
        let text = table(&mut random, ROWS, self.numeric, self.categorical, self.gaps, classes);
        // Also a level that does not occur in training.
        let asked =
            table(&mut random, QUERIES, self.numeric, self.categorical, self.gaps, classes).replacen("l1,", "l9,", 3);
        let recipe = self.recipe();
        let (train, asked) = (read(&recipe, &text), read(&recipe, &asked));
        let plan = Plan::new(recipe, &train).expect("the recipe fits the data");
        let fitted = fit(&plan, &train, None).expect("the fit succeeds");
        let aligned = Aligned::new(&fitted.blob);
        let model = aligned.load().expect("the model is valid");
        let found = predict(&model, &asked, Wants { probabilities: true, nearest: ROWS }, Progress::NONE)
            .expect("every row has a prediction");
        self.equals_the_search_of_one(&model, &asked, &found);
        if self.metric != "hamming" {
            self.equals_the_naive_search(&model, &plan, &train, &asked, &found);
        }
    }

    /// Batched: every neighbor, vote, probability and flag equals that of a single query.
    fn equals_the_search_of_one(&self, model: &Model<'_>, asked: &Dataset, found: &[Prediction]) {
        let binding = Binding::new(model, asked).expect("the columns are there");
        let mut cells: Vec<Value<'_>> = Vec::new();
        let mut query = vec![0; model.query_words()];
        let mut all = vec![Neighbor::default(); ROWS];
        for (row, prediction) in found.iter().enumerate() {
            binding.row(row, &mut cells);
            let mut neighbors = vec![Neighbor::default(); self.k];
            let alone = model
                .classify(&cells, ScratchMut { query: &mut query, neighbors: &mut neighbors })
                .expect("every row has a prediction");
            assert_eq!(prediction.answer, Answer::Class(alone.class()));
            assert_eq!(prediction.flags, alone.flags());
            assert_eq!(prediction.distance.to_bits(), alone.distance().to_bits());
            assert_eq!(prediction.ties.votes, alone.is_tied());
            let shares: Vec<u32> =
                (0..model.payload().classes).map(|class| alone.probability(class).to_bits()).collect();
            assert_eq!(prediction.probabilities.iter().map(|share| share.to_bits()).collect::<Vec<_>>(), shares);
            let every = model.search(&query, &mut all);
            let listed: Vec<(u32, u32)> =
                every.iter().map(|n| (model.training_row(n), model.distance(n).to_bits())).collect();
            let batched: Vec<(u32, u32)> = prediction.nearest.iter().map(|&(row, d)| (row, d.to_bits())).collect();
            assert_eq!(batched, listed, "row {row}");
            let tied = every.get(self.k).is_some_and(|next| next.rank == every[self.k - 1].rank);
            assert_eq!(prediction.ties.neighbors, tied);
            // By rank, then by row; every row once.
            assert!(every.windows(2).all(|pair| (pair[0].rank, pair[0].row) < (pair[1].rank, pair[1].row)));
        }
    }

    /// The distances of encoded rows, sorted; and the vote of the first k.
    fn equals_the_naive_search(
        &self,
        model: &Model<'_>,
        plan: &Plan,
        train: &Dataset,
        asked: &Dataset,
        found: &[Prediction],
    ) {
        // The stored form of a row is not always what the device encodes it to: leave-one-out, CatBoost.
        let (_, rows) = training_encoding(plan, train).expect("it was fitted");
        let rows: Vec<Vec<f64>> = rows.into_iter().map(|row| row.into_iter().map(f64::from).collect()).collect();
        let queries = encoded(model, asked);
        // Integers are rounded to a step: each difference has an error of at most one.
        let coarse =
            model.payload().storage.integer().map_or(0.0, |(step, _)| f64::from(step) * (rows[0].len() as f64 + 1.0));
        // Terms of a product cancel: its error is relative to them, not to their sum.
        let floor = if self.metric == "dot" { 10.0 } else { 0.1 };
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-5 * b.abs().max(floor) + coarse;
        let Head::Classify(_) = model.payload().head else { panic!("no classifier") };
        for (query, prediction) in queries.iter().zip(found) {
            let distances: Vec<f64> = rows.iter().map(|row| naive(self.metric, query, row)).collect();
            let mut sorted = distances.clone();
            sorted.sort_by(f64::total_cmp);
            assert_eq!(prediction.nearest.len(), ROWS);
            for (&(row, distance), expected) in prediction.nearest.iter().zip(&sorted) {
                let own = distances[row as usize];
                assert!(near(f64::from(distance), own), "{}: {distance}, {own}", self.metric);
                assert!(near(own, *expected), "{}: the order differs: {own}, {expected}", self.metric);
            }
            let mut shares = [0.0; 3];
            let voters = &prediction.nearest[..self.k];
            let exact = voters.iter().any(|&(_, distance)| distance == 0.0);
            for &(row, distance) in voters {
                let nearkin_codegen::data::Cells::Categories(classes) = &train.column("y").expect("there").cells else {
                    panic!("y has classes")
                };
                let class =
                    ["a", "b", "c"].iter().position(|c| Some(*c) == classes.text(row as usize)).expect("a class");
                shares[class] += match (self.weights, exact) {
                    ("uniform", _) => 1.0,
                    (_, true) => f64::from(u8::from(distance == 0.0)),
                    (_, false) => 1.0 / f64::from(distance),
                };
            }
            let total: f64 = shares.iter().sum();
            let best = shares.iter().fold(0.0_f64, |a, &b| a.max(b));
            let Answer::Class(class) = prediction.answer else { panic!("no class") };
            assert!(shares[usize::from(class)] >= best * (1.0 - 1e-5), "{shares:?} {class}");
            if self.weights == "uniform" {
                let first = shares.iter().position(|share| share.total_cmp(&best).is_eq());
                assert_eq!(first, Some(usize::from(class)), "most votes, then the smaller class");
            }
            for (&found, share) in prediction.probabilities.iter().zip(shares) {
                assert!((f64::from(found) - share / total).abs() <= 1e-5, "{found} {share} {total}");
            }
        }
    }
}

const METRICS: [&str; 8] =
    ["euclidean", "manhattan", "chebyshev", "minkowski:0.5", "minkowski:3", "hamming", "cosine", "dot"];

#[test]
fn floats_with_and_without_categories() {
    for (at, metric) in METRICS.into_iter().enumerate() {
        for (numeric, categorical) in [(1, 0), (5, 0), (17, 3), (40, 0), (0, 4)] {
            for k in [1, 5, ROWS] {
                let weights = if k == 5 && metric != "dot" { "distance" } else { "uniform" };
                Case { metric, storage: "f32", weights, k, numeric, categorical, gaps: false, encoder: "one-hot" }
                    .check(at as u64);
            }
        }
    }
}

#[test]
fn floats_with_missing_and_unseen_cells() {
    for (at, metric) in METRICS.into_iter().enumerate() {
        Case {
            metric,
            storage: "f32",
            weights: "uniform",
            k: 7,
            numeric: 6,
            categorical: 3,
            gaps: true,
            encoder: "one-hot",
        }
        .check(100 + at as u64);
    }
}

#[test]
fn integers_of_both_widths() {
    for (at, metric) in METRICS.into_iter().take(3).enumerate() {
        for storage in ["i8", "i16"] {
            for (numeric, categorical) in [(1, 0), (5, 2), (18, 0), (35, 3)] {
                for k in [1, 6] {
                    Case {
                        metric,
                        storage,
                        weights: "uniform",
                        k,
                        numeric,
                        categorical,
                        gaps: false,
                        encoder: "one-hot",
                    }
                    .check(200 + at as u64);
                }
            }
        }
    }
}

#[test]
fn every_encoder_in_every_metric_and_storage() {
    for (at, method) in (0..).zip(METHODS) {
        let takes_classes = !method.supervised || method.name == "target";
        let encoder = &*if takes_classes { method.name.to_owned() } else { format!("{}:positive=b", method.name) };
        for metric in METRICS {
            Case { metric, storage: "f32", weights: "uniform", k: 4, numeric: 2, categorical: 3, gaps: false, encoder }
                .check(300 + at);
        }
        for metric in METRICS.into_iter().take(3) {
            for storage in ["i8", "i16"] {
                Case { metric, storage, weights: "uniform", k: 4, numeric: 2, categorical: 3, gaps: false, encoder }
                    .check(400 + at);
            }
        }
    }
}

/// The stored form of every row, and of rows far away.
fn queries(model: &Model<'_>, data: &Dataset) -> Vec<Vec<u32>> {
    let binding = Binding::new(model, data).expect("the columns are there");
    let mut cells: Vec<Value<'_>> = Vec::new();
    (0..data.len())
        .flat_map(|row| [1.0, 30.0].map(|times| (row, times)))
        .map(|(row, times)| {
            binding.row(row, &mut cells);
            for cell in &mut cells {
                if let Value::Number(number) = cell {
                    *number *= times;
                }
            }
            let mut query = vec![0; model.query_words()];
            model.to_query(&cells, &mut query).expect("cells that are there");
            query
        })
        .collect()
}

/// Asserts that the neighbors in buckets and in a tree are those of a brute-force search; returns how many of both indexes
/// were used.
fn check_search_indexes(recipe: &str, text: &str, asked: &str, counts: &[usize]) -> usize {
    let recipe = Recipe::from_toml("t.toml", recipe).expect("a valid recipe");
    let (data, asked) = (read(&recipe, text), read(&recipe, asked));
    let plan = Plan::new(recipe, &data).expect("the recipe fits the data");
    let blob = |search_index| {
        Aligned::new(&fit(&Plan { search_index, ..plan.clone() }, &data, None).expect("the fit succeeds").blob)
    };
    let plain = blob(SearchIndex::BruteForce);
    let plain = plain.load().expect("the model is valid");
    let rows = plain.payload().rows as usize;
    let asked = [queries(&plain, &data), queries(&plain, &asked)].concat();
    let mut pruned = 0;
    for search_index in [SearchIndex::Buckets, SearchIndex::KdTree] {
        let other = blob(search_index);
        let other = other.load().expect("the model is valid");
        pruned += usize::from(other.search_index_bytes() > 0);
        for &k in counts {
            let k = k.min(rows);
            let (mut room, mut plain_room) = (vec![Neighbor::default(); k], vec![Neighbor::default(); k]);
            for query in &asked {
                let found = other.search(query, &mut room);
                assert_eq!(found.len(), k);
                assert_eq!(found, plain.search(query, &mut plain_room), "{:?} {search_index:?} {k}", plan);
            }
        }
    }
    pruned
}

#[test]
fn rows_in_buckets_or_a_tree_give_what_rows_in_order_give() {
    let shapes = [(33, 1, 0), (64, 2, 1), (200, 3, 0), (333, 5, 2), (300, 9, 0), (300, 0, 4), (200, 20, 0)];
    let mut pruned = 0;
    for (seed, metric) in (0..).zip(METRICS.into_iter().take(3)) {
        for storage in ["f32", "i16", "i8"] {
            for (rows, numeric, categorical) in shapes {
                let mut random = Random::new(500 + seed, rows as u64);
                let mut text = table(&mut random, rows, numeric, categorical, false, 2);
                // Rows that occur twice tie at every distance.
                let again: Vec<&str> = text.lines().skip(1).step_by(5).collect();
                let again = again.join("\n");
                text.push_str(&again);
                let asked = table(&mut random, 40, numeric, categorical, false, 2);
                let recipe = format!(
                    "target = \"y\"\nholdout = 0\nneighbors = 3\nmetric = \"{metric}\"\nstorage = \"{storage}\""
                );
                // Also more than the first rows of a bucket: near its center, no later bucket may be skipped.
                pruned += check_search_indexes(&recipe, &text, &asked, &[1, 3, 12, 25, rows]);
            }
        }
    }
    // Trees need numbers, buckets the euclidean distance.
    assert_eq!(pruned, 3 * 3 * (shapes.len() - 1) + 3 * shapes.len());
}

#[test]
fn many_equal_rows_around_a_center_are_all_found() {
    for seed in 0..6 {
        let mut random = Random::new(600 + seed, 0);
        let kinds: Vec<([usize; 4], usize)> =
            (0..24).map(|_| ([(); 4].map(|()| random.below(5)), random.below(41))).collect();
        let mut text = String::from("c0,c1,c2,c3,n0,y\n");
        for row in 0..400 {
            let ([first, second, third, fourth], number) = kinds[row % 24];
            let number = number + random.below(3);
            text += &format!("p{first},q{second},r{third},s{fourth},{number},{}\n", ["a", "b"][random.below(2)]);
        }
        for storage in ["f32", "i16", "i8"] {
            let recipe = format!("target = \"y\"\nholdout = 0\nneighbors = 3\nstorage = \"{storage}\"");
            assert_eq!(check_search_indexes(&recipe, &text, &text, &[10, 20, 40]), 2);
        }
    }
}

#[test]
fn squares_that_overflow_pass_over_nothing() {
    let mut pruned = 0;
    for seed in 0..4 {
        let mut random = Random::new(700 + seed, 0);
        for power in [17, 18, 19] {
            let mut large = |rows| {
                let mut text: String = (0..12).map(|at| format!("n{at},")).collect();
                text.push_str("y\n");
                for _ in 0..rows {
                    (0..12).for_each(|_| text += &format!("{}e{power},", random.normal() * 3.0));
                    text.push_str(["a\n", "b\n"][random.below(2)]);
                }
                text
            };
            let (text, asked) = (large(200), large(40));
            let recipe = "target = \"y\"\nholdout = 0\nneighbors = 3\nscaler = \"none\"";
            pruned += check_search_indexes(recipe, &text, &asked, &[1, 3, 25]);
        }
    }
    // Buckets are not built if their rows are too far apart.
    assert!((12..24).contains(&pruned), "{pruned}");
}

#[test]
fn a_tree_is_chosen_where_it_passes_over_most_rows() {
    let mut random = Random::new(9, 0);
    let recipe = "target = \"y\"\nholdout = 0\nneighbors = 3\nstorage = \"i8\"";
    let recipe = Recipe::from_toml("t.toml", recipe).expect("a valid recipe");
    let data = read(&recipe, &table(&mut random, 800, 3, 0, false, 2));
    let aligned = Aligned::new(
        &fit(&Plan::new(recipe, &data).expect("the recipe fits the data"), &data, None).expect("the fit succeeds").blob,
    );
    let model = aligned.load().expect("the model is valid");
    // 49 planes, a word each: 50 leaves of 16 rows.
    assert_eq!(model.search_index_bytes(), 49 * 4);
    let (visits, mut room) = (SearchStats::default(), [Neighbor::default(); 3]);
    let asked = queries(&model, &data);
    for query in asked.iter().step_by(2) {
        model.search_with_stats(query, &mut room, &visits);
    }
    // With three numbers, only a few leaves are searched.
    let (rows, nodes) = (visits.rows.get() / 800, visits.nodes.get() / 800);
    assert!((16..160).contains(&rows) && (6..40).contains(&nodes), "{rows} rows, {nodes} nodes");
}

#[test]
fn integer_distances_at_the_extremes_are_whole_sums() {
    for (metric, storage) in METRICS.into_iter().take(3).flat_map(|metric| [(metric, "i8"), (metric, "i16")]) {
        for width in [1, 5, 64, 900] {
            // Corners of the box, and its middle.
            let row = |cell: &dyn Fn(usize) -> f64| (0..width).map(|at| format!("{},", cell(at))).collect::<String>();
            let header: String = (0..width).map(|at| format!("n{at},")).collect();
            let corners =
                [row(&|_| -1.0), row(&|_| 1.0), row(&|at| if at % 2 == 0 { 1.0 } else { -1.0 }), row(&|_| 0.1)];
            let lines = corners.iter().enumerate().map(|(at, row)| format!("{row}{}\n", ["a", "b"][at % 2]));
            let text = lines.fold(format!("{header}y\n"), |text, line| text + &line);
            let recipe = format!(
                "target = \"y\"\nholdout = 0\nneighbors = 4\nscaler = \"none\"\nmetric = \"{metric}\"\nstorage = \"{storage}\""
            );
            let recipe = Recipe::from_toml("t.toml", &recipe).expect("a valid recipe");
            let data = read(&recipe, &text);
            let plan = Plan::new(recipe, &data).expect("the recipe fits the data");
            let aligned = Aligned::new(&fit(&plan, &data, None).expect("the fit succeeds").blob);
            let model = aligned.load().expect("the model is valid");
            let fill = |cell: f32| {
                let mut query = vec![0; model.query_words()];
                let flags = model.to_query(&vec![Value::Number(cell); width], &mut query).expect("numbers");
                (query, flags.is_outside())
            };
            let shorts = |query: &[u32]| -> Vec<i64> {
                #[expect(clippy::cast_possible_truncation, reason = "the two halves of a word")]
                let halves = query.iter().flat_map(|word| [*word as u16, (word >> 16) as u16]);
                halves.take(width).map(|half| i64::from(half.cast_signed())).collect()
            };
            // Rows are inside the bound, so their stored form equals that of the same row as a query.
            let binding = Binding::new(&model, &data).expect("the columns are there");
            let mut cells: Vec<Value<'_>> = Vec::new();
            let rows: Vec<Vec<i64>> = (0..4)
                .map(|row| {
                    binding.row(row, &mut cells);
                    let mut query = vec![0; model.query_words()];
                    assert!(!model.to_query(&cells, &mut query).expect("numbers").is_outside());
                    shorts(&query)
                })
                .collect();
            for far in [f32::MAX, f32::MIN, 1e9, -1e9] {
                let (query, outside) = fill(far);
                assert!(outside, "{metric} {storage} {width}");
                let mut room = [Neighbor::default(); 4];
                for neighbor in model.search(&query, &mut room) {
                    let gaps = shorts(&query).into_iter().zip(&rows[neighbor.row as usize]).map(|(a, b)| (a - b).abs());
                    let whole: i64 = match metric {
                        "euclidean" => gaps.map(|gap| gap * gap).sum(),
                        "manhattan" => gaps.sum(),
                        _ => gaps.max().unwrap_or(0),
                    };
                    assert_eq!(i64::from(neighbor.rank), whole, "{metric} {storage} {width}");
                    assert!(whole < 1 << 31, "{metric} {storage} {width}: {whole}");
                }
            }
        }
    }
}
