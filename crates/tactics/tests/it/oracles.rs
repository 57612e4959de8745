//! Compares lines and pins with slow, independent implementations.

use pinsight_rules::{
    Board, CastlingMode, Color, Piece, Position, Role, Setup, Square, VALUES, Values, attacks,
};
use pinsight_tactics::{Line, LineKind, PinOptions, detect, lines, standing, standing_pins};
use pinsight_testkit::exchange::exchange as slow_exchange;
use pinsight_testkit::{games, python, random};

/// Finds lines by removing each piece that a slider attacks: what it attacks only then is the shielded piece.
fn lines_by_removal(board: &Board) -> Vec<[Square; 3]> {
    let mut found = Vec::new();
    for (attacker, piece) in board.pieces().filter(|(_, piece)| piece.role.is_slider()) {
        let before = board.attacks_from(attacker);
        for pinned in before.into_iter().filter(|&square| board.color_at(square) == Some(!piece.color)) {
            let mut lifted = *board;
            lifted.remove(pinned);
            for shielded in lifted.attacks_from(attacker) - before {
                if board.color_at(shielded) == Some(!piece.color) {
                    found.push([attacker, pinned, shielded]);
                }
            }
        }
    }
    found.sort();
    found
}

/// Returns kind and cost literally by the definition, with the slow exchange.
fn kind_by_definition(board: &Board, squares: [Square; 3], values: &Values) -> (LineKind, Option<i32>) {
    let [attacker, pinned, shielded] = squares.map(|square| board.piece_at(square).unwrap());
    if shielded.role == Role::King {
        return (LineKind::AbsolutePin, None);
    }
    if pinned.role == Role::King {
        return (LineKind::AbsoluteSkewer, None);
    }
    let gain = |board: &Board, square| slow_exchange(board, square, attacker.color, values);
    if values[pinned.role] > values[shielded.role] && gain(board, squares[1]) > 0 {
        return (LineKind::Skewer, None);
    }
    let mut lifted = *board;
    lifted.remove(squares[1]);
    if !attacker_may_take(&lifted, attacker, squares) {
        return (LineKind::XRay, None);
    }
    let cost = gain(&lifted, squares[2]);
    if values[shielded.role] > values[pinned.role] || cost > 0 {
        (LineKind::RelativePin, Some(cost))
    } else {
        (LineKind::XRay, None)
    }
}

/// Whether the attacker can capture the shielded piece without exposing its king to a slider.
fn attacker_may_take(lifted: &Board, attacker: Piece, squares: [Square; 3]) -> bool {
    let mut after = *lifted;
    after.remove(squares[0]);
    after.set(squares[2], attacker);
    let king = lifted.king(attacker.color).unwrap();
    let sliders = |board: &Board| {
        board.attackers(king, !attacker.color, board.occupied())
            & (board.diagonal_sliders() | board.orthogonal_sliders())
    };
    sliders(&after).is_subset(sliders(lifted))
}

fn key(line: &Line) -> ([Square; 3], LineKind, Option<i32>) {
    (line.squares(), line.kind, line.cost)
}

#[test]
fn lines_equal_those_by_removal_and_kinds_those_by_definition() {
    let mut counts = [0; 5];
    for position in random::positions(100_000, 11).into_iter().chain(games::positions()) {
        let board = position.board();
        let mut found: Vec<_> = lines(board, &VALUES).iter().map(key).collect();
        found.sort();
        let expected: Vec<_> = lines_by_removal(board)
            .into_iter()
            .map(|squares| {
                let (kind, cost) = kind_by_definition(board, squares, &VALUES);
                (squares, kind, cost)
            })
            .collect();
        assert_eq!(found, expected, "{position}");
        for (_, kind, _) in found {
            counts[LineKind::ALL.into_iter().position(|other| other == kind).unwrap()] += 1;
        }
    }
    assert!(counts.into_iter().all(|count| count > 50), "{counts:?}");
}

#[test]
fn kinds_equal_those_by_definition_with_other_values() {
    let values = pinsight_tactics::parse_values("p=2,n=7,b=8,r=13,q=25").unwrap();
    for position in random::positions(30_000, 12) {
        let board = position.board();
        for line in lines(board, &values) {
            let expected = kind_by_definition(board, line.squares(), &values);
            assert_eq!((line.kind, line.cost), expected, "{position} {line:?}");
        }
    }
}

#[test]
fn absolute_pins_equal_those_of_move_generation() {
    for position in random::positions(20_000, 13).into_iter().chain(games::positions()) {
        let mut ours: Vec<_> = lines(position.board(), &VALUES)
            .iter()
            .filter(|line| line.kind == LineKind::AbsolutePin)
            .map(Line::squares)
            .collect();
        let mut theirs: Vec<_> = Color::ALL
            .into_iter()
            .flat_map(|color| position.king_pins(color))
            .map(|pin| [pin.attacker, pin.pinned, pin.king])
            .collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{position}");
    }
}

/// Prints the pinned squares of both sides, each with its line.
const SCRIPT: &str = r#"
import sys, chess
for line in sys.stdin:
    board = chess.Board(line.strip(), chess960=True)
    pins = []
    for color in chess.COLORS:
        for square in chess.SquareSet(board.occupied_co[color]):
            if board.is_pinned(color, square):
                pins.append("%s:%016x" % (chess.square_name(square), int(board.pin(color, square))))
    print(",".join(sorted(pins)))
