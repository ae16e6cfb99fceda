//! The build script of a firmware crate; the tests run it as cargo does.
//!
//! Arguments: the CSV, then optionally a recipe, or `again` to generate a second module of the same name.

use std::env;
use std::ffi::OsString;

use nearkin_codegen::{Fit, Result};

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let data = arguments.next().expect("the test passes the path of the CSV");
    let second = arguments.next();
    let fit = match second.as_deref() {
        Some("again") => {
            Fit::from_csv(&data).target("class").neighbors(1).generate_to(out())?;
            Fit::from_csv(data).target("class")
        }
        Some(recipe) => Fit::from_recipe(data, recipe)?,
        None => Fit::from_csv(data).target("class"),
    };
    fit.generate_to(out())?;
    Ok(())
}

/// Returns the folder for outputs; `OUT_DIR` is not set outside of cargo.
fn out() -> OsString {
    env::var_os("OUT_DIR").unwrap_or_else(|| "out".into())
}
