//! `pinsight match`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::ArgPredicate;
use clap::{Args, ValueHint};
use pinsight_pgn::{
    Command, Eval, EvalScore, Game, NodeMove, Severity, Source, SourceError, SplitOptions, Splitter,
};
use pinsight_players::{
    FinishedGame, Match, MatchGame, Opening, Openings, PairCounts, PlayedMove, Player, PlayerError, Reason,
    Sprt, Standing, Stop, TimeControl, Value,
};
use pinsight_rules::Color;
use pinsight_wire as wire;

use crate::Status;
use crate::args::{FenArgs, OutputArgs, PgnFile, ThinkingArgs, duration, number, player};
use crate::file::OutputFile;
use crate::files::Files;
use crate::interrupt::stop_on_signal;
use crate::opponent::{NAMES, Opponent};
use crate::output::{Output, counted};
use crate::record::{Record, today};

const EXAMPLES: &str = "\
Examples:
  pinsight match search greedy --games 20 --movetime 50ms
  pinsight match search stockfish,UCI_LimitStrength=true,UCI_Elo=2000 -n 200
  pinsight match search,level=8 search,level=6 --tc 5+0.05 -o games.pgn
  pinsight match search './old-pinsight uci' --nodes 10000 --sprt elo0=0,elo1=5

Each opening is played twice, with colours swapped. Without --tc or a limit, players have 100ms per move. A player \
that crashes, hangs, plays an illegal move or exceeds its time by more than --margin loses the game. In parentheses \
are 95\u{a0}% confidence intervals (score intervals; Wilson's if no game was drawn); LOS is the likelihood of superiority \
of A. Ctrl-C abandons the games under way, keeps the finished ones and prints the score.

--sprt tests after each pair of games whether A is better by elo0 (H0) or by elo1 (H1), and ends the match when the \
log-likelihood ratio (LLR) reaches a bound. Without openings it plays from 8 random half-moves, since a deterministic \
player repeats its games from the same opening.

Exit code 1 if a player failed or lost on time. The verdict of --sprt does not change it.";

/// Play a match between two players
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{NAMES}\n\n{EXAMPLES}"))]
pub(crate) struct Arena {
    /// First player: random, greedy, search or a UCI engine, with options after commas
    #[arg(value_name = "A", value_parser = player(), hide_possible_values = true)]
    first: Opponent,

    /// Second player, named like the first
    #[arg(value_name = "B", value_parser = player(), hide_possible_values = true)]
    second: Opponent,

    /// Set the number of games; with --sprt the maximum, which is then 40000 by default
    #[arg(long, short = 'n', value_name = "N", default_value = "10", value_parser = number::<u64>(1..),
        default_value_if("sprt", ArgPredicate::IsPresent, "40000"))]
    games: u64,

    /// Stop by a sequential probability ratio test: elo0=0,elo1=5[,alpha=0.05,beta=0.05]
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    #[command(flatten)]
    thinking: Thinking,

    /// Allow each move this much extra time, such as 100ms
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = duration)]
    margin: Duration,

    /// Read openings from this file: EPD or FEN, one per line, or PGN; `-` is standard input; default: a built-in list
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<PathBuf>,

    /// Start each pair of games with this many random half-moves after which neither side is a pawn ahead
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = number::<u32>(0..=40))]
    random_openings: Option<u32>,

    /// Seed the random openings
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u64>(0..))]
    seed: u64,

    #[command(flatten)]
    rules: FenArgs,

    /// Take this many plies of each PGN game as the opening
    #[arg(long, value_name = "N", default_value = "12", requires = "openings", value_parser = number::<usize>(0..))]
    opening_plies: usize,

    /// Play this many games in parallel
    #[arg(long, short = 'c', value_name = "N", default_value = "1", value_parser = number::<u16>(1..=256))]
    concurrency: u16,

    #[command(flatten)]
    output: OutputArgs<PgnFile>,

    /// Print one JSON object per line: each game, then the score
    #[arg(long)]
    json: bool,
}

/// The thinking time of both players.
#[derive(Args, Debug)]
struct Thinking {
    /// Give each side a clock, in seconds: 5+0.05, 60, 40/60+0.5
    #[arg(long, value_name = "TC", conflicts_with_all = ["movetime", "depth", "nodes"])]
    tc: Option<TimeControl>,

    #[command(flatten)]
    limits: ThinkingArgs,
}

impl Thinking {
    fn control(&self, default_time: Duration) -> TimeControl {
        self.tc.clone().unwrap_or_else(|| TimeControl::Move(self.limits.limit(default_time)))
    }
}

