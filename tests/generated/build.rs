//! A build script as firmware has one; the tests run it as cargo would. Arguments: the data,
//! and a recipe if there is one; `again` in its place for a second model of the same name.

use std::env;
use std::ffi::OsString;

use nearkin_codegen::{Fit, Result};

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let data = arguments.next().expect("the test names the data");
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

/// Without cargo there is no such folder.
fn out() -> OsString {
    env::var_os("OUT_DIR").unwrap_or_else(|| "out".into())
}
