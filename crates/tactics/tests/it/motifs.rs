//! Motifs: the examples of `docs/motifs.md`, and detectors against slow versions that try every piece and move.

use std::collections::{BTreeMap, BTreeSet};

use pinsight_rules::attacks::line as line_through;
use pinsight_rules::{Bitboard, Board, Move, Position, Role, Square, VALUES};
use pinsight_tactics::{Combination, Motif, MotifKind, SquareRole, motifs_of, motifs_of_line};
use pinsight_testkit::exchange::exchange as slow_exchange;
use pinsight_testkit::random::{self, Random};
use pinsight_testkit::{collections, games};

const DOCUMENTATION: &str = include_str!("../../../../docs/motifs.md");

/// An example of the documentation.
struct Example<'a> {
    kind: MotifKind,
    fen: &'a str,
    moves: &'a str,
    shows_it: bool,
}

/// Reads the tables below the headings that name a motif.
fn examples() -> Vec<Example<'static>> {
    let mut kind = None;
    let mut examples = Vec::new();
    for line in DOCUMENTATION.lines() {
        if let Some(name) = line.strip_prefix("### `").and_then(|rest| rest.strip_suffix('`')) {
            kind = Some(name.parse().unwrap_or_else(|error| panic!("{error}")));
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let (Some(kind), [fen, moves, shows]) = (kind, cells.as_slice())
            && fen.starts_with('`')
        {
            let shows_it = *shows == "yes";
            assert!(shows_it || *shows == "no", "{line}");
            examples.push(Example { kind, fen: fen.trim_matches('`'), moves, shows_it });
        }
    }
    examples
}

/// Finds the motifs of an example: `-` stands for the position, a move in parentheses for the opponent's move before
/// the line.
fn motifs_of_example(example: &Example<'_>) -> Vec<Motif> {
    let position: Position = example.fen.parse().expect(example.fen);
    if example.moves == "-" {
        return motifs_of(&position);
    }
    let mut current = position;
    let mut moves = Vec::new();
    let mut has_lead = false;
    for word in example.moves.split(' ') {
        has_lead |= word.starts_with('(');
        let mv = current.parse_move(word.trim_matches(['(', ')'])).unwrap_or_else(|error| panic!("{error}"));
        current = current.play_unchecked(mv);
        moves.push(mv);
    }
    if has_lead {
        Combination::after(&position, moves[0], &moves[1..]).expect("legal moves").motifs()
    } else {
        motifs_of_line(&position, &moves).expect("legal moves")
    }
}

#[test]
fn each_documented_example_shows_its_motif_or_not() {
    for example in examples() {
        let found = motifs_of_example(&example).iter().any(|motif| motif.kind == example.kind);
        let Example { kind, fen, moves, shows_it } = example;
        assert_eq!(found, shows_it, "{kind} in {fen} {moves}");
    }
}

#[test]
fn each_motif_is_documented_with_two_positive_and_one_negative_example() {
    let mut counts: BTreeMap<MotifKind, [usize; 2]> = BTreeMap::new();
    for example in examples() {
        counts.entry(example.kind).or_default()[usize::from(example.shows_it)] += 1;
    }
    for kind in MotifKind::ALL {
        let [negative, positive] = counts.get(&kind).copied().unwrap_or_default();
        assert!(positive >= 2 && negative >= 1, "{kind}: {positive} positive, {negative} negative");
    }
}

#[test]
fn names_of_motifs_parse() {
    for kind in MotifKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("Fork".parse::<MotifKind>().is_err());
}

/// Positions of famous games, and of a collection where it is present.
fn real_positions() -> Vec<Position> {
    let collection = collections::games("tournament.pgn.zst", 40).into_iter().flatten();
    games::positions().into_iter().chain(collection.map(|(position, _)| position)).collect()
}

/// The positions of the documented examples.
fn documented_positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for example in examples() {
        let mut current: Position = example.fen.parse().expect(example.fen);
        positions.push(current);
        for word in example.moves.split(' ').filter(|&word| word != "-") {
            let mv = current.parse_move(word.trim_matches(['(', ')'])).expect("a legal move");
            current = current.play_unchecked(mv);
            positions.push(current);
        }
    }
    positions
}

