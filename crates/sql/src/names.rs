//! Column names in any case.
//!
//! SQL takes names without quotes for lower case, but the columns of games are called `WhiteElo` and `UTCDate`, as lichess
//! has them. A name that is a column's but for its case is put in quotes as the column has it.

use std::collections::HashMap;

use datafusion::arrow::datatypes::Schema;
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::tokenizer::{Token, Tokenizer, Word};

/// The words and signs of a text as they stand there, so that it can be put together again.
fn tokens(text: &str) -> Option<Vec<Token>> {
    Tokenizer::new(&GenericDialect {}, text).with_unescape(false).tokenize().ok()
}

/// The queries of a text, which semicolons end.
pub fn statements(text: &str) -> Vec<String> {
    let Some(tokens) = tokens(text) else {
        // Whoever runs it will say why it is none.
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

    /// All columns, as the tables have them.
    pub(super) fn all(&self) -> impl Iterator<Item = String> {
        self.exact.iter().map(|(lower, exact)| exact.as_ref().unwrap_or(lower).clone())
    }

    fn get(&self, word: &str) -> Option<&str> {
        let lower = word.to_lowercase();
        let exact = self.exact.get(&lower)?.as_deref()?;
        (exact != lower).then_some(exact)
    }

    /// The query with the names of columns as the tables have them. What is no SQL stays as it is.
    pub(super) fn put_into(&self, sql: &str) -> String {
        let Some(mut tokens) = tokens(sql) else {
            return sql.to_owned();
        };
        for index in 0..tokens.len() {
            let next = tokens.iter().skip(index + 1).find(|token| !matches!(token, Token::Whitespace(_)));
            // Functions, and literals like DATE '2024-01-01'.
            if matches!(next, Some(Token::LParen | Token::SingleQuotedString(_))) {
                continue;
            }
            if let Some(Token::Word(word)) = tokens.get_mut(index)
                && word.quote_style.is_none()
                && let Some(exact) = self.get(&word.value)
            {
                *word = Word { value: exact.to_owned(), quote_style: Some('"'), keyword: word.keyword };
            }
        }
        tokens.iter().map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::datatypes::{DataType, Field};

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
        let columns = ["WhiteElo", "Result", "moves", "UTCDate"];
        let fields: Vec<_> = columns.map(|name| Field::new(name, DataType::Utf8, true)).into();
        names.add(&Schema::new(fields));
        for (sql, wanted) in [
            ("SELECT whiteelo FROM 'WhiteElo.pgn'", "SELECT \"WhiteElo\" FROM 'WhiteElo.pgn'"),
            ("SELECT g.WHITEELO, \"x\" FROM t g", "SELECT g.\"WhiteElo\", \"x\" FROM t g"),
            ("SELECT Result, moves, result(Result)", "SELECT \"Result\", moves, result(\"Result\")"),
            ("SELECT 'Result' -- Result\n", "SELECT 'Result' -- Result\n"),
            ("SELECT utcdate > DATE '2024-01-01'", "SELECT \"UTCDate\" > DATE '2024-01-01'"),
            ("SELECT White = 'O''Kelly', \"a\"\"b\"", "SELECT White = 'O''Kelly', \"a\"\"b\""),
            ("SELECT 'open", "SELECT 'open"),
        ] {
            assert_eq!(names.put_into(sql), wanted);
        }
        // Another table has the name in lower case: then that is what it says.
        names.add(&Schema::new(vec![Field::new("result", DataType::Utf8, true)]));
        assert_eq!(names.put_into("SELECT Result"), "SELECT Result");
    }
}
