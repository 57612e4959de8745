//! Plays the moves of a game out under the rules.

use pinsight_rules::{EnPassantMode, Language, Move, Ply, Position};

use crate::diagnostic::{Diagnostic, Faults};
use crate::fault::Fault;
use crate::game::Game;
use crate::resolver::{Understood, find_language, make_move, understand};
use crate::splitter::RawGame;
use crate::start::place_of_tag;
use crate::tree::{NodeId, NodeRef, Step};

impl Game {
    /// Plays the mainline out: one [`Ply`] after another, or the first move that is not legal, with the reason and the
    /// place; the plies before it stand.
    ///
    /// A null move counts as a half-move but gives no ply: the next one starts from the position after it.
    ///
    /// ```
    /// use pinsight_pgn::Game;
    /// let game = Game::parse("1. e4 e5 2. Ke3 *").unwrap();
    /// let plies: Vec<_> = game.replay().collect();
    /// assert!(plies[1].is_ok());
    /// let error = plies[2].as_ref().unwrap_err();
    /// assert_eq!((error.ply, error.line, error.column), (Some(3), 1, 13));
    /// assert_eq!(plies.len(), 3);
    /// ```
    pub fn replay(&self) -> Replay<'_> {
        Replay {
            game: self,
            words: None,
            next: self.tree.root().next(),
            position: Position::default(),
            queue: Vec::new(),
            number: 0,
            done: false,
        }
    }

    /// Plays the line out that leads to a node, variations included, up to the node itself.
    pub fn replay_to(&self, node: NodeId) -> Result<Vec<Ply>, Box<Diagnostic>> {
        let mut path: Vec<_> = std::iter::successors(Some(self.tree.node(node)), NodeRef::parent).collect();
        // The root is no move.
        path.pop();
        path.reverse();
        let mut words = Words::new(self)?;
        let mut position = words.start;
        let mut plies = Vec::new();
        let mut number = 0;
        for node in path {
            let understood = words
                .understand(&position, node)
                .map_err(|reason| self.illegal(node, number + 1, reason, 0))?;
            for played in understood.moves {
                number += 1;
                if let Some(mv) = played {
                    plies.push(Ply::new(number, position, mv));
                }
                position = make_move(&position, played);
            }
        }
        Ok(plies)
    }

    /// Plays everything out, variations included, and adds what is wrong to the diagnostics. Returns how many moves are
    /// legal.
    pub fn check(&mut self) -> u64 {
        let origin = std::mem::take(&mut self.origin);
        let count = self.check_against(&origin.raw());
        self.origin = origin;
        count
    }

    /// Checks a game that was read from here.
    pub(crate) fn check_against(&mut self, raw: &RawGame<'_>) -> u64 {
        let mut faults = Faults::default();
        let mut count = 0;
        self.play_out(raw, &mut faults, |_, _, moves| count += moves.len() as u64);
        self.add_diagnostics(raw, faults);
        count
    }

    /// Checks the game, and writes what was repaired as it should be: moves in short notation without needless hints,
    /// glued moves apart, foreign letters in English, the FEN in its usual form, the result's tag as the result.
    ///
    /// Lines behind an illegal move stay as they are.
    pub fn normalise(&mut self) {
        self.rework(Rework { rewrite: true, only_legal: false });
    }

    /// [Normalises](Self::normalise) the game and [keeps what is legal](Self::keep_legal), playing it out only once.
    pub fn normalise_legal(&mut self) {
        self.rework(Rework { rewrite: true, only_legal: true });
    }

    /// The game [normalised](Self::normalise).
    #[must_use]
    pub fn normalised(&self) -> Self {
        let mut game = self.clone();
        game.normalise();
        game
    }

    /// Checks the game, and takes away what cannot be played: an illegal move with all that follows it and all that
    /// would replace it, all moves if there is no legal start.
    ///
    /// ```
    /// use pinsight_pgn::Game;
    /// let mut game = Game::parse("1. e4 e5 (1... Ke4 2. d4) 2. Ke3 Nf6 (2... d6) *").unwrap();
    /// game.keep_legal();
    /// assert_eq!(game.tree.walk().count(), 2);
    /// assert_eq!(game.diagnostics.len(), 2);
    /// ```
    pub fn keep_legal(&mut self) {
        self.rework(Rework { rewrite: false, only_legal: true });
    }

    fn rework(&mut self, work: Rework) {
        let origin = std::mem::take(&mut self.origin);
        let raw = origin.raw();
        let mut faults = Faults::default();
        let mut edits: Vec<(NodeId, Vec<String>)> = Vec::new();
        let mut legal = vec![false; self.tree.len() + 1];
        let mut any_illegal = self.tree.len();
        self.play_out(&raw, &mut faults, |node, before, moves| {
            any_illegal -= 1;
            if let Some(legal) = legal.get_mut(node.id().index()) {
                *legal = true;
            }
            if work.rewrite
                && let Some(sans) = rewritten(node, before, moves)
            {
                edits.push((node.id(), sans));
            }
        });
        for (node, sans) in edits {
            self.tree.rewrite(node, &sans);
        }
        if work.only_legal && any_illegal > 0 {
            // What came in addition is part of a legal word.
            let keep = |node: NodeRef<'_>| legal.get(node.id().index()).copied().unwrap_or(true);
            self.tree = self.tree.filtered(keep);
        }
        if work.rewrite {
            self.normalise_tags();
        }
        self.add_diagnostics(&raw, faults);
        self.origin = origin;
    }

    fn normalise_tags(&mut self) {
        if self.tags.get("Result") != Some(self.result.token()) {
            self.tags.set("Result", self.result.token());
        }
        if self.tags.get("FEN").is_some()
            && let Ok(start) = self.start()
        {
            self.tags.set("FEN", start.fen(EnPassantMode::Fen));
            self.tags.set("SetUp", "1");
        } else if self.tags.get("SetUp") == Some("1") && self.tags.get("FEN").is_none() {
            self.tags.set("SetUp", "0");
        }
    }

    pub(crate) fn add_diagnostics(&mut self, raw: &RawGame<'_>, mut faults: Faults) {
        faults.add_to(&mut self.diagnostics, raw);
    }

    fn illegal(&self, node: NodeRef<'_>, ply: usize, reason: String, set_aside: u32) -> Box<Diagnostic> {
        let mut faults = Faults::default();
        faults.push_word(Fault::IllegalMove { reason, set_aside }, node, ply as u32);
        self.only(faults)
    }

    fn only(&self, mut faults: Faults) -> Box<Diagnostic> {
        let mut found = faults.diagnose(&self.origin.raw());
        // One fault gives one diagnostic.
        Box::new(found.swap_remove(0))
    }

    /// Plays everything out, variations included. Tells each move that is legal: its node, the position before it, and
    /// the move, or moves if they were glued.
    pub(crate) fn play_out(
        &self,
        raw: &RawGame<'_>,
        faults: &mut Faults,
        mut tell: impl FnMut(NodeRef<'_>, &Position, &[Option<Move>]),
    ) {
        let mut words = match Words::start_of(self) {
            Ok((words, repaired)) => {
                for (fault, tag) in repaired {
                    faults.push(fault, place_of_tag(raw, tag));
                }
                words
            }
            Err((fault, tag)) => {
                faults.push(fault, place_of_tag(raw, tag));
                return;
            }
        };
        // The position before the last move and after it; none behind an illegal move.
        let mut before = None;
        let mut after = Some(words.start);
        let mut ply = 0;
        let mut outer = Vec::new();
        let mut failures: Vec<Failure<'_>> = Vec::new();
        let mut failure = None;
        for step in self.tree.walk() {
            match step {
                Step::Open => {
                    outer.push((before, after, ply, failure));
                    after = before;
                    ply -= 1;
                }
                Step::Close => {
                    if let Some(saved) = outer.pop() {
                        (before, after, ply, failure) = saved;
                    }
                }
                Step::VariationsDone(_) => {}
                Step::Move(node) => {
                    before = after;
                    let Some(position) = before else {
                        let cause = failure.and_then(|index: usize| failures.get_mut(index));
                        if let Some(failure) = cause {
                            failure.set_aside += 1;
                        }
                        ply += 1;
                        continue;
                    };
                    match words.understand(&position, node) {
                        Ok(understood) => {
                            for fault in understood.faults {
                                faults.push_word(fault, node, ply + 1);
                            }
                            tell(node, &position, &understood.moves);
                            ply += understood.moves.len() as u32;
                            for played in understood.moves {
                                before = after;
                                after = after.map(|position| make_move(&position, played));
                            }
                        }
                        Err(reason) => {
                            after = None;
                            ply += 1;
                            failure = Some(failures.len());
                            failures.push(Failure { node, ply, reason, set_aside: 0 });
                        }
                    }
                }
            }
        }
        for Failure { node, ply, reason, set_aside } in failures {
            faults.push_word(Fault::IllegalMove { reason, set_aside }, node, ply);
        }
    }
}