impl Arena {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut file = self.output.create_beside_results(&mut Files::reading(&self.openings)?)?;
        let openings = self.openings()?;
        if file.is_some() {
            output.outlive_reader();
        }
        // A player that cannot start would lose every game; fail before the match instead.
        drop(self.first.start()?);
        drop(self.second.start()?);
        let contest = Match {
            games: self.games,
            control: self.thinking.control(Duration::from_millis(100)),
            margin: self.margin,
            openings,
            concurrency: self.concurrency.into(),
            stop: stop_on_signal(),
        };
        let mut progress = Progress::default();
        let first = || -> Result<Box<dyn Player>, PlayerError> { self.first.make() };
        let second = || -> Result<Box<dyn Player>, PlayerError> { self.second.make() };
        let flow = contest.run(&first, &second, |game| {
            progress.add(&game);
            let written = self.write_game(&game, &progress, &contest.control, file.as_mut(), output);
            if let Err(error) = written {
                return ControlFlow::Break(Some(error));
            }
            if self.is_decided(&progress, &contest.stop) {
                ControlFlow::Break(None)
            } else {
                ControlFlow::Continue(())
            }
        });
        if let ControlFlow::Break(Some(error)) = flow {
            return Err(error);
        }
        let played = progress.standing.games();
        let is_interrupted = flow.is_continue() && played < self.games;
        if is_interrupted {
            output.report().warning(format_args!("interrupted after {played} of {} games", self.games));
        }
        // Keep the existing output if no game was finished.
        if played > 0 || !is_interrupted {
            if let Some(file) = file {
                file.finish()?;
            }
            self.write_score(&progress, output)?;
        }
        Ok(if progress.failures > 0 { Status::Faulty } else { Status::Done })
    }

    fn openings(&self) -> anyhow::Result<Openings> {
        const SPRT_PLIES: u32 = 8;
        let plies = self.random_openings.or_else(|| self.sprt.map(|_| SPRT_PLIES));
        Ok(match (&self.openings, plies) {
            (Some(path), _) => Openings::List(read_openings(path, self.opening_plies, &self.rules)?),
            (None, Some(plies)) => Openings::Random { plies, seed: self.seed },
            (None, None) => Openings::List(Opening::list()),
        })
    }

    /// Whether the test has accepted a hypothesis; abandons the games under way then.
    fn is_decided(&self, progress: &Progress, stop: &Stop) -> bool {
        let is_decided =
            progress.is_whole_pair() && self.sprt.is_some_and(|sprt| sprt.verdict(&progress.pairs).is_some());
        if is_decided {
            stop.raise();
        }
        is_decided
    }

    fn write_game(
        &self,
        game: &MatchGame,
        progress: &Progress,
        control: &TimeControl,
        file: Option<&mut OutputFile>,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let standing = &progress.standing;
        if let Some(file) = file {
            if standing.games() > 1 {
                file.write(b"\n")?;
            }
            file.write(record(game, control).text().as_bytes())?;
        }
        let (number, played) = (game.number + 1, &game.game);
        let sprt = self.sprt.filter(|_| progress.is_whole_pair());
        if self.json {
            let [white, black] = game.names.clone();
            output.json_line(&wire::MatchGame {
                game: number,
                white,
                black,
                first: game.first.into(),
                result: played.outcome.into(),
                reason: played.reason.to_string(),
                plies: played.moves.len(),
                llr: sprt.map(|sprt| sprt.llr(&progress.pairs)),
            })?;
        } else {
            let [white, black] = &game.names;
            let plies = counted(played.moves.len() as u64, "half-move");
            let (points, games) = (standing.points(), standing.games());
            let llr = sprt.map(|sprt| format!("; {}", llr(&sprt, &progress.pairs))).unwrap_or_default();
            output.line(format_args!(
                "game {number}: {white} - {black} {} by {} after {plies}; {points} of {games} for {}{llr}",
                played.outcome, played.reason, self.first,
            ))?;
        }
        // Flush after each game, so that the score can be followed during a long match.
        Ok(output.finish()?)
    }

    fn write_score(&self, progress: &Progress, output: &mut Output) -> anyhow::Result<()> {
        let Progress { standing, failures, .. } = progress;
        let Standing { wins, draws, losses } = *standing;
        let score = standing.score().unwrap_or_default();
        let (low, high) = standing.interval().unwrap_or_default();
        let range = standing.elo_range().unwrap_or_default();
        if self.json {
            output.json_line(&wire::MatchScore {
                games: standing.games(),
                wins,
                draws,
                losses,
                score,
                error: (high - low) / 2.0,
                score_low: low,
                score_high: high,
                elo: standing.elo(),
                elo_low: range.0,
                elo_high: range.1,
                los: standing.superiority(),
                failures: *failures,
                sprt: self.sprt.map(|sprt| wire_sprt(&sprt, &progress.pairs)),
            })?;
        } else {
            let (first, second) = (&self.first, &self.second);
            output.line(format_args!("\n{first} - {second}: {wins} won, {draws} drawn, {losses} lost"))?;
            let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
            output.line(format_args!("score {score:.1} % ({low:.1} to {high:.1})"))?;
            output.line(format_args!("Elo difference {}", elo(standing)))?;
            if let Some(los) = standing.superiority() {
                output.line(format_args!("LOS {:.1} %", 100.0 * los))?;
            }
            if *failures > 0 {
                output.line(format_args!("{failures} lost by failure or on time"))?;
            }
            if let Some(sprt) = &self.sprt {
                self.write_verdict(sprt, &progress.pairs, output)?;
            }
        }
        Ok(())
    }

    fn write_verdict(&self, sprt: &Sprt, pairs: &PairCounts, output: &mut Output) -> anyhow::Result<()> {
        let [zero, half, one, one_and_a_half, two] = pairs.0;
        output.line(format_args!(
            "pairs with 0, 0.5, 1, 1.5, 2 points: {zero}, {half}, {one}, {one_and_a_half}, {two}"
        ))?;
        let verdict = match sprt.verdict(pairs) {
            Some(accepted) => format!("{accepted} accepted"),
            None => "undecided".to_owned(),
        };
        Ok(output.line(format_args!("SPRT {sprt}: {verdict}, {}", llr(sprt, pairs)))?)
    }
}

