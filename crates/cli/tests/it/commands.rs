//! Runs the examples in `cmd/` and compares their output.

#[test]
fn examples_print_the_documented_output() {
    trycmd::TestCases::new().case("tests/cmd/*.md");
}
