//! Pin events and games as CSV and JSON lines; filters; the declaration of the tables.

use pinsight_data::arrow::RecordBatch;
use pinsight_data::{
    FINDINGS, GAMES, GameBatchBuilder, GameColumn, PINS, POSITIONS, PinBatchBuilder, PinScanner, TableFormat,
    TableWriter,
};
use pinsight_pgn::{Game, split};
use pinsight_rules::{Color, Role};
use pinsight_tactics::{By, Cause, LineKind, PieceFilter, PinFilter, PinOptions, PinStatus, Relevance};
use serde_json::Value;

/// Morphy's opera game with names that need quotes, a game with a start position, and one with an illegal move.
const GAMES_TEXT: &str = r#"[Event "Opera"]
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

fn scan(filter: PinFilter) -> RecordBatch {
    let mut scanner = PinScanner::new(filter, PinOptions::default());
    let mut builder = PinBatchBuilder::new();
    for game in split(&"opera, \"no\" 1.pgn".into(), GAMES_TEXT.as_bytes()) {
        scanner.scan(&game, |event| builder.add(event));
    }
    builder.finish().unwrap()
}

fn written(batch: RecordBatch, format: TableFormat) -> Vec<u8> {
    let mut writer = TableWriter::new(Vec::new(), format, &batch.schema(), 1).unwrap();
    writer.write(format.encode(batch).unwrap()).unwrap();
    writer.finish().unwrap()
}

fn json_lines(batch: RecordBatch) -> Vec<Value> {
    let text = String::from_utf8(written(batch, TableFormat::JsonLines)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn json(filter: PinFilter) -> Vec<Value> {
    json_lines(scan(filter))
}

fn everything() -> PinFilter {
    PinFilter { kinds: LineKind::ALL.to_vec(), statuses: PinStatus::ALL.to_vec(), ..PinFilter::default() }
}

#[test]
fn csv_and_json_lines_agree_in_every_column() {
    let rows = json(everything());
    let bytes = written(scan(everything()), TableFormat::Csv);
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(names, PINS.columns.iter().map(|column| column.name).collect::<Vec<_>>());
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert!(rows.len() > 50);
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(&rows) {
        for (name, value) in names.iter().zip(record) {
            let expected = match &row[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(value, expected, "{name} in {row}");
        }
    }
}

#[test]
fn a_game_as_text_has_uci_moves_and_the_names_of_wire() {
    let text = "[Event \"x\"]\n[White \"Anna\"]\n[UTCDate \"2025.05.01\"]\n[UTCTime \"14:11:32\"]\n\n\
                1. e4 {[%eval 0.3]} e5 2. Ke3 *\n";
    let mut builder = GameBatchBuilder::of_all_as_text(false);
    split(&"a.pgn".into(), text.as_bytes()).for_each(|raw| {
        builder.add(&raw);
    });
    let batch = builder.finish().unwrap();
    let row = &json_lines(batch.clone())[0];
    let names: Vec<&String> = row.as_object().unwrap().keys().collect();
    assert_eq!(names, GAMES.columns.iter().map(|column| column.name).collect::<Vec<_>>());
    assert_eq!((&row["moves"], &row["plies"]), (&Value::from("e2e4 e7e5"), &Value::from(2)));
    assert_eq!((&row["UTCDate"], &row["UTCTime"]), (&Value::from("2025-05-01"), &Value::from("14:11:32")));

    let diagnostics = &Game::parse_all(text)[0].diagnostics;
    let diagnostic = serde_json::to_value(pinsight_wire::Diagnostic::from(&diagnostics[0])).unwrap();
    for (name, found) in row["diagnostics"][0].as_object().unwrap() {
        assert_eq!(diagnostic.get(name), Some(found), "{name}");
    }
    let score = serde_json::to_value(pinsight_wire::Score::Cp(30)).unwrap();
    assert_eq!(row["evals"][0]["cp"], score["cp"]);

    let bytes = written(batch, TableFormat::Csv);
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let names = reader.headers().unwrap().clone();
    let record = reader.records().next().unwrap().unwrap();
    let field = |name| &record[names.iter().position(|found| found == name).unwrap()];
    assert_eq!((field("moves"), field("UTCDate"), field("clocks")), ("e2e4 e7e5", "2025-05-01", ""));
    // CSV has no lists: they are JSON.
    assert_eq!(serde_json::from_str::<Value>(field("evals")).unwrap()[0]["cp"], 30);
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
        "status": "new", "kind": "relative_pin", "cause": "created", "by": "attacker",
        "attacker_square": "g4", "attacker_role": "bishop", "attacker_color": "black",
        "pinned_square": "f3", "pinned_role": "knight", "pinned_color": "white",
        "shielded_square": "d1", "shielded_role": "queen", "shielded_color": "white",
        "cost": 6, "static_reply": null, "freedom": "free", "relevance": "real",
    });
    assert_eq!(*row, expected);
    let second: Vec<&Value> = rows.iter().filter(|row| row["game"] == 2).collect();
    assert_eq!(second.len(), 2);
    assert_eq!((&second[0]["white"], &second[0]["black"]), (&Value::from("Ünal Öz"), &Value::Null));
    assert_eq!(
        (&second[1]["status"], &second[1]["cause"]),
        (&Value::from("released"), &Value::from("attacker_captured"))
    );
    // The legal part of the broken game.
    assert_eq!(rows.iter().filter(|row| row["game"] == 3).count(), 1);
}

#[test]
fn each_filter_selects_its_rows() {
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
        (PinFilter { attackers: vec![queen], ..everything() }, |row| row["attacker_role"] == "queen"),
        (PinFilter { pinned: vec![queen, white_pawn], ..everything() }, |row| {
            row["pinned_role"] == "queen" || row["pinned_role"] == "pawn" && row["pinned_color"] == "white"
        }),
        (PinFilter { shielded: vec![black], ..everything() }, |row| row["shielded_color"] == "black"),
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
        assert!(!expected.is_empty() && expected.len() < all.len(), "{filter:?} selects all or nothing");
        assert_eq!(json(filter.clone()), expected, "{filter:?}");
    }
}

