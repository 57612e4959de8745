//! Table functions, `FROM positions('games.pgn')`, and named arguments, `strict => true`.
//!
//! A table function is replaced by a query over the file, so that it works with every kind of file and on a cluster.
//! Named arguments become positional; DataFusion cannot omit one before another.

use std::collections::HashMap;
use std::ops::ControlFlow;

use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::execution::SessionState;
use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{
    Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, TableFactor, Value, ValueWithSpan,
    VisitMut, VisitorMut,
};
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::parser::Parser;

use super::error::SqlError;
use super::names::ColumnNames;
use super::tables;
use pinsight_data::{POSITIONS, column_names};

/// The names and usages of the functions.
const FUNCTIONS: [(&str, &str); 2] =
    [("positions", "positions('games.pgn')"), ("opening_tree", "opening_tree('games.pgn', fen)")];

/// The functions with named arguments, and the names.
const PARSERS: [&str; 3] = ["parse_moves", "moves_from_uci", "moves_fault"];
const PARAMETERS: [&str; 3] = ["text", "fen", "strict"];

/// Returns the names of the table functions.
pub(super) fn names() -> impl Iterator<Item = String> {
    FUNCTIONS.iter().map(|(name, _)| (*name).to_owned())
}

/// Returns the query with table functions replaced by queries; `None` if it has none.
///
/// Adds the columns of these tables to `names`: `white` is not `White` of the file.
pub(super) async fn expand(
    state: &SessionState,
    statement: &Statement,
    names: &mut ColumnNames,
) -> Result<Option<String>, SqlError> {
    let mut statement = statement.clone();
    let inner = match &mut statement {
        Statement::Statement(inner) => inner,
        Statement::Explain(explain) => match &mut *explain.statement {
            Statement::Statement(inner) => inner,
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let mut calls = Calls { schemas: HashMap::new(), missing: None, found: false, has_table: false };
    loop {
        match inner.visit(&mut calls) {
            ControlFlow::Continue(()) if calls.found => {
                if calls.has_table {
                    names.add(&POSITIONS.schema());
                }
                return Ok(Some(statement.to_string()));
            }
            ControlFlow::Continue(()) => return Ok(None),
            ControlFlow::Break(error) => {
                // The schema of the file is needed before the call can be replaced.
                let Some(file) = calls.missing.take() else { return Err(error) };
                let schema = tables::open(state, &file, None).await?.schema();
                calls.schemas.insert(file, schema);
            }
        }
    }
}

/// Replaces calls over files of known schema.
struct Calls {
    schemas: HashMap<String, SchemaRef>,
    /// The file whose schema is needed.
    missing: Option<String>,
    /// Whether anything is replaced.
    found: bool,
    has_table: bool,
}

impl VisitorMut for Calls {
    type Break = SqlError;

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<SqlError> {
        match self.replacement(factor) {
            Ok(Some(query)) => *factor = query,
            Ok(None) => {}
            Err(error) => return ControlFlow::Break(error),
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<SqlError> {
        if let Expr::Function(Function { name, args: FunctionArguments::List(list), .. }) = expr
            && PARSERS.contains(&name.to_string().to_lowercase().as_str())
        {
            self.found |= make_positional(&mut list.args);
        }
        ControlFlow::Continue(())
    }
}

/// Replaces the named arguments of a parser function by positional ones. Returns whether there are any.
fn make_positional(args: &mut Vec<FunctionArg>) -> bool {
    let position = |arg: &FunctionArg| match arg {
        FunctionArg::Named { name, .. } => {
            PARAMETERS.iter().position(|known| name.value.eq_ignore_ascii_case(known))
        }
        _ => None,
    };
    let Some(first) = args.iter().position(|arg| matches!(arg, FunctionArg::Named { .. })) else {
        return false;
    };
    let positions: Vec<usize> = args.iter().skip(first).filter_map(position).collect();
    let is_sound =
        positions.len() == args.len() - first && positions.iter().all(|&position| position >= first);
    // DataFusion reports an unknown name.
    let Some(&last) = positions.iter().max().filter(|_| is_sound) else {
        return false;
    };
    let null = FunctionArgExpr::Expr(Expr::value(Value::Null));
    let mut values = vec![null; last + 1 - first];
    for (arg, position) in args.drain(first..).zip(positions) {
        if let (FunctionArg::Named { arg, .. }, Some(value)) = (arg, values.get_mut(position - first)) {
            *value = arg;
        }
    }
    args.extend(values.into_iter().map(FunctionArg::Unnamed));
    true
}

impl Calls {
    fn replacement(&mut self, factor: &TableFactor) -> Result<Option<TableFactor>, SqlError> {
        let TableFactor::Table { name, alias, args: Some(args), .. } = factor else {
            return Ok(None);
        };
        let called = name.to_string().to_lowercase();
        let Some((name, usage)) = FUNCTIONS.iter().find(|(name, _)| *name == called) else {
            return Ok(None);
        };
        let wrong = || SqlError::new(format!("expected {usage}, with texts in quotes, found {factor}"));
        let texts: Option<Vec<&str>> = args.args.iter().map(text).collect();
        let texts = texts.ok_or_else(wrong)?;
        let (file, fen) = match (*name, texts.as_slice()) {
            (_, &[file]) => (file, "startpos"),
            ("opening_tree", &[file, fen]) => (file, fen),
            _ => return Err(wrong()),
        };
        let Some(schema) = self.schemas.get(file) else {
            self.missing = Some(file.to_owned());
            return Err(wrong());
        };
        let games = Games { file, schema };
        let query = match *name {
            "positions" => games.positions()?,
            _ => games.opening_tree(fen)?,
        };
        (self.found, self.has_table) = (true, true);
        let alias = alias.as_ref().map_or_else(|| name.to_string(), ToString::to_string);
        let parsed = Parser::new(&GenericDialect {})
            .try_with_sql(&format!("({query}) {alias}"))
            .and_then(|mut parser| parser.parse_table_factor());
        parsed.map(Some).map_err(|error| SqlError::new(error.to_string()))
    }
}

/// Returns the text of an argument.
fn text(argument: &FunctionArg) -> Option<&str> {
    match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(Expr::Value(ValueWithSpan {
            value: Value::SingleQuotedString(text),
            ..
        }))) => Some(text),
        _ => None,
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A file of games.
struct Games<'a> {
    file: &'a str,
    schema: &'a SchemaRef,
}

impl Games<'_> {
    /// Returns the first of these columns that exists, in quotes; `NULL` if none does.
    fn column(&self, names: &[&str]) -> String {
        let name = names.iter().find(|name| self.schema.column_with_name(name).is_some());
        name.map_or_else(|| "NULL".to_owned(), |name| format!("\"{name}\""))
    }

    /// Returns an expression for the moves.
    fn moves(&self) -> Result<String, SqlError> {
        let text = self.column(&["moves", "movetext", "pgn", "Moves", "uci", "line"]);
        // A table with a row per ply is not one of games.
        if text == "NULL" || self.column(&["ply"]) != "NULL" {
            let (file, found) = (self.file, column_names(self.schema.fields()));
            return Err(SqlError::new(format!(
                "{file} has no games: expected a column moves, movetext, pgn, Moves, uci or line, and none called ply, \
                 found {found}"
            )));
        }
        let field = self.schema.field_with_name(text.trim_matches('"'));
        let is_binary = field.is_ok_and(|field| {
            matches!(field.data_type(), DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
        });
        Ok(match self.column(&["FEN", "fen", "start_fen"]).as_str() {
            _ if is_binary => text,
            "NULL" => text,
            fen if ["\"movetext\"", "\"pgn\""].contains(&text.as_str()) => {
                format!("parse_moves({text}, {fen})")
            }
            fen => format!("moves_from_uci({text}, {fen})"),
        })
    }

    fn positions(&self) -> Result<String, SqlError> {
        let date = match self.schema.column_with_name("other_tags") {
            Some(_) => "\"other_tags\"['Date']".to_owned(),
            None => format!("CAST({} AS VARCHAR)", self.column(&["Date", "UTCDate"])),
        };
        let tag = |name: &str| self.column(&[name]);
        let head = [
            ("file", self.column(&["file"])),
            ("game", self.column(&["game"])),
            ("white", self.column(&["White", "white"])),
            ("black", self.column(&["Black", "black"])),
            ("white_elo", format!("CAST({} AS INT)", tag("WhiteElo"))),
            ("black_elo", format!("CAST({} AS INT)", tag("BlackElo"))),
            ("result", self.column(&["Result", "result"])),
            ("eco", self.column(&["ECO", "eco"])),
            ("date", date),
            ("site", self.column(&["Site", "PuzzleId", "lichess_id"])),
        ];
        let (outer, inner): (Vec<_>, Vec<_>) = POSITIONS
            .columns
            .iter()
            .map(|column| match head.iter().find(|(name, _)| *name == column.name) {
                Some((name, value)) => (format!("\"{name}\""), Some(format!("{value} AS \"{name}\""))),
                None => (format!("p['{0}'] AS \"{0}\"", column.name), None),
            })
            .unzip();
        let inner: Vec<String> = inner.into_iter().flatten().collect();
        let (clocks, evals) = (self.column(&["clocks"]), self.column(&["evals"]));
        Ok(format!(
            "SELECT {} FROM (SELECT {}, unnest(positions({}, {clocks}, {evals})) AS p FROM {})",
            outer.join(", "),
            inner.join(", "),
            self.moves()?,
            quoted(self.file)
        ))
    }

    fn opening_tree(&self, fen: &str) -> Result<String, SqlError> {
        let (moves, fen, result) = (self.moves()?, quoted(fen), self.column(&["Result", "result"]));
        let [white_elo, black_elo] = ["WhiteElo", "BlackElo"].map(|name| self.column(&[name]));
        let won = |result: &str| format!("count(*) FILTER (WHERE \"result\" = '{result}')");
        let (white, draws, black) = (won("1-0"), won("1/2-1/2"), won("0-1"));
        Ok(format!(
            "SELECT san, uci, count(*) AS games, {white} AS \"white\", {draws} AS draws, {black} AS \"black\", \
             ({white} + {draws} / 2.0) / nullif({white} + {draws} + {black}, 0) AS score, avg(elo) AS rating \
             FROM (SELECT san(moves)[ply + 1] AS san, uci(moves)[ply + 1] AS uci, \"result\", elo \
             FROM (SELECT {moves} AS moves, {result} AS \"result\", position_ply({moves}, {fen}) AS ply, \
             (CAST({white_elo} AS INT) + CAST({black_elo} AS INT)) / 2.0 AS elo FROM {})) \
             WHERE san IS NOT NULL GROUP BY san, uci",
            quoted(self.file)
        ))
    }
}
