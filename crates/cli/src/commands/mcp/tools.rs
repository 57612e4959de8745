//! The tools: each reads its question, and answers it with the shapes of `wire`.

use std::ops::RangeInclusive;

use pinsight_coach::{Budget, Coach};
use pinsight_drawing::{Renderer, Scene};
use pinsight_openings::{GameOpening, Opening};
use pinsight_pgn::{Game, Severity, Source};
use pinsight_players::{Info, Limit, Player, Search, SearchOptions, Stop};
use pinsight_rules::{Color, History, Ply, Position};
use pinsight_tactics::{PinLedger, motifs_of, motifs_of_line, standing_pins};
use pinsight_wire as wire;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::verify::verify;

/// The largest PGN text in bytes.
const MAX_PGN: usize = 1 << 20;

/// A tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    /// The names of the shapes in `wire`; no answer for a picture.
    pub(super) question: &'static str,
    pub(super) answer: Option<&'static str>,
    run: fn(Value, &Stop) -> Result<Answer, String>,
}

/// The result of a tool.
pub(super) enum Answer {
    Data(Value),
    /// PNG.
    Picture(Vec<u8>),
}

/// All tools.
pub(super) const TOOLS: [Tool; 10] = [
    Tool {
        name: "position",
        description: "All static facts of a position: pieces, castling, checks, pins, motifs, opening, how it ended.",
        question: "PositionQuestion",
        answer: Some("PositionFacts"),
        run: position,
    },
    Tool {
        name: "legal_moves",
        description: "The legal moves of a position, with captures, checks and mates.",
        question: "PositionQuestion",
        answer: Some("LegalMoveList"),
        run: legal_moves,
    },
    Tool {
        name: "why",
        description: "Why a move is legal or not: the parts of its notation, the pieces it may mean, the reason.",
        question: "MoveQuestion",
        answer: Some("Why"),
        run: why,
    },
    Tool {
        name: "pins",
        description: "The pins of a position; with moves, those that the last move creates and releases.",
        question: "LineQuestion",
        answer: Some("PinList"),
        run: pins,
    },
    Tool {
        name: "motifs",
        description: "The tactical motifs of a position, or those that the side to move uses in a line of moves.",
        question: "LineQuestion",
        answer: Some("MotifList"),
        run: motifs,
    },
    Tool {
        name: "analyse",
        description: "The best lines of a position by a search with a number of nodes.",
        question: "AnalyseQuestion",
        answer: Some("Search"),
        run: analyse,
    },
    Tool {
        name: "review",
        description: "The review of a game: each move judged, with findings that a line of moves proves.",
        question: "ReviewQuestion",
        answer: Some("GameReview"),
        run: review,
    },
    Tool {
        name: "opening",
        description: "The ECO code and name of a position or of a line of moves, whatever their order.",
        question: "LineQuestion",
        answer: Some("OpeningAnswer"),
        run: opening,
    },
    Tool {
        name: "board_image",
        description: "A picture of a position (PNG), with pins as arrows on request.",
        question: "ImageQuestion",
        answer: None,
        run: board_image,
    },
    Tool {
        name: "verify",
        description: "Whether a statement about a position is true, false or unproved, with the reason and the line of \
                      moves that shows it. Use it before you claim a pin, a mate or a gain.",
        question: "VerifyQuestion",
        answer: Some("Verification"),
        run: verify_statement,
    },
];

impl Tool {
    /// Runs the tool; the error is a sentence for the client.
    pub(super) fn run(&self, arguments: Map<String, Value>, stop: &Stop) -> Result<Answer, String> {
        (self.run)(Value::Object(arguments), stop)
    }
}

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("wrong arguments: {error}"))
}

fn data(answer: &impl serde::Serialize) -> Result<Answer, String> {
    serde_json::to_value(answer).map(Answer::Data).map_err(|error| error.to_string())
}

fn parse(fen: &str) -> Result<Position, String> {
    match fen.trim() {
        "startpos" => Ok(Position::default()),
        fen => fen.parse::<Position>().map_err(|error| error.to_string()),
    }
}

/// Plays moves in SAN or UCI notation.
fn plies(start: &Position, moves: &[String]) -> Result<Vec<Ply>, String> {
    let mut before = *start;
    let mut plies = Vec::new();
    for (number, text) in (1..).zip(moves) {
        let mv = before.parse_move(text).map_err(|error| format!("move {number}: {error}"))?;
        plies.push(Ply::new(number, before, mv));
        before = before.play_unchecked(mv);
    }
    Ok(plies)
}

