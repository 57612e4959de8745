//! Rows: two ways of writing agree, filters choose what they say, the page about the columns is whole.

use pinsight_data::{
    Column, CsvSink, GameColumn, GameReader, GameWants, JsonLinesSink, PieceFilter, PinFilter, PinScanner,
    RowSink,
};
use pinsight_pgn::split;
use pinsight_rules::{Color, Position, Role};
use pinsight_tactics::{By, Cause, LineKind, PinOptions, PinStatus, Relevance, standing_pins};
use serde_json::Value;

/// Morphy's game at the opera, with names that are hard to write; a game from another start; one that breaks off.
const GAMES: &str = r#"[Event "Opera"]
[Site "Paris, \"Opera\""]
[Date "1858.??.??"]
[White "Morphy, Paul"]
[Black "Duke \"Karl\", Count Isouard"]
[WhiteElo "2690"]
[BlackElo "?"]
[Result "1-0"]
[ECO "C41"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[White "Ünal
Öz"]
[FEN "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1"]

1. Bb2 Qxb2+ 2. Kxb2 *

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. Ke3 *
"#;

fn scan(filter: PinFilter, sink: &mut dyn RowSink) -> usize {
    let mut scanner = PinScanner::new(filter, PinOptions::default());
    let mut rows = 0;
    for game in split(&"opera, \"no\" 1.pgn".into(), GAMES.as_bytes()) {
        scanner.scan(&game, |row| {
            rows += 1;
            sink.write(row).unwrap();
        });
    }
    rows
}

fn csv(filter: PinFilter) -> Vec<u8> {
    let mut sink = CsvSink::new(Vec::new());
    sink.header().unwrap();
    scan(filter, &mut sink);
    sink.into_inner()
}

fn json(filter: PinFilter) -> Vec<Value> {
    let mut sink = JsonLinesSink::new(Vec::new());
    scan(filter, &mut sink);
    let text = String::from_utf8(sink.into_inner()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn everything() -> PinFilter {
    PinFilter { kinds: LineKind::ALL.to_vec(), statuses: PinStatus::ALL.to_vec(), ..PinFilter::default() }
}

/// A column's value in a JSON row: `attacker_square` is the square of `attacker`.
fn field<'a>(row: &'a Value, column: &str) -> &'a Value {
    for piece in ["attacker", "pinned", "shielded"] {
        if let Some(part) = column.strip_prefix(piece) {
            return &row[piece][part.trim_start_matches('_')];
        }
    }
    assert!(row.as_object().unwrap().contains_key(column), "{column}");
    &row[column]
}

#[test]
fn csv_and_json_lines_say_the_same_in_every_column() {
    let rows = json(everything());
    let bytes = csv(everything());
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(names, Column::ALL.iter().map(|column| column.name()).collect::<Vec<_>>());
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert!(rows.len() > 50);
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(&rows) {
        for (name, value) in names.iter().zip(record) {
            let expected = match field(row, name) {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(value, expected, "{name} in {row}");
        }
    }
}

#[test]
fn the_pin_of_a_row_has_the_fields_of_wire() {
    let position: Position = "7k/6q1/8/8/8/8/1B6/1K6 b - - 0 1".parse().unwrap();
    let pin = pinsight_wire::Pin::from(&standing_pins(&position)[0]);
    let pin = serde_json::to_value(pin).unwrap();
    let expected: Vec<&String> = pin.as_object().unwrap().keys().collect();
    let columns: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
    for row in json(everything()) {
        for name in &expected {
            assert!(row.get(name.as_str()).is_some(), "{name} is missing in {row}");
        }
        for name in row.as_object().unwrap().keys() {
            assert!(columns.contains(&name.as_str()) || expected.contains(&name), "{name} is in neither");
        }
        for piece in ["attacker", "pinned", "shielded"] {
            let fields =
                |value: &Value| value[piece].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!(fields(&row), fields(&pin), "{piece}");
        }
    }
}

#[test]
fn a_game_as_a_json_line_has_its_columns_in_order_and_the_names_of_wire() {
    let text = "[Event \"x\"]\n[White \"Anna\"]\n\n1. e4 {[%eval 0.3]} e5 2. Ke3 *\n";
    let mut reader = GameReader::new(GameWants::MOVES);
    let file = "a.pgn".into();
    let raw = split(&file, text.as_bytes()).next().unwrap();
    let row = reader.read(&raw);
    let mut line = String::new();
    row.write_json(&mut line);
    let names: Vec<String> =
        serde_json::from_str::<Value>(&line).unwrap().as_object().unwrap().keys().cloned().collect();
    let order = GameColumn::ALL.iter().map(|column| column.name());
    assert_eq!(names, order.filter(|name| names.iter().any(|found| found == name)).collect::<Vec<_>>());

    let value: Value = serde_json::from_str(&line).unwrap();
    let diagnostic = serde_json::to_value(pinsight_wire::Diagnostic::from(&row.diagnostics[0])).unwrap();
    for (name, found) in value["diagnostics"][0].as_object().unwrap() {
        assert_eq!(diagnostic.get(name), Some(found), "{name}");
    }
    let score = serde_json::to_value(pinsight_wire::Score::Cp(30)).unwrap();
    assert_eq!(value["evals"][0]["cp"], score["cp"]);
}

#[test]
fn a_row_has_the_game_the_move_and_the_pin() {
    let rows = json(PinFilter::default());
    let row = &rows[0];
    // 3...Bg4: taking the queen gains 9 for 3, since the king takes back.
    let expected = serde_json::json!({
        "file": "opera, \"no\" 1.pgn", "game": 1,
        "white": "Morphy, Paul", "black": "Duke \"Karl\", Count Isouard", "white_elo": 2690, "black_elo": null,
        "result": "1-0", "eco": "C41", "date": "1858.??.??", "site": "Paris, \"Opera\"",
        "ply": 6, "move_number": 3, "side": "black", "san": "Bg4",
        "fen": "rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq d3 0 3",
        "kind": "relative_pin", "status": "new", "cause": "created", "by": "attacker",
        "attacker": {"square": "g4", "role": "bishop", "color": "black"},
        "pinned": {"square": "f3", "role": "knight", "color": "white"},
        "shielded": {"square": "d1", "role": "queen", "color": "white"},
        "cost": 6, "static_reply": null, "freedom": "free", "relevance": "real",
        "moves": ["f3g1", "f3d2", "f3h4", "f3e5", "f3g5"],
        "situational": null,
    });
    assert_eq!(*row, expected);
    let second: Vec<&Value> = rows.iter().filter(|row| row["game"] == 2).collect();
    assert_eq!(second.len(), 2);
    assert_eq!((&second[0]["white"], &second[0]["black"]), (&Value::from("Ünal Öz"), &Value::Null));
    assert_eq!(
        (&second[1]["status"], &second[1]["cause"]),
        (&Value::from("released"), &Value::from("attacker_captured"))
    );
    // Of the broken game what could be played.
    assert_eq!(rows.iter().filter(|row| row["game"] == 3).count(), 1);
}

#[test]
fn each_filter_leaves_what_it_says() {
    let all = json(everything());
    let queen = PieceFilter { role: Some(Role::Queen), color: None };
    let white_pawn = PieceFilter { role: Some(Role::Pawn), color: Some(Color::White) };
    let black = PieceFilter { role: None, color: Some(Color::Black) };
    type Wanted = fn(&Value) -> bool;
    let cases: [(PinFilter, Wanted); 12] = [
        (PinFilter { kinds: vec![LineKind::XRay], ..everything() }, |row| row["kind"] == "x_ray"),
        (PinFilter { statuses: vec![PinStatus::Kept], ..everything() }, |row| row["status"] == "kept"),
        (PinFilter { causes: vec![Cause::Created, Cause::Discovered], ..everything() }, |row| {
            row["cause"] == "created" || row["cause"] == "discovered"
        }),
        (PinFilter { by: Some(By::Itself), ..everything() }, |row| row["by"] == "self"),
        (PinFilter { side: Some(Color::White), ..everything() }, |row| row["side"] == "white"),
        (PinFilter { attackers: vec![queen], ..everything() }, |row| row["attacker"]["role"] == "queen"),
        (PinFilter { pinned: vec![queen, white_pawn], ..everything() }, |row| {
            row["pinned"]["role"] == "queen"
                || row["pinned"]["role"] == "pawn" && row["pinned"]["color"] == "white"
        }),
        (PinFilter { shielded: vec![black], ..everything() }, |row| row["shielded"]["color"] == "black"),
        (PinFilter { min_cost: Some(3), ..everything() }, |row| {
            row["cost"].as_i64().is_some_and(|cost| cost >= 3)
        }),
        (PinFilter { relevance: Some(Relevance::Real), ..everything() }, |row| row["relevance"] == "real"),
        (PinFilter { static_reply: Some(true), ..everything() }, |row| row["static_reply"].is_string()),
        (PinFilter::default(), |row| {
            row["kind"].as_str().unwrap().ends_with("_pin") && row["status"] != "kept"
        }),
    ];
    for (filter, wanted) in cases {
        let expected: Vec<Value> = all.iter().filter(|row| wanted(row)).cloned().collect();
        assert!(!expected.is_empty() && expected.len() < all.len(), "{filter:?} would tell nothing apart");
        assert_eq!(json(filter.clone()), expected, "{filter:?}");
    }
}

#[test]
fn the_page_about_the_columns_names_them_all_in_order() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/data.md")).unwrap();
    let mut from = page.find("| column |").unwrap();
    for column in Column::ALL {
        let name = format!("`{}`", column.name());
        let at = page[from..].find(&name).unwrap_or_else(|| panic!("{name} is missing or stands too early"));
        from += at;
    }
    for column in Column::ALL {
        assert_eq!(Column::from_name(column.name()), Some(*column));
    }
}