fn positions() -> Vec<Position> {
    let mut random = Random::new(15);
    let scattered = (0..2_000).map(|_| random::scattered(&mut random));
    random::positions(2_000, 16).into_iter().chain(scattered).chain(real_positions()).collect()
}

/// The squares of each motif of a kind: attackers or defenders, and targets or kings.
fn found(position: &Position, kind: MotifKind) -> Vec<(Bitboard, Bitboard)> {
    let of = |motif: &Motif, roles: [SquareRole; 2]| -> Bitboard {
        roles.into_iter().flat_map(|role| motif.squares_of(role).collect::<Vec<_>>()).collect()
    };
    let squares = |motif: &Motif| {
        let by = of(motif, [SquareRole::Attacker, SquareRole::Defender]);
        (by, of(motif, [SquareRole::Target, SquareRole::King]))
    };
    let motifs = motifs_of(position);
    let mut all: Vec<_> = motifs.iter().filter(|motif| motif.kind == kind).map(squares).collect();
    all.sort_by_key(|(by, targets)| (by.0, targets.0));
    all
}

fn sorted(mut all: Vec<(Bitboard, Bitboard)>) -> Vec<(Bitboard, Bitboard)> {
    all.sort_by_key(|(by, targets)| (by.0, targets.0));
    all
}

fn one(square: Square) -> Bitboard {
    Bitboard::from_square(square)
}

/// The attackers of a square, found piece by piece.
fn slow_attackers(board: &Board, square: Square, color: pinsight_rules::Color) -> Bitboard {
    let pieces = board.pieces().filter(|(_, piece)| piece.color == color);
    pieces.filter(|&(from, _)| board.attacks_from(from).contains(square)).map(|(from, _)| from).collect()
}

/// Whether some order of captures gives the piece a recapture: after any capture the other side captures there.
fn slow_is_defended(board: &Board, square: Square) -> bool {
    let piece = board.piece_at(square).expect("a piece");
    slow_attackers(board, square, piece.color).any()
        || slow_attackers(board, square, !piece.color).into_iter().any(|attacker| {
            let mut after = *board;
            let capturer = board.piece_at(attacker).expect("an attacker");
            after.remove(attacker);
            after.set(square, capturer);
            slow_attackers(&after, square, piece.color).any()
        })
}

fn worth(role: Role) -> i32 {
    if role == Role::King { 99 } else { VALUES.of(role) }
}

fn slow_is_en_prise(board: &Board, square: Square) -> bool {
    let piece = board.piece_at(square).expect("a piece");
    let attackers = slow_attackers(board, square, !piece.color);
    let cheapest = attackers.into_iter().filter_map(|attacker| board.role_at(attacker)).map(worth).min();
    cheapest.is_some_and(|cheapest| cheapest < worth(piece.role) || !slow_is_defended(board, square))
}

#[test]
fn hanging_pieces_equal_those_of_the_slow_exchange() {
    let mut count = 0;
    for position in positions() {
        let board = position.board();
        let pieces = board.pieces().filter(|(_, piece)| !matches!(piece.role, Role::Pawn | Role::King));
        let hanging =
            pieces.filter(|&(square, piece)| slow_exchange(board, square, !piece.color, &VALUES) > 0);
        let slow = hanging.map(|(square, piece)| (slow_attackers(board, square, !piece.color), one(square)));
        let slow = sorted(slow.collect());
        count += slow.len();
        assert_eq!(found(&position, MotifKind::HangingPiece), slow, "{position}");
    }
    assert!(count > 1_000, "only {count}");
}

