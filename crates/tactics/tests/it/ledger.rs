//! The ledger identity: pins before, minus released, plus new, equal pins after.

use std::collections::BTreeMap;

use pinsight_rules::{Color, Move, Ply, Position, Square, VALUES};
use pinsight_tactics::{Cause, Line, LineKind, Pin, PinLedger, PinOptions, detect_pins, lines};
use pinsight_testkit::random::{Random, chess960, game, scattered};
use pinsight_testkit::{collections, games};

/// An independent account of piece identity: a number for each piece, carried from board to board.
struct Pieces([Option<u8>; 64]);

impl Pieces {
    fn of(position: &Position) -> Self {
        let mut pieces = [None; 64];
        for (number, square) in position.board().occupied().into_iter().enumerate() {
            pieces[square.index()] = Some(number as u8);
        }
        Self(pieces)
    }

    /// Applies a move, using squares and boards rather than the methods of `Move` that the ledger uses.
    fn play(&mut self, ply: &Ply) {
        let (before, after) = (ply.before.board(), ply.after.board());
        if ply.played.castling_side().is_some() {
            let back = Color::relative(ply.before.turn(), pinsight_rules::Rank::First);
            let king = ply.before.king(ply.before.turn());
            let king_now = ply.after.king(ply.before.turn());
            // The castling rook is the one with castling rights on the side to which the king goes.
            let rook_now = if king_now.file() == pinsight_rules::File::G {
                Square::new(pinsight_rules::File::F, back)
            } else {
                Square::new(pinsight_rules::File::D, back)
            };
            let rights = ply.before.castling_rooks() & back.into();
            let kingside = king_now.file() == pinsight_rules::File::G;
            let rook = rights.into_iter().find(|&rook| (rook > king) == kingside).unwrap();
            let (k, r) = (self.0[king.index()].take(), self.0[rook.index()].take());
            self.0[king_now.index()] = k;
            self.0[rook_now.index()] = r;
        } else {
            let mover = self.0[ply.played.from().index()].take();
            self.0[ply.played.to().index()] = mover;
            // A piece that vanished from another square was captured en passant.
            for square in Square::ALL {
                if before.piece_at(square).is_some() && after.piece_at(square).is_none() {
                    self.0[square.index()] = None;
                }
            }
        }
        for square in Square::ALL {
            assert_eq!(self.0[square.index()].is_some(), after.piece_at(square).is_some());
        }
    }

    fn key(&self, line: &Line) -> (u8, u8, u8, u8) {
        let [a, f, b] = line.squares().map(|square| self.0[square.index()].unwrap());
        let class = match line.kind {
            LineKind::AbsolutePin | LineKind::RelativePin => 0,
            LineKind::AbsoluteSkewer | LineKind::Skewer => 1,
            LineKind::XRay => 2,
        };
        (class, a, f, b)
    }
}

type Causes = BTreeMap<Cause, usize>;

fn follow(start: Position, moves: &[(Position, Move)], all: bool, causes: &mut Causes) {
    let mut ledger = PinLedger::with_options(&start, PinOptions { all, ..PinOptions::default() });
    let mut pieces = Pieces::of(&start);
    let wanted = |line: &&Line| all || line.kind.is_pin();
    for (number, &(before, played)) in moves.iter().enumerate() {
        let ply = Ply::new(number + 1, before, played);
        let mut expected: Vec<_> =
            lines(before.board(), &VALUES).iter().filter(wanted).map(|l| pieces.key(l)).collect();
        let change = ledger.step(&ply);
        let released: Vec<_> = change.released_pins().map(|pin| pieces.key(&pin.line())).collect();
        for pin in change.released_pins() {
            *causes.entry(pin.cause.unwrap()).or_default() += 1;
            check_release(&pin, &ply);
        }
        pieces.play(&ply);
        for pin in change.new_pins() {
            *causes.entry(pin.cause.unwrap()).or_default() += 1;
            assert!(!pin.shifted);
        }
        let pins: Vec<_> = change.new_pins().filter(|pin| pin.kind.is_pin()).collect();
        assert_eq!(detect_pins(&before, played), pins, "{before} {played:?}: `detect_pins` finds other pins");
        let new: Vec<_> = change.new_pins().map(|pin| pieces.key(&pin.line())).collect();
        let kept: Vec<_> = change.kept_pins().map(|pin| pieces.key(&pin.line())).collect();
        for key in &new {
            assert!(!expected.contains(key), "{before} {played:?}: not new");
        }
        expected.retain(|key| !released.contains(key));
        assert_eq!(sorted(&expected), sorted(&kept), "{before} {played:?}");
        expected.extend(&new);
        let current: Vec<_> =
            lines(ply.after.board(), &VALUES).iter().filter(wanted).map(|l| pieces.key(l)).collect();
        assert_eq!(sorted(&expected), sorted(&current), "{before} {played:?}");
        let tracked: Vec<Line> = ledger.lines().copied().collect();
        assert_eq!(tracked, lines(ply.after.board(), &VALUES), "{before} {played:?}: kinds and costs");
    }
}

