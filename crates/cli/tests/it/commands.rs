//! What each command prints: the examples of `cmd/`.

#[test]
fn the_examples_print_what_they_say() {
    trycmd::TestCases::new().case("tests/cmd/*.md");
}