fn position(arguments: Value, _: &Stop) -> Result<Answer, String> {
    let position = parse(&read::<wire::PositionQuestion>(arguments)?.fen)?;
    data(&wire::PositionFacts {
        position: (&position).into(),
        opening: Opening::of(&position).map(wire::Opening::from),
        pins: standing_pins(&position).iter().map(wire::WordedPin::from).collect(),
        motifs: motifs_of(&position).iter().map(wire::Motif::from).collect(),
    })
}

fn legal_moves(arguments: Value, _: &Stop) -> Result<Answer, String> {
    let position = parse(&read::<wire::PositionQuestion>(arguments)?.fen)?;
    let moves = position.legal_moves();
    let moves = moves.iter().map(|&mv| wire::LegalMove::new(&position, mv, position.castling_mode()));
    data(&wire::LegalMoveList { moves: moves.collect() })
}

fn why(arguments: Value, _: &Stop) -> Result<Answer, String> {
    let question = read::<wire::MoveQuestion>(arguments)?;
    let position = parse(&question.fen)?;
    let explanation =
        wire::Explanation::new(&position, &question.r#move).map_err(|error| error.to_string())?;
    data(&wire::Why::from(&explanation))
}

fn pins(arguments: Value, _: &Stop) -> Result<Answer, String> {
    let question = read::<wire::LineQuestion>(arguments)?;
    let start = parse(&question.fen)?;
    let plies = plies(&start, &question.moves)?;
    let pins = match plies.split_last() {
        None => standing_pins(&start).iter().map(wire::WordedPin::from).collect(),
        Some((last, _)) => {
            let mut ledger = PinLedger::new(&last.before);
            let change = ledger.step(last);
            let released = change.released_pins().map(|pin| wire::WordedPin::from(&pin)).collect::<Vec<_>>();
            change.new_pins().map(|pin| wire::WordedPin::from(&pin)).chain(released).collect()
        }
    };
    data(&wire::PinList { pins })
}

fn motifs(arguments: Value, _: &Stop) -> Result<Answer, String> {
    let question = read::<wire::LineQuestion>(arguments)?;
    let start = parse(&question.fen)?;
    let plies = plies(&start, &question.moves)?;
    let motifs = match plies.as_slice() {
        [] => motifs_of(&start),
        plies => {
            let moves: Vec<_> = plies.iter().map(|ply| ply.played).collect();
            motifs_of_line(&start, &moves).map_err(|error| error.to_string())?
        }
    };
    data(&wire::MotifList { motifs: motifs.iter().map(wire::Motif::from).collect() })
}

fn analyse(arguments: Value, stop: &Stop) -> Result<Answer, String> {
    let question = read::<wire::AnalyseQuestion>(arguments)?;
    let position = parse(&question.fen)?;
    let nodes = within("nodes", question.nodes.unwrap_or(500_000), 1..=100_000_000)?;
    let lines = within("lines", question.lines.unwrap_or(1), 1..=10)?;
    let mut search = Search::new(SearchOptions { lines, ..SearchOptions::default() });
    let mut best: Vec<Info> = Vec::new();
    let game = History::new(position);
    let choice = search.choose(&game, &Limit::nodes(nodes), stop, &mut |info| {
        let rank = info.line.max(1) - 1;
        match best.get_mut(rank) {
            _ if info.bound.is_some() || info.pv.is_empty() => {}
            Some(known) => *known = info.clone(),
            None => best.push(info.clone()),
        }
    });
    choice.map_err(|error| error.to_string())?;
    data(&wire::Search {
        lines: best.iter().filter_map(|info| line(&position, info)).collect(),
        depth: best.iter().map(|info| info.depth).max().unwrap_or_default(),
        nodes: best.iter().map(|info| info.nodes).max().unwrap_or_default(),
        time: best.iter().map(|info| info.time.as_millis() as u64).max().unwrap_or_default(),
    })
}

fn line(position: &Position, info: &Info) -> Option<wire::Line> {
    let value = info.score?.of(Color::White);
    let mut line = wire::Line {
        score: value.into(),
        text: value.to_string(),
        san: Vec::new(),
        uci: Vec::new(),
        fens: Vec::new(),
    };
    let mut now = *position;
    for &mv in &info.pv {
        line.san.push(now.san(mv));
        line.uci.push(now.uci(mv, position.castling_mode()).to_string());
        now = now.play_unchecked(mv);
        line.fens.push(now.to_string());
    }
    Some(line)
}

/// Returns a number if it is in its range.
pub(super) fn within<T: Copy + PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    match range.contains(&value) {
        true => Ok(value),
        false => Err(format!("{name}: found {value}; expected {} to {}", range.start(), range.end())),
    }
}