/// The results so far.
#[derive(Default)]
struct Progress {
    standing: Standing,
    failures: u64,
    /// The points of the pairs of games from the same opening.
    pairs: PairCounts,
    /// The first game of an unfinished pair: its pair and its points.
    half_pair: Option<(u64, f64)>,
}

impl Progress {
    fn add(&mut self, game: &MatchGame) {
        self.standing.add(game.points());
        self.failures += u64::from(!matches!(game.game.reason, Reason::Rule(_)));
        let pair = game.number / 2;
        match self.half_pair.take_if(|(begun, _)| *begun == pair) {
            Some((_, points)) => self.pairs.add(points + game.points()),
            None => self.half_pair = Some((pair, game.points())),
        }
    }

    /// Whether the last game completed a pair.
    fn is_whole_pair(&self) -> bool {
        self.half_pair.is_none()
    }
}

/// Returns the log-likelihood ratio with its bounds, such as `LLR 0.53 (-2.94 to 2.94)`.
fn llr(sprt: &Sprt, pairs: &PairCounts) -> String {
    let (lower, upper) = sprt.bounds();
    format!("LLR {:.2} ({lower:.2} to {upper:.2})", sprt.llr(pairs))
}

fn wire_sprt(sprt: &Sprt, pairs: &PairCounts) -> wire::MatchSprt {
    let Sprt { elo0, elo1, alpha, beta } = *sprt;
    let (lower, upper) = sprt.bounds();
    wire::MatchSprt {
        elo0,
        elo1,
        alpha,
        beta,
        pairs: pairs.0.to_vec(),
        llr: sprt.llr(pairs),
        lower,
        upper,
        accepted: sprt.verdict(pairs).map(|verdict| verdict.to_string()),
    }
}

/// Returns the Elo difference with its interval, such as `+35 (-12 to +84)`; `?` marks what has no bound.
fn elo(standing: &Standing) -> String {
    let text = |elo: Option<f64>| elo.map_or_else(|| "?".to_owned(), |elo| format!("{elo:+.0}"));
    let (low, high) = standing.elo_range().unwrap_or_default();
    format!("{} ({} to {})", text(standing.elo()), text(low), text(high))
}

fn record<'a>(game: &'a MatchGame, control: &TimeControl) -> Record<'a> {
    let FinishedGame { start, opening, moves, outcome, reason } = &game.game;
    let moves = moves.iter().map(|played| (played.mv, move_comment(played))).collect();
    let mut tags = vec![("Date", today()), ("TimeControl", control.to_string())];
    if let Some(opening) = opening {
        tags.push(("Opening", opening.clone()));
    }
    let termination = match reason {
        Reason::Rule(_) => "normal",
        Reason::Time { .. } => "time forfeit",
        Reason::Failed { .. } => "rules infraction",
    };
    tags.push(("Termination", termination.to_owned()));
    Record {
        event: "Pinsight match",
        round: (game.number + 1).to_string(),
        white: &game.names[0],
        black: &game.names[1],
        start,
        moves,
        outcome: Some(*outcome),
        tags,
        final_comment: Some(reason.to_string()),
    }
}

