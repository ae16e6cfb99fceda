//! A recipe from outside the crate: read, merge, check, resolve, save, read again.

use nearkin_codegen::recipe::{Metric, Missing, ModelKind, Recipe, Task};

const HOUSES: &str = r#"
target = "price"
task = "regress"
drop = ["id"]
encoder = "target:smoothing=5"
neighbors = 7
weights = "distance"

[encode]
"zip code" = "ordinal:order=low|mid|high"

[missing]
area = "median+indicator"

[csv]
delimiter = "semicolon"
decimal-comma = true
"#;

fn houses() -> Recipe {
    Recipe::from_toml("houses.toml", HOUSES).expect("a valid recipe")
}

#[test]
fn a_written_recipe_is_typed() {
    let recipe = houses();
    recipe.check().expect("the recipe is consistent");
    assert_eq!(recipe.task, Some(Task::Regress));
    assert_eq!(recipe.model_kind(), ModelKind::Knn);
    assert_eq!(recipe.missing["area"].to_string(), "median+indicator");
    assert!(matches!(recipe.missing["area"], Missing::Impute { indicator: true, .. }));
    assert_eq!(recipe.encoder_of("street").expect("the model is valid").to_string(), "target:smoothing=5");
    assert_eq!(recipe.encoder_of("zip code").expect("the model is valid").to_string(), "ordinal:order=low|mid|high");
    assert_eq!(recipe.csv.read_options().delimiter, Some(b';'));
}

#[test]
fn flags_beat_the_recipe_and_the_result_can_be_saved() {
    let flags = Recipe { metric: Some(Metric::Manhattan), neighbors: Some(3), ..Recipe::default() };
    let merged = Recipe::merge(flags, houses()).with_defaults();
    merged.check().expect("the recipe is consistent");
    assert_eq!((merged.metric, merged.neighbors, merged.seed), (Some(Metric::Manhattan), Some(3), Some(0)));
    let saved = merged.to_toml_commented(&|key| (key == "task").then(|| "the target is not an integer".to_owned()));
    assert!(saved.contains("(the target is not an integer)\ntask = \"regress\"\n"));
    assert_eq!(Recipe::from_toml("saved.toml", &saved).expect("our own format"), merged);
    assert_eq!(Recipe::from_json(&merged.to_json()).expect("our own format"), merged);
}

#[test]
fn the_order_of_keys_in_a_recipe_does_not_change_its_output() {
    let other = HOUSES.replace("neighbors = 7\nweights = \"distance\"", "weights = \"distance\"\nneighbors = 7");
    let other = Recipe::from_toml("other.toml", &other).expect("a valid recipe");
    assert_eq!(other.to_json(), houses().to_json());
    assert_eq!(other.to_toml_commented(&|_| None), houses().to_toml_commented(&|_| None));
}

#[test]
fn a_hostile_recipe_is_an_error_and_not_a_panic() {
    let deep = format!("drop = {}", "[".repeat(10_000));
    for text in ["\u{0}", "= = =", "[csv", "csv = []", "[[encode]]\na = 1", "encode = \"x\"", deep.as_str()] {
        assert_eq!(Recipe::from_toml("r.toml", text).expect_err("wrong").exit_code(), 2);
    }
}