/// Checks the cause of a release against the boards.
fn check_release(pin: &Pin, ply: &Ply) {
    let after = ply.after.board();
    let same = |placed: pinsight_rules::Placed| after.piece_at(placed.square) == Some(placed.piece);
    match pin.cause.unwrap() {
        Cause::LineBlocked | Cause::Revalued => {
            assert!(same(pin.attacker) && same(pin.pinned) && same(pin.shielded));
        }
        Cause::AttackerMoved | Cause::AttackerCaptured => {}
        Cause::PinnedMoved | Cause::PinnedCaptured => assert!(same(pin.attacker)),
        Cause::ShieldedMoved | Cause::ShieldedCaptured => assert!(same(pin.attacker) && same(pin.pinned)),
        other => panic!("{other} is not a cause of a release"),
    }
}

fn sorted<T: Ord + Copy>(list: &[T]) -> Vec<T> {
    let mut list = list.to_vec();
    list.sort();
    list
}

#[test]
fn the_identity_holds_on_random_games_and_every_cause_occurs() {
    let mut random = Random::new(7);
    let mut causes = Causes::new();
    for round in 0..240 {
        let start = match round % 3 {
            0 => Position::default(),
            1 => chess960(random.below(960)),
            _ => scattered(&mut random),
        };
        let moves = game(start, 160, &mut random);
        follow(start, &moves, round % 2 == 0, &mut causes);
    }
    // Random games open a line en passant too rarely.
    let start: Position = "4k3/8/8/r2pP1NK/8/8/8/8 w - d6 0 1".parse().unwrap();
    follow(start, &[(start, start.parse_move("exd6").unwrap())], true, &mut causes);
    for cause in Cause::ALL {
        assert!(causes.contains_key(&cause), "{cause} never occurred: {causes:?}");
    }
}

#[test]
fn the_identity_holds_on_real_games() {
    let mut causes = Causes::new();
    for (number, text) in games::FAMOUS.iter().chain(&games::EVERY_CAUSE).enumerate() {
        follow(Position::default(), &games::moves(text), number % 2 == 0, &mut causes);
    }
    // Thousands of moves more, if the collection is available.
    for (number, moves) in collections::games("lichess_2025-05_438.pgn", 150).iter().enumerate() {
        if let Some(&(start, _)) = moves.first() {
            follow(start, moves, number % 2 == 0, &mut causes);
        }
    }
    for cause in Cause::ALL {
        assert!(causes.contains_key(&cause), "{cause} never occurred: {causes:?}");
    }
}

#[test]
fn a_move_from_another_position_restarts_the_ledger() {
    let first: Position = "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1".parse().unwrap();
    let mut ledger = PinLedger::new(&first);
    let other: Position = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1".parse().unwrap();
    let ply = Ply::new(1, other, other.parse_move("Bb2").unwrap());
    let change = ledger.step(&ply);
    assert_eq!(
        (change.new_pins().len(), change.kept_pins().count(), change.released_pins().len()),
        (1, 0, 0)
    );
    ledger.restart(&first);
    assert_eq!(ledger.lines().count(), 1);
}
