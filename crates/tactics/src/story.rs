//! The life of a pin in a game: the move that brought it, the move that ended it, and what it cost in the end.

use pinsight_rules::{Board, Color, Move, Ply, Position, Role, Square, Values, exchange};

use crate::change::PinChange;
use crate::pin::Pin;

/// One pin from its first position to its last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PinStory {
    /// The pin as it arose, or as it stood at the start of the game.
    pub pin: Pin,
    /// The half-move that brought it; none if it stood at the start.
    pub since: Option<usize>,
    /// How it ended; none if it stands at the end of the game.
    pub end: Option<PinEnd>,
    /// How many half-moves it stood.
    pub stood: usize,
    /// What the pinned side lost when the pin ended, if it lost anything.
    ///
    /// That is so when the attacker's side takes the pinned or the shielded piece: with the move that ends the pin; or
    /// right after the pinned piece left the line; or by taking back after the pinned piece took the attacker. The
    /// captures that follow on the same square are counted up to the last of them, with what taking back would still
    /// bring if the game breaks off there.
    pub loss: Option<i32>,
}

/// How a pin ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PinEnd {
    /// The half-move that ended it.
    pub ply: usize,
    /// The pin as it was released, with the cause.
    pub pin: Pin,
}

/// Writes the stories of a game while it is followed.
#[derive(Clone, Debug)]
pub(crate) struct Stories {
    values: Values,
    stories: Vec<PinStory>,
    /// Which stories go on, and where their pieces stand now.
    open: Vec<([Square; 3], usize)>,
    accounts: Vec<Account>,
}

impl Stories {
    /// The stories of a game in whose first position these pins stand.
    pub(crate) fn new(standing: &[Pin], values: Values) -> Self {
        let mut stories = Self { values, stories: Vec::new(), open: Vec::new(), accounts: Vec::new() };
        for pin in standing {
            stories.begin(*pin, None);
        }
        stories
    }

    fn begin(&mut self, pin: Pin, since: Option<usize>) {
        self.open.push((pin.squares(), self.stories.len()));
        self.stories.push(PinStory { pin, since, end: None, stood: 0, loss: None });
    }

    /// Takes in what the next move changed.
    pub(crate) fn step(&mut self, ply: &Ply, change: &PinChange<'_>) {
        self.settle(ply);
        for pin in change.released_pins() {
            self.release(ply, &pin);
        }
        for pin in change.kept_pins().filter(|pin| pin.shifted) {
            let origins = pin.squares().map(|square| origin(ply.played, square));
            if let Some((squares, _)) = self.open.iter_mut().find(|(squares, _)| *squares == origins) {
                *squares = pin.squares();
            }
        }
        for pin in change.new_pins() {
            self.begin(pin, Some(ply.number));
        }
    }

    fn release(&mut self, ply: &Ply, pin: &Pin) {
        let Some(place) = self.open.iter().position(|(squares, _)| *squares == pin.squares()) else {
            return;
        };
        let (_, index) = self.open.swap_remove(place);
        let story = &mut self.stories[index];
        story.end = Some(PinEnd { ply: ply.number, pin: *pin });
        story.stood = ply.number - story.since.unwrap_or(0);
        self.accounts.extend(Account::open(index, ply, pin, &self.values));
    }

    /// Goes on with the captures that a pin's end began, or closes their account.
    fn settle(&mut self, ply: &Ply) {
        let (stories, values) = (&mut self.stories, &self.values);
        self.accounts.retain_mut(|account| {
            let goes_on = account.goes_on(ply);
            if !goes_on {
                stories[account.story].loss = account.loss(ply.before.board(), values);
            }
            goes_on
        });
    }

    /// The stories in order of their beginnings. The game is over, after so many half-moves, in this position.
    pub(crate) fn finish(mut self, plies: usize, last: &Position) -> Vec<PinStory> {
        for story in self.stories.iter_mut().filter(|story| story.end.is_none()) {
            story.stood = plies - story.since.unwrap_or(0);
        }
        for account in &mut self.accounts {
            self.stories[account.story].loss = account.last_loss(last, &self.values);
        }
        self.stories
    }
}

/// Where the piece stood that a move brought here.
fn origin(played: Move, after: Square) -> Square {
    match played.castling_rook() {
        _ if after == played.to() => played.from(),
        Some((from, to)) if after == to => from,
        _ => after,
    }
}

/// The captures with which a pin ends.
#[derive(Clone, Copy, Debug)]
struct Account {
    story: usize,
    attacker: Color,
    /// How the attacker's side stood before the move that ended the pin.
    before: i32,
    stage: Stage,
    /// Whether the attacker's side took the pinned or the shielded piece.
    taken: bool,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The pinned piece left: does the shielded one fall?
    Left { shielded: Square },
    /// They take on this square.
    Captures { square: Square },
}

impl Account {
    /// The account of a pin that a move ended; none if nobody can lose anything by that.
    fn open(story: usize, ply: &Ply, pin: &Pin, values: &Values) -> Option<Self> {
        let attacker = pin.attacker.piece.color;
        let (by_attacker, captured) = (ply.before.turn() == attacker, captured_square(ply));
        let pinned_moved = !by_attacker && ply.played.from() == pin.pinned.square;
        let captures = Stage::Captures { square: ply.played.to() };
        let (stage, taken) = match captured {
            Some(square) if by_attacker => {
                let theirs = [pin.pinned.square, pin.shielded.square].contains(&square);
                (captures, theirs.then_some(true)?)
            }
            Some(square) if pinned_moved && square == pin.attacker.square => (captures, false),
            _ if pinned_moved => (Stage::Left { shielded: pin.shielded.square }, false),
            _ => return None,
        };
        let before = balance(ply.before.board(), attacker, values);
        Some(Self { story, attacker, before, stage, taken })
    }

    /// Whether the next move belongs to the account.
    fn goes_on(&mut self, ply: &Ply) -> bool {
        let by_attacker = ply.before.turn() == self.attacker;
        let here = |square| captured_square(ply).is_some() && ply.played.to() == square;
        match self.stage {
            Stage::Left { shielded } if by_attacker && here(shielded) => {
                self.stage = Stage::Captures { square: shielded };
                self.taken = true;
                true
            }
            Stage::Captures { square } if here(square) => {
                self.taken |= by_attacker;
                true
            }
            _ => false,
        }
    }

    fn loss(&self, board: &Board, values: &Values) -> Option<i32> {
        let gain = balance(board, self.attacker, values) - self.before;
        (self.taken && gain > 0).then_some(gain)
    }

    /// The loss if the game ends here: what taking on would still bring is counted.
    fn last_loss(&mut self, last: &Position, values: &Values) -> Option<i32> {
        if let Stage::Captures { square } = self.stage
            && !last.is_checkmate()
        {
            let more = exchange(last.board(), square, last.turn(), values);
            if last.turn() == self.attacker {
                self.taken |= more > 0;
                self.before -= more;
            } else {
                self.before += more;
            }
        }
        self.loss(last.board(), values)
    }
}

fn captured_square(ply: &Ply) -> Option<Square> {
    ply.played.capture_square().filter(|_| ply.before.is_capture(ply.played))
}

/// What a side has on the board more than the other.
fn balance(board: &Board, color: Color, values: &Values) -> i32 {
    let count = |color, role| (board.by_role(role) & board.by_color(color)).len() as i32;
    Role::ALL
        .into_iter()
        .filter(|&role| role != Role::King)
        .map(|role| values[role] * (count(color, role) - count(!color, role)))
        .sum()
}