"#;

#[test]
fn absolute_pins_equal_those_of_python_chess() {
    let mut positions = random::positions(5_000, 14);
    positions.extend(games::positions());
    let input: String = positions.iter().map(|position| format!("{position}\n")).collect();
    let answers = python::run(SCRIPT, &input);
    assert_eq!(answers.len(), positions.len());
    for (position, answer) in positions.iter().zip(answers) {
        let mut pins: Vec<String> = standing_pins(position)
            .iter()
            .filter(|pin| pin.kind == LineKind::AbsolutePin)
            .map(|pin| {
                let line = attacks::line(pin.attacker.square, pin.shielded.square);
                format!("{}:{:016x}", pin.pinned.square, line.0)
            })
            .collect();
        pins.sort();
        assert_eq!(pins.join(","), answer, "{position}");
    }
}

/// A pin without its colours, which a flip changes.
type Colorless = ([Square; 3], [Role; 3], LineKind, Option<i32>, String, String);

fn colorless_pins(position: &Position, turn: impl Fn(Square) -> Square) -> Vec<Colorless> {
    let mut pins: Vec<Colorless> = standing(position, &PinOptions { all: true, ..PinOptions::default() })
        .iter()
        .map(|pin| {
            let roles = [pin.attacker, pin.pinned, pin.shielded].map(|placed| placed.piece.role);
            let attributes = format!(
                "{:?} {:?} {:?} {:?}",
                pin.freedom(),
                pin.static_reply().map(|reply| reply.gain),
                pin.attacker_flags(),
                pin.is_cross_pin()
            );
            let targets: pinsight_rules::Bitboard = pin.targets().into_iter().map(&turn).collect();
            (pin.squares().map(&turn), roles, pin.kind, pin.cost, attributes, format!("{targets:?}"))
        })
        .collect();
    pins.sort();
    pins
}

#[test]
fn pins_are_symmetric_under_colour_flip_and_mirror() {
    for position in random::positions(3_000, 15) {
        let mut setup = position.to_setup();
        setup.castling = pinsight_rules::Bitboard::EMPTY;
        let plain = colorless_pins(&Position::try_from(setup.clone()).unwrap(), |square| square);
        let flipped = Position::try_from(setup.flip_colors()).unwrap();
        assert_eq!(plain, colorless_pins(&flipped, Square::flip_ranks), "{position}");
        let mirrored = Position::try_from(setup.flip_files()).unwrap();
        assert_eq!(plain, colorless_pins(&mirrored, Square::flip_files), "{position}");
    }
}

#[test]
fn changes_are_symmetric_under_colour_flip_and_mirror() {
    let options = PinOptions { all: true, ..PinOptions::default() };
    for position in random::positions(600, 16) {
        let without_castling = |setup: Setup| {
            Position::try_from(Setup { castling: pinsight_rules::Bitboard::EMPTY, ..setup }).unwrap()
        };
        let plain = without_castling(position.to_setup());
        let flipped = without_castling(plain.to_setup().flip_colors());
        let mirrored = without_castling(plain.to_setup().flip_files());
        for mv in plain.legal_moves() {
            let described = |position: &Position, turn: fn(Square) -> Square| {
                let mv = position.explain_move(turn(mv.from()), turn(mv.to()), mv.promotion()).unwrap();
                let change = detect(position, mv, &options);
                let mut pins: Vec<_> = [change.new, change.kept, change.released]
                    .iter()
                    .flatten()
                    .map(|pin| {
                        (
                            pin.squares().map(turn),
                            pin.kind,
                            pin.cost,
                            format!("{:?} {:?} {:?} {}", pin.status, pin.cause, pin.by, pin.shifted),
                        )
                    })
                    .collect();
                pins.sort();
                pins
            };
            let expected = described(&plain, |square| square);
            assert_eq!(expected, described(&flipped, Square::flip_ranks), "{plain} {mv:?}");
            assert_eq!(expected, described(&mirrored, Square::flip_files), "{plain} {mv:?}");
        }
    }
}

#[test]
fn the_moves_of_a_pinned_piece_to_move_are_its_legal_moves() {
    for position in random::positions(20_000, 17) {
        for pin in standing(&position, &PinOptions { all: true, ..PinOptions::default() }) {
            if pin.pinned.piece.color != position.turn() {
                continue;
            }
            let sorted = |mut moves: Vec<String>| {
                moves.sort();
                moves
            };
            let legal = position.legal_moves_from(pin.pinned.square);
            let legal = legal.iter().map(|&mv| position.uci(mv, CastlingMode::Chess960).to_string());
            let ours = pin.moves().iter().map(ToString::to_string).collect();
            assert_eq!(sorted(ours), sorted(legal.collect()), "{position} {pin}");
            if let Some(reply) = pin.static_reply() {
                let mv = position.move_from_uci(reply.played).unwrap();
                assert!(!attacks::line(pin.attacker.square, pin.pinned.square).contains(mv.to()));
                let mates = position.play(mv).unwrap().is_checkmate();
                assert_eq!(reply.gain.is_none(), mates, "{position} {mv:?}");
                assert!(mates || position.is_capture(mv), "{position} {mv:?}");
            }
        }
    }
}