#[test]
fn columns_of_the_same_name_are_stored_alike() {
    let mut tables = [&GAMES, &PINS, &FINDINGS, &POSITIONS].into_iter();
    while let Some(table) = tables.next() {
        for column in table.columns {
            for other in tables.clone().filter_map(|other| other.column(column.name)) {
                assert_eq!((column.storage, column.bloom_filter), (other.storage, other.bloom_filter));
            }
        }
    }
}

#[test]
fn texts_that_a_spreadsheet_would_run_are_quoted_unless_csv_is_raw() {
    let columns = [GameColumn::White, GameColumn::Black, GameColumn::Event, GameColumn::WhiteRatingDiff];
    let csv = |format: TableFormat| {
        let mut builder = GameBatchBuilder::new(&columns);
        let pgn = b"[White \"=1+1\"]\n[Black \"@SUM(A1)\"]\n[Event \"-\"]\n[WhiteRatingDiff \"-5\"]\n\n*\n\n\
            [White \"Anna\"]\n[Black \"-2+3\"]\n[Event \"+1\"]\n\n*";
        for raw in split(&"test".into(), pgn) {
            builder.add(&raw);
        }
        String::from_utf8(written(builder.finish().unwrap(), format)).unwrap()
    };
    let header = "White,Black,Event,WhiteRatingDiff\n";
    assert_eq!(csv(TableFormat::Csv), format!("{header}'=1+1,'@SUM(A1),-,-5\nAnna,'-2+3,'+1,\n"));
    assert_eq!(csv(TableFormat::RawCsv), format!("{header}=1+1,@SUM(A1),-,-5\nAnna,-2+3,+1,\n"));
}
