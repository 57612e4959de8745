//! Runs the examples in `cmd/` and compares their output.

#[test]
fn examples_print_the_documented_output() {
    // An empty name turns the config file of the user off.
    trycmd::TestCases::new().env("PINSIGHT_CONFIG", "").case("tests/cmd/*.md").case("tests/cmd/*.toml");
}
