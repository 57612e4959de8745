//! Themes against the labels of lichess's puzzle table.

use std::collections::BTreeSet;

use pinsight_tactics::{PuzzleError, Theme, parse_puzzle, themes_of};

/// Puzzles with lichess's labels; see `tests/data/README.md`.
const PUZZLES: &str = include_str!("../data/puzzles.csv");

/// Themes that follow from the rules alone.
const EXACT: [Theme; 10] = [
    Theme::MateIn1,
    Theme::MateIn2,
    Theme::MateIn3,
    Theme::DoubleCheck,
    Theme::DiscoveredCheck,
    Theme::EnPassant,
    Theme::Promotion,
    Theme::BackRankMate,
    Theme::SmotheredMate,
    Theme::Mate,
];

/// Themes of one move or of the final position.
const GEOMETRIC: [Theme; 13] = [
    Theme::Pin,
    Theme::Skewer,
    Theme::Fork,
    Theme::HangingPiece,
    Theme::DiscoveredAttack,
    Theme::XRayAttack,
    Theme::TrappedPiece,
    Theme::AnastasiaMate,
    Theme::ArabianMate,
    Theme::BodenMate,
    Theme::DoubleBishopMate,
    Theme::DovetailMate,
    Theme::HookMate,
];

/// Themes of several moves.
const COMBINED: [Theme; 10] = [
    Theme::CapturingDefender,
    Theme::Deflection,
    Theme::Attraction,
    Theme::Interference,
    Theme::Clearance,
    Theme::Intermezzo,
    Theme::Sacrifice,
    Theme::ExposedKing,
    Theme::QuietMove,
    Theme::DefensiveMove,
];

/// Derived themes and labels of each puzzle of the sample.
fn labelled() -> Vec<(BTreeSet<Theme>, BTreeSet<Theme>)> {
    let rows = PUZZLES.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    rows.map(|row| {
        let [id, fen, moves, labels] = row[..] else { panic!("four columns in {row:?}") };
        let puzzle = parse_puzzle(fen, moves).unwrap_or_else(|error| panic!("{id}: {error}"));
        let labels = labels.split(' ').filter_map(|label| label.parse().ok()).collect();
        (themes_of(&puzzle).into_iter().collect(), labels)
    })
    .collect()
}

/// F1 over all themes of a group together.
fn f1(themes: &[Theme]) -> f64 {
    let (mut both, mut either) = (0, 0);
    for (derived, labels) in labelled() {
        for theme in themes {
            let (derived, label) = (derived.contains(theme), labels.contains(theme));
            both += usize::from(derived && label);
            either += usize::from(derived) + usize::from(label);
        }
    }
    assert!(both >= 4 * themes.len(), "too few puzzles");
    2.0 * both as f64 / either as f64
}

#[test]
fn themes_of_each_group_agree_with_lichess() {
    for (group, floor) in [(&EXACT[..], 0.99), (&GEOMETRIC, 0.92), (&COMBINED, 0.82)] {
        let f1 = f1(group);
        assert!(f1 >= floor, "F1 {f1:.3} of {group:?}");
    }
}

#[test]
fn each_theme_alone_agrees_with_lichess() {
    for &theme in EXACT.iter().chain(&GEOMETRIC).chain(&COMBINED) {
        let f1 = f1(&[theme]);
        assert!(f1 >= 0.7, "{theme}: F1 {f1:.3}");
    }
}

#[test]
fn themes_are_sorted_and_their_names_parse() {
    assert!(Theme::ALL.is_sorted_by_key(|theme| theme.name()));
    assert!(Theme::ALL.is_sorted());
    for theme in Theme::ALL {
        assert_eq!(theme.to_string().parse(), Ok(theme));
    }
    assert!("master".parse::<Theme>().is_err());
}

#[test]
fn broken_puzzles_are_refused() {
    let fen = "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1";
    assert!(matches!(parse_puzzle("x", "a2a4 d1d8"), Err(PuzzleError::Position(_))));
    assert!(matches!(parse_puzzle(fen, "a2a4 d1d9"), Err(PuzzleError::Syntax { number: 2, .. })));
    assert!(matches!(parse_puzzle(fen, "a2a4 d1e8"), Err(PuzzleError::Illegal { number: 2, .. })));
    assert!(matches!(parse_puzzle(fen, "a2a4"), Err(PuzzleError::TooShort)));
    assert!(matches!(parse_puzzle(fen, ""), Err(PuzzleError::TooShort)));
}