/// What to do with a game beside checking it.
#[derive(Clone, Copy)]
struct Rework {
    /// Write moves and tags as they should be.
    rewrite: bool,
    /// Take away what cannot be played.
    only_legal: bool,
}

/// A move that cannot be played.
struct Failure<'a> {
    node: NodeRef<'a>,
    ply: u32,
    reason: String,
    set_aside: u32,
}

/// How a word should be written, move by move, if not as it is.
fn rewritten(node: NodeRef<'_>, before: &Position, moves: &[Option<Move>]) -> Option<Vec<String>> {
    let mut position = *before;
    let mut sans = Vec::with_capacity(moves.len());
    for &played in moves {
        sans.push(match played {
            Some(mv) => position.san(mv),
            None => "--".to_owned(),
        });
        position = make_move(&position, played);
    }
    let as_it_is = matches!(sans.as_slice(), [san] if san == node.san());
    (!as_it_is).then_some(sans)
}

/// Understands the words of one game, which have their language in common.
struct Words<'a> {
    game: &'a Game,
    start: Position,
    language: LanguageState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LanguageState {
    /// English has done so far.
    English,
    /// Looked for another, found none.
    OnlyEnglish,
    Other(Language),
}

type TaggedFault = (Fault, &'static [u8]);

impl<'a> Words<'a> {
    fn new(game: &'a Game) -> Result<Self, Box<Diagnostic>> {
        Self::start_of(game).map(|(words, _)| words).map_err(|(fault, tag)| {
            let mut faults = Faults::default();
            faults.push(fault, place_of_tag(&game.origin.raw(), tag));
            game.only(faults)
        })
    }

    fn start_of(game: &'a Game) -> Result<(Self, Vec<TaggedFault>), TaggedFault> {
        let start = game.checked_start().map_err(crate::StartError::fault)?;
        let words = Self { game, start: start.position, language: LanguageState::English };
        Ok((words, start.faults))
    }

    fn understand(&mut self, position: &Position, node: NodeRef<'_>) -> Result<Understood, String> {
        let text = node.san();
        if let LanguageState::Other(language) = self.language {
            return understand(position, text, Some(language));
        }
        if let Some(mv) = position.find_san(text.as_bytes()) {
            return Ok(Understood { moves: vec![Some(mv)], faults: Vec::new() });
        }
        // A Dutch knight is a pawn in English: look before taking it for one.
        let english = if text.starts_with('P') && self.language == LanguageState::English {
            Err(String::new())
        } else {
            understand(position, text, None)
        };
        if english.is_ok() || self.language == LanguageState::OnlyEnglish {
            return english;
        }
        self.look_for_language(node.id());
        match self.language {
            LanguageState::Other(language) => {
                let mut understood = understand(position, text, Some(language))?;
                understood.faults.insert(0, Fault::ForeignLetters { language });
                Ok(understood)
            }
            _ => understand(position, text, None),
        }
    }

    fn look_for_language(&mut self, node: NodeId) {
        let mainline = self.game.tree.mainline();
        let plies = mainline.take_while(|known| known.id() != node).count();
        let words = self.game.tree.mainline().map(|node| node.san());
        self.language = match find_language(&self.start, &words.collect::<Vec<_>>(), plies) {
            Some(language) => LanguageState::Other(language),
            None => LanguageState::OnlyEnglish,
        };
    }
}

/// Plays the mainline of a game out; see [`Game::replay`].
pub struct Replay<'a> {
    game: &'a Game,
    words: Option<Words<'a>>,
    next: Option<NodeRef<'a>>,
    position: Position,
    /// Moves of the last word that are not told yet, the next one last.
    queue: Vec<Option<Move>>,
    number: usize,
    done: bool,
}

