//! Column names in any case.
//!
//! SQL converts unquoted names to lower case, but lichess's columns are called `WhiteElo` and `UTCDate`. A name that equals a
//! column's except for its case is replaced by the quoted name of the column.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use datafusion::arrow::datatypes::Schema;
use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{Expr, Ident, Select, SelectItem, Visit, Visitor};
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::keywords::Keyword;
use datafusion::sql::sqlparser::tokenizer::{Token, Tokenizer, Word};

/// Returns the tokens of a text with their exact spelling.
fn tokens(text: &str) -> Option<Vec<Token>> {
    Tokenizer::new(&GenericDialect {}, text).with_unescape(false).tokenize().ok()
}

/// Splits a text into queries at its semicolons.
pub fn statements(text: &str) -> Vec<String> {
    let Some(tokens) = tokens(text) else {
        // Running it reports the error.
        return vec![text.to_owned()];
    };
    let parts = tokens.split(|token| *token == Token::SemiColon);
    let is_query = |part: &&[Token]| part.iter().any(|token| !matches!(token, Token::Whitespace(_)));
    parts.filter(is_query).map(|part| part.iter().map(ToString::to_string).collect()).collect()
}

/// Returns the quoted texts of a query, each of which may name a file.
pub(super) fn quoted_texts(query: &str) -> Vec<String> {
    let quoted = |token: Token| match token {
        Token::SingleQuotedString(text) => Some(text.replace("''", "'")),
        Token::Word(Word { value, quote_style: Some(_), .. }) => Some(value),
        _ => None,
    };
    tokens(query).unwrap_or_default().into_iter().filter_map(quoted).collect()
}

/// The columns that are not all lower case, by their names in lower case.
#[derive(Debug, Default)]
pub(super) struct ColumnNames {
    /// `None` if there is another column that differs only in case.
    exact: HashMap<String, Option<String>>,
}

impl ColumnNames {
    /// Adds the columns of a table.
    pub(super) fn add(&mut self, schema: &Schema) {
        for field in schema.fields() {
            let name = field.name();
            self.exact
                .entry(name.to_lowercase())
                .and_modify(|known| {
                    if known.as_ref() != Some(name) {
                        *known = None;
                    }
                })
                .or_insert_with(|| Some(name.clone()));
        }
    }

    /// Returns all columns, as the tables have them.
    pub(super) fn all(&self) -> impl Iterator<Item = String> {
        self.exact.iter().map(|(lower, exact)| exact.as_ref().unwrap_or(lower).clone())
    }

    fn get(&self, word: &str) -> Option<&str> {
        let lower = word.to_lowercase();
        let exact = self.exact.get(&lower)?.as_deref()?;
        (exact != lower).then_some(exact)
    }

    /// Returns the query with the names of columns as the tables have them. Keywords stay, unless `statement`, which is the
    /// parsed query, has them as columns: `CAST(Date AS DATE)`. Names of tables stay.
    pub(super) fn apply_to(&self, sql: &str, statement: &Statement) -> String {
        let positions = ColumnPositions::of(statement);
        let located = Tokenizer::new(&GenericDialect {}, sql).with_unescape(false).tokenize_with_location();
        let Ok(located) = located else {
            return sql.to_owned();
        };
        let (mut tokens, spans): (Vec<Token>, Vec<_>) =
            located.into_iter().map(|located| (located.token, located.span.start)).unzip();
        for index in 0..tokens.len() {
            let is_column =
                spans.get(index).is_some_and(|start| positions.0.contains(&(start.line, start.column)));
            let before = tokens.iter().take(index).rev().find(|token| !matches!(token, Token::Whitespace(_)));
            if !is_column && precedes_table_name(before) {
                continue;
            }
            let next = tokens.iter().skip(index + 1).find(|token| !matches!(token, Token::Whitespace(_)));
            // Functions, and literals like DATE '2024-01-01'.
            if matches!(next, Some(Token::LParen | Token::SingleQuotedString(_))) {
                continue;
            }
            if let Some(Token::Word(word)) = tokens.get_mut(index)
                && word.quote_style.is_none()
                && (is_column || word.keyword == Keyword::NoKeyword)
                && let Some(exact) = self.get(&word.value)
            {
                *word = Word { value: exact.to_owned(), quote_style: Some('"'), keyword: word.keyword };
            }
        }
        tokens.iter().map(ToString::to_string).collect()
    }
}