/// Returns the evaluation and clock of a move as a comment: `[%eval 0.35,12] [%emt 0:00:00.1]`.
fn move_comment(played: &PlayedMove) -> Option<String> {
    let mut commands = Vec::new();
    if let Some(info) = &played.info
        && let Some(score) = info.score
    {
        let score = match score.of(Color::White) {
            Value::Centipawns(value) => EvalScore::Centipawns(value),
            Value::MatesIn(moves) => EvalScore::Mate(moves as i32),
            Value::MatedIn(moves) => EvalScore::Mate(-(moves as i32)),
        };
        commands.push(Command::Eval(Eval { score, depth: Some(info.depth) }));
    }
    commands.extend(played.clock.map(|left| Command::Clock(whole_millis(left))));
    if played.clock.is_none() {
        commands.extend(played.time.map(|used| Command::Elapsed(whole_millis(used))));
    }
    let text: Vec<String> = commands.iter().map(ToString::to_string).collect();
    (!text.is_empty()).then(|| text.join(" "))
}

fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64)
}

/// Reads the openings of a file; a first line with eight ranks marks EPD or FEN, everything else is PGN.
fn read_openings(path: &Path, plies: usize, rules: &FenArgs) -> anyhow::Result<Vec<Opening>> {
    // Read once, since the file may be a pipe.
    let bytes = read_all(path).context("cannot read openings")?;
    let text = String::from_utf8_lossy(&bytes);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let is_epd = first.is_some_and(|line| line.split('/').count() == 8 && !line.starts_with('['));
    let openings = match is_epd {
        true => epd_openings(&text, path, rules)?,
        false => pgn_openings(Source::from_bytes(&path.display().to_string(), bytes), plies, rules)?,
    };
    if openings.is_empty() {
        bail!("{} has no openings", path.display());
    }
    Ok(openings)
}

/// Reads a whole file, decompressed; `-` is standard input.
fn read_all(path: &Path) -> Result<Vec<u8>, SourceError> {
    let mut source = if path == Path::new("-") { Source::stdin() } else { Source::open(path)? };
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = source.read(&mut buffer)?;
        match buffer.get(..count) {
            None | Some([]) => return Ok(bytes),
            Some(more) => bytes.extend_from_slice(more),
        }
    }
}

fn epd_openings(text: &str, path: &Path, rules: &FenArgs) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{} line {}", path.display(), index + 1);
        openings.push(Opening::position(rules.read_line(line).with_context(place)?));
    }
    Ok(openings)
}

fn pgn_openings(source: Source, plies: usize, rules: &FenArgs) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    let options = SplitOptions { legality: rules.legality(), ..SplitOptions::default() };
    let mut splitter = Splitter::with_options(source, options);
    while let Some(raw) = splitter.next_game() {
        let game = Game::read(&raw?);
        let mut line = game.tree.mainline().take(plies);
        let start =
            game.start().filter(|_| !line.any(|node| matches!(node.played(), Some(NodeMove::Raw(_)))));
        let Some(start) = start else {
            let error = game.diagnostics.iter().find(|found| found.severity() == Severity::Error);
            let error = error.map_or_else(|| "no legal moves".to_owned(), ToString::to_string);
            bail!("cannot use game {} as an opening: {error}", game.number());
        };
        let moves = game.plies().take_while(|ply| ply.number <= plies).map(|ply| ply.played).collect();
        let name = game.tags.get("Opening").map(str::to_owned);
        openings.push(Opening { name, start, moves });
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_pgn::Comment;
    use pinsight_rules::Position;

    #[test]
    fn a_move_comment_holds_the_clock_in_milliseconds() {
        let played = PlayedMove {
            mv: Position::default().parse_move("e4").expect("a move"),
            time: Some(Duration::from_millis(120)),
            clock: Some(Duration::new(5, 123_456_789)),
            info: None,
        };
        let text = move_comment(&played);
        let commands: Vec<Command> = Comment::new(&text.expect("a comment")).commands().collect();
        assert_eq!(commands, [Command::Clock(Duration::from_millis(5_123))]);
    }
}