impl Replay<'_> {
    /// The position after the last ply that was given; the start before the first.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many half-moves were played, null moves included.
    pub fn half_moves(&self) -> usize {
        self.number
    }

    fn step(&mut self) -> Result<Option<Ply>, Box<Diagnostic>> {
        if self.words.is_none() {
            let words = Words::new(self.game)?;
            self.position = words.start;
            self.words = Some(words);
        }
        loop {
            if let Some(played) = self.queue.pop() {
                self.number += 1;
                let before = self.position;
                self.position = make_move(&before, played);
                match played {
                    Some(mv) => return Ok(Some(Ply::new(self.number, before, mv))),
                    None => continue,
                }
            }
            let (Some(node), Some(words)) = (self.next, self.words.as_mut()) else {
                return Ok(None);
            };
            match words.understand(&self.position, node) {
                Ok(understood) => self.queue.extend(understood.moves.into_iter().rev()),
                Err(reason) => {
                    let rest = std::iter::successors(node.next(), NodeRef::next).count();
                    return Err(self.game.illegal(node, self.number + 1, reason, rest as u32));
                }
            }
            self.next = node.next();
        }
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<Ply, Box<Diagnostic>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.step().transpose();
        self.done = !matches!(step, Some(Ok(_)));
        step
    }
}

impl std::error::Error for Diagnostic {}
