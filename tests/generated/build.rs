//! A build script as firmware has one; the tests run it as cargo would. Arguments: the data, and a recipe if there is one.

use std::env;

use nearkin_codegen::{Fit, Result};

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let data = arguments.next().expect("the test names the data");
    let fit = match arguments.next() {
        Some(recipe) => Fit::from_recipe(data, recipe)?,
        None => Fit::from_csv(data).target("class"),
    };
    // Without cargo there is no such folder.
    fit.generate_to(env::var_os("OUT_DIR").unwrap_or_else(|| "out".into()))?;
    Ok(())
}