#[test]
fn forks_equal_those_found_piece_by_piece() {
    let mut count = 0;
    for position in positions() {
        let board = position.board();
        let mut slow = Vec::new();
        for (from, piece) in board.pieces().filter(|(_, piece)| piece.role != Role::King) {
            let targets: Bitboard = board
                .pieces()
                .filter(|&(to, target)| {
                    let is_dearer = worth(target.role) > worth(piece.role);
                    let is_loose = !slow_is_defended(board, to) && !board.attacks_from(to).contains(from);
                    board.attacks_from(from).contains(to)
                        && target.color != piece.color
                        && target.role != Role::Pawn
                        && (is_dearer || is_loose)
                })
                .map(|(to, _)| to)
                .collect();
            if targets.len() >= 2 && !slow_is_en_prise(board, from) {
                slow.push((one(from), targets));
            }
        }
        count += slow.len();
        assert_eq!(found(&position, MotifKind::Fork), sorted(slow), "{position}");
    }
    assert!(count > 200, "only {count}");
}

#[test]
fn discoveries_equal_those_found_by_making_each_move() {
    let mut count = 0;
    for position in positions() {
        let board = position.board();
        let side = position.turn();
        let mut slow = [Vec::new(), Vec::new()];
        for (slider, piece) in board.pieces() {
            if piece.color != side || !piece.role.is_slider() {
                continue;
            }
            for (target, victim) in board.pieces() {
                let is_worthwhile = victim.role != Role::Pawn
                    && (worth(victim.role) > worth(piece.role) || !slow_is_defended(board, target));
                let discovers = |mv: &Move| {
                    let moves_another = mv.from() != slider && mv.castling_side().is_none();
                    let mut lifted = *board;
                    lifted.remove(mv.from());
                    moves_another
                        && !board.attacks_from(slider).contains(target)
                        && lifted.attacks_from(slider).contains(target)
                        && !line_through(slider, mv.from()).contains(mv.to())
                };
                if victim.color != side && is_worthwhile && position.legal_moves().iter().any(discovers) {
                    slow[usize::from(victim.role == Role::King)].push((one(slider), one(target)));
                }
            }
        }
        let [attacks, checks] = slow.map(sorted);
        count += attacks.len() + checks.len();
        assert_eq!(found(&position, MotifKind::DiscoveredAttack), attacks, "{position}");
        assert_eq!(found(&position, MotifKind::DiscoveredCheck), checks, "{position}");
    }
    assert!(count > 100, "only {count}");
}

#[test]
fn overloaded_defenders_equal_those_of_the_slow_exchange() {
    let mut count = 0;
    for position in positions() {
        let board = position.board();
        let mut slow = Vec::new();
        for (defender, piece) in board.pieces().filter(|(_, piece)| piece.role != Role::King) {
            let mut lifted = *board;
            lifted.remove(defender);
            let targets: Bitboard = board
                .pieces()
                .filter(|&(target, kept)| {
                    kept.color == piece.color
                        && kept.role != Role::King
                        && board.attacks_from(defender).contains(target)
                        && slow_attackers(board, target, !piece.color).any()
                        && slow_exchange(board, target, !piece.color, &VALUES) == 0
                        && slow_exchange(&lifted, target, !piece.color, &VALUES) > 0
                })
                .map(|(target, _)| target)
                .collect();
            if targets.len() >= 2 {
                slow.push((one(defender), targets));
            }
        }
        count += slow.len();
        assert_eq!(found(&position, MotifKind::OverloadedDefender), sorted(slow), "{position}");
    }
    assert!(count > 20, "only {count}");
}

#[test]
fn trapped_pieces_equal_those_found_by_making_each_move() {
    let mut count = 0;
    for position in positions() {
        let mut slow = Vec::new();
        for position in [Some(position), position.pass()].into_iter().flatten() {
            let board = position.board();
            let is_piece = |role| !matches!(role, Role::Pawn | Role::King);
            for (square, piece) in board.pieces() {
                let is_candidate =
                    piece.color == position.turn() && is_piece(piece.role) && !position.in_check();
                if !is_candidate || !slow_is_en_prise(board, square) {
                    continue;
                }
                let is_pinned = position.king_pins(piece.color).any(|pin| pin.pinned == square);
                let moves = position.legal_moves();
                let escapes = moves.iter().filter(|mv| mv.from() == square).any(|&mv| {
                    let gain = position.captured(mv).map_or(0, |captured| worth(captured.role));
                    gain >= worth(piece.role)
                        || !slow_is_en_prise(position.play_unchecked(mv).board(), mv.to())
                });
                if !is_pinned && !escapes {
                    slow.push((slow_attackers(board, square, !piece.color), one(square)));
                }
            }
        }
        count += slow.len();
        assert_eq!(found(&position, MotifKind::TrappedPiece), sorted(slow), "{position}");
    }
    assert!(count > 50, "only {count}");
}