/// Returns whether a table follows the token.
fn precedes_table_name(before: Option<&Token>) -> bool {
    use Keyword::{EXISTS, FROM, JOIN, TABLE, VIEW};
    matches!(before, Some(Token::Word(word)) if [EXISTS, FROM, JOIN, TABLE, VIEW].contains(&word.keyword))
}

/// The lines and columns at which a statement names columns and their aliases.
#[derive(Debug, Default)]
struct ColumnPositions(HashSet<(u64, u64)>);

impl ColumnPositions {
    fn of(statement: &Statement) -> Self {
        let mut positions = Self::default();
        match statement {
            Statement::Statement(statement) => {
                let _: ControlFlow<()> = statement.visit(&mut positions);
            }
            Statement::Explain(explain) => return Self::of(&explain.statement),
            _ => {}
        }
        positions
    }

    fn add(&mut self, name: &Ident) {
        self.0.insert((name.span.start.line, name.span.start.column));
    }
}

impl Visitor for ColumnPositions {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(name) => self.add(name),
            Expr::CompoundIdentifier(names) => names.last().into_iter().for_each(|name| self.add(name)),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        for item in &select.projection {
            if let SelectItem::ExprWithAlias { alias, .. } = item {
                self.add(alias);
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::datatypes::{DataType, Field};
    use datafusion::sql::parser::DFParser;

    use super::*;

    #[test]
    fn semicolons_end_queries() {
        assert_eq!(
            statements("SELECT ';'; -- one; two\n SELECT 2;"),
            ["SELECT ';'", " -- one; two\n SELECT 2"]
        );
        assert!(statements(" ; -- nothing\n;").is_empty());
        assert_eq!(statements("SELECT 'open"), ["SELECT 'open"]);
    }

    #[test]
    fn names_get_the_case_of_their_columns() {
        let mut names = ColumnNames::default();
        let columns = ["WhiteElo", "Result", "moves", "UTCDate", "Date", "Order", "Group", "Event"];
        let fields: Vec<_> = columns.map(|name| Field::new(name, DataType::Utf8, true)).into();
        names.add(&Schema::new(fields));
        let put = |names: &ColumnNames, sql: &str| {
            let statement = DFParser::parse_sql(sql).expect(sql).pop_front().expect("a statement");
            names.apply_to(sql, &statement)
        };
        for (sql, expected) in [
            ("SELECT whiteelo FROM 'WhiteElo.pgn'", "SELECT \"WhiteElo\" FROM 'WhiteElo.pgn'"),
            ("SELECT g.WHITEELO, \"x\" FROM t g", "SELECT g.\"WhiteElo\", \"x\" FROM t g"),
            ("SELECT Result, moves, result(Result)", "SELECT \"Result\", moves, result(\"Result\")"),
            ("SELECT 'Result' -- Result\n", "SELECT 'Result' -- Result\n"),
            ("SELECT utcdate > DATE '2024-01-01'", "SELECT \"UTCDate\" > DATE '2024-01-01'"),
            ("SELECT White = 'O''Kelly', \"a\"\"b\"", "SELECT White = 'O''Kelly', \"a\"\"b\""),
            // Keywords stay where they are keywords.
            ("SELECT CAST(date AS DATE) FROM t", "SELECT CAST(\"Date\" AS DATE) FROM t"),
            (
                "SELECT t.order, max(utcdate) AS date FROM t GROUP BY t.order ORDER BY date",
                "SELECT t.\"Order\", max(\"UTCDate\") AS \"Date\" FROM t GROUP BY t.\"Order\" ORDER BY \"Date\"",
            ),
            // Names of tables stay.
            ("CREATE VIEW event AS SELECT event FROM t", "CREATE VIEW event AS SELECT \"Event\" FROM t"),
            ("SELECT event FROM event", "SELECT \"Event\" FROM event"),
        ] {
            assert_eq!(put(&names, sql), expected);
        }
        // Ambiguous if another table has the name in lower case.
        names.add(&Schema::new(vec![Field::new("result", DataType::Utf8, true)]));
        assert_eq!(put(&names, "SELECT Result"), "SELECT Result");
    }
}
