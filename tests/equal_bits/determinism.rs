//! The same input results in the same bytes, in every run and on any number of threads.

use nearkin_tests::sample_models::{RECIPES, csv, fit_recipe};

#[test]
fn fits_are_reproducible_on_any_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    let (one, many) = (pool(1), pool(5));
    // More rows than a chunk of any parallel loop.
    let csv = csv(700);
    for (name, recipe) in RECIPES {
        let fit = || fit_recipe(recipe, &csv).unwrap_or_else(|error| panic!("{name}: {error}")).blob;
        let first = many.install(fit);
        assert!(first == many.install(fit), "{name}: a second fit differs");
        assert!(first == one.install(fit), "{name}: a fit on one thread differs");
    }
}

#[test]
fn there_are_at_least_twenty_recipes() {
    assert!(RECIPES.len() >= 20);
}