#[test]
fn zugzwang_equals_that_found_by_making_each_move() {
    let threat = |position: &Position| {
        let board = position.board();
        let side = !position.turn();
        let pieces = board.pieces().filter(|(_, piece)| piece.color == side);
        let best = pieces.map(|(square, _)| slow_exchange(board, square, !side, &VALUES)).max();
        let mates = position.legal_moves().iter().any(|&mv| {
            let after = position.play_unchecked(mv);
            after.in_check() && after.legal_moves().is_empty()
        });
        (best.unwrap_or(0), mates)
    };
    let mut count = 0;
    let mut random = Random::new(17);
    let scattered = (0..400).map(|_| random::scattered(&mut random));
    for position in scattered.chain(random::positions(200, 18)).chain(documented_positions()) {
        let moves = position.legal_moves();
        let loses = |mv: &Move| {
            let gain = position.captured(*mv).map_or(0, |captured| VALUES.of(captured.role));
            let (loss, mates) = threat(&position.play_unchecked(*mv));
            mates || loss > gain
        };
        let is_safe = position.pass().is_some_and(|passed| threat(&passed) == (0, false));
        let slow = is_safe && !moves.is_empty() && moves.iter().all(loses);
        count += usize::from(slow);
        let fast = motifs_of(&position).iter().any(|motif| motif.kind == MotifKind::Zugzwang);
        assert_eq!(fast, slow, "{position}");
    }
    assert!(count > 0, "none");
}

#[test]
fn mates_and_double_checks_equal_those_found_by_counting() {
    let mut mates = 0;
    for position in positions() {
        for &mv in &position.legal_moves() {
            let after = position.play_unchecked(mv);
            let checkers = slow_attackers(after.board(), after.king(after.turn()), position.turn());
            let motifs = motifs_of_line(&position, &[mv]).expect("a legal move");
            let has = |kind| motifs.iter().any(|motif| motif.kind == kind);
            let is_mate = checkers.any() && after.legal_moves().is_empty();
            mates += usize::from(is_mate);
            assert_eq!(has(MotifKind::Checkmate), is_mate, "{mv:?} in {position}");
            assert_eq!(has(MotifKind::DoubleCheck), checkers.len() == 2, "{mv:?} in {position}");
        }
    }
    assert!(mates > 50, "only {mates}");
}

#[test]
fn positions_show_the_motifs_that_need_no_moves() {
    let found: BTreeSet<MotifKind> =
        documented_positions().iter().flat_map(motifs_of).map(|motif| motif.kind).collect();
    let expected = MotifKind::ALL.into_iter().filter(|kind| kind.is_in_positions());
    assert_eq!(found, expected.collect());
}

#[test]
fn motifs_are_mirrored_with_the_colours() {
    for position in positions().into_iter().take(1_500) {
        let mut flipped: Vec<Motif> = motifs_of(&position.flip_colors());
        for motif in &mut flipped {
            motif.side = !motif.side;
            motif.squares.iter_mut().for_each(|square| square.square = square.square.flip_ranks());
        }
        let key = |motif: &Motif| {
            let mut squares: Vec<_> =
                motif.squares.iter().map(|square| (square.role, square.square)).collect();
            squares.sort();
            (motif.kind, motif.side.name(), squares)
        };
        let mut expected: Vec<_> = motifs_of(&position).iter().map(key).collect();
        let mut found: Vec<_> = flipped.iter().map(key).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{position}");
    }
}