fn review(arguments: Value, stop: &Stop) -> Result<Answer, String> {
    let question = read::<wire::ReviewQuestion>(arguments)?;
    if question.pgn.len() > MAX_PGN {
        return Err(format!("pgn: found {} bytes; expected at most {MAX_PGN}", question.pgn.len()));
    }
    let nodes = within("nodes", question.nodes.unwrap_or(20_000), 1_000..=10_000_000)?;
    let mut games = Source::from_bytes("pgn", question.pgn.into_bytes()).games();
    let mut game: Game = match games.next() {
        Some(game) => game.map_err(|error| error.to_string())?,
        None => return Err("pgn: found no game".to_owned()),
    };
    if games.next().is_some() {
        return Err("pgn: found several games; expected one".to_owned());
    }
    if let Some(fault) = game.diagnostics.iter().find(|fault| fault.severity() == Severity::Error) {
        return Err(fault.to_string());
    }
    game.normalise();
    let start = game.start().ok_or("pgn: the game has no legal start position")?;
    let plies: Vec<Ply> = game.plies().collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let coach = Coach::new(None, Budget::new(nodes), threads);
    let review = coach.review_until(&start, &plies, stop, &|_, _| {}).ok_or("stopped")?;
    data(&wire::GameReview::new("pgn", "search", &game, Some(&review)))
}

fn opening(arguments: Value, _: &Stop) -> Result<Answer, String> {
    let question = read::<wire::LineQuestion>(arguments)?;
    let start = parse(&question.fen)?;
    let plies = plies(&start, &question.moves)?;
    let found = GameOpening::of_plies(&start, &plies);
    data(&wire::OpeningAnswer {
        opening: found.opening.map(wire::Opening::from),
        out_of_book_ply: found.out_of_book_ply,
    })
}

fn board_image(arguments: Value, _: &Stop) -> Result<Answer, String> {
    let question = read::<wire::ImageQuestion>(arguments)?;
    let position = parse(&question.fen)?;
    let size = within("size", question.size.unwrap_or(480), 64..=2000)?;
    let mut scene = Scene::new(&position);
    scene.flip = question.flip;
    if question.pins {
        scene = scene.with_pins(&position);
    }
    let renderer = Renderer { width: size, ..Renderer::default() };
    renderer.png(&scene).map(Answer::Picture).map_err(|error| error.to_string())
}

fn verify_statement(arguments: Value, stop: &Stop) -> Result<Answer, String> {
    let question = read::<wire::VerifyQuestion>(arguments)?;
    let position = parse(&question.fen)?;
    data(&verify(&position, &question.statement, stop)?)
}

/// Returns the JSON schema of a shape of `wire`, with the shapes that it refers to.
pub(super) fn schema(name: &str) -> Map<String, Value> {
    let document = serde_json::to_value(wire::openapi()).expect("an OpenAPI document is JSON");
    let shapes = &document["components"]["schemas"];
    let mut schema = shapes[name].as_object().cloned().expect("the shape is listed in `wire`");
    let mut found: Map<String, Value> = Map::new();
    let mut open: Vec<String> = references(&Value::Object(schema.clone()));
    while let Some(name) = open.pop() {
        if !found.contains_key(&name) {
            open.extend(references(&shapes[&name]));
            found.insert(name.clone(), shapes[&name].clone());
        }
    }
    if !found.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(found));
    }
    // A question may be a reference or a composition; MCP demands an object.
    schema.entry("type").or_insert(json!("object"));
    let text = Value::Object(schema).to_string().replace("#/components/schemas/", "#/$defs/");
    serde_json::from_str(&text).expect("the text is JSON")
}

/// Returns the names of the shapes to which a schema refers.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, value)| match (key.as_str(), value) {
                ("$ref", Value::String(path)) => {
                    path.rsplit('/').next().map(str::to_owned).into_iter().collect()
                }
                (_, value) => references(value),
            })
            .collect(),
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
