//! Random numbers, games and positions, reproducible by seed.

use pinsight_rules::{Color, Move, Piece, Position, Role, Setup, Square};

/// A SplitMix64 generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// Returns a random element, or `None` if the slice is empty.
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }
}

/// Plays random legal moves until the game ends, at most `max_plies`. Returns each move with the position before it.
pub fn game(start: Position, max_plies: usize, random: &mut Random) -> Vec<(Position, Move)> {
    let mut plies = Vec::new();
    let mut position = start;
    while plies.len() < max_plies && position.end().is_none() {
        let Some(mv) = random.choose(&position.legal_moves()) else {
            break;
        };
        plies.push((position, mv));
        position = position.play_unchecked(mv);
    }
    plies
}

/// Returns random games as PGN: every third is Chess960; with clocks, evaluations, variations, and tags of all kinds.
pub fn annotated_games(count: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    for number in 0..count {
        let start = if number % 3 == 0 { chess960(random.below(960)) } else { Position::default() };
        let (white, black) = (random.below(3000), random.below(3000));
        text += &format!(
            "[Event \"{number}\"]\n[Site \"here\"]\n[Date \"2025.01.02\"]\n[White \"Ünal\"]\n[Black \"b\"]\n\
             [Result \"*\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}?\"]\n[ECO \"A00\"]\n"
        );
        if number % 4 == 0 {
            text +=
                "[Round \"-\"]\n[UTCDate \"2025.05.01\"]\n[UTCTime \"14:11:32\"]\n[WhiteRatingDiff \"+5\"]\n";
        }
        if start != Position::default() {
            text += &format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n");
        }
        text.push('\n');
        let max_plies = random.below(120);
        for (before, mv) in game(start, max_plies, &mut random) {
            let dots = if before.turn() == Color::White { "." } else { "..." };
            text += &format!("{}{dots} {} ", before.fullmove_number(), before.san(mv));
            match random.below(4) {
                0 => text += "{ [%eval 0.17] [%clk 0:05:00] } ",
                1 => text += "(-- { [%clk 1:00:00] }) { [%eval #-3] [%clk 0:00:09.5] } ",
                _ => {}
            }
        }
        text += "*\n\n";
    }
    text
}

/// Returns positions of random games that start from the standard position, a Chess960 position or a [`scattered`] one.
pub fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = Vec::with_capacity(count + 300);
    while positions.len() < count {
        let start = match random.below(3) {
            0 => chess960(random.below(960)),
            1 => scattered(&mut random),
            _ => Position::default(),
        };
        positions.extend(game(start, 300, &mut random).into_iter().map(|(position, _)| position));
    }
    positions.truncate(count);
    positions
}

/// Returns the Chess960 start position with this Scharnagl number, below 960.
pub fn chess960(number: usize) -> Position {
    Position::chess960(number).expect("a number below 960")
}

/// Returns a legal position with a few pieces on random squares. It has more pins, checks and promotions than positions
/// from games.
pub fn scattered(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::EMPTY;
        setup.turn = if random.below(2) == 0 { Color::White } else { Color::Black };
        let mut put = |piece, random: &mut Random| {
            let square = Square::ALL[random.below(64)];
            setup.board.set(square, piece);
        };
        for _ in 0..2 + random.below(18) {
            let color = if random.below(2) == 0 { Color::White } else { Color::Black };
            let role = Role::ALL[random.below(5)];
            put(Piece::new(color, role), random);
        }
        for color in Color::ALL {
            put(Piece::new(color, Role::King), random);
        }
        if let Ok(position) = Position::try_from(setup) {
            return position;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_960_start_positions_are_distinct() {
        let starts: std::collections::HashSet<Position> = (0..960).map(chess960).collect();
        assert_eq!(starts.len(), 960);
    }
}
