//! Wrong rows do not compile, and the compiler's message points at the cause.

#[test]
fn wrong_rows_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/typed/right.rs");
    for case in ["wrong_category", "missing_field", "none_where_refused", "name_for_category"] {
        cases.compile_fail(format!("tests/typed/{case}.rs"));
    }
}
