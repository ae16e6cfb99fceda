//! `Fit` of `nearkin-codegen` fits whatever `nearkin fit` fits, to the same bytes.

use nearkin_codegen::Fit;
use nearkin_codegen::recipe::Recipe;

use crate::workplace::{TABLE, Workplace, recipes};

#[test]
fn the_builder_and_the_command_line_fit_the_same_bytes() {
    let workplace = Workplace::new();
    for (name, text) in recipes() {
        let model = workplace.fit(text);
        let data = workplace.path(TABLE);
        let recipe = Recipe::from_toml("recipe.toml", text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let built = Fit::from_csv(&data).with(|options| *options = recipe).fit();
        let built = built.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(built.blob == model, "{name}, options given to the builder");
        let read = Fit::from_recipe(&data, workplace.path("recipe.toml")).and_then(|fit| fit.fit());
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(read.blob == model, "{name}, the recipe's file given to the builder");
    }
}
