//! Chess functions: parameters, arguments and the errors for wrong arguments.

use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, BinaryViewBuilder, BooleanArray, Int64Array, ListArray,
    ListBuilder, StringBuilder, StringViewArray,
};
use datafusion::arrow::compute::can_cast_types;
use datafusion::arrow::datatypes::{DataType, Int32Type};
use datafusion::common::{DataFusionError, Result, ScalarValue, exec_datafusion_err, exec_err, plan_err};
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};
use pinsight_data::{Kind, MovesParser};
use pinsight_moves::MovesReader;
use pinsight_rules::{Move, Position};

/// The kind of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parameter {
    /// The column `moves` of games, movetext or UCI moves.
    Moves,
    /// A position as a FEN.
    Fen,
    /// The number of a ply.
    Ply,
    /// Another text, with its name.
    Text(&'static str),
    /// True or false, with its name.
    Flag(&'static str),
    /// The column `clocks` of games.
    Clocks,
    /// The column `clocks` of games, or movetext with clocks.
    ClocksOrMovetext,
    /// The column `evals` of games.
    Evals,
}

impl Parameter {
    fn name(self) -> &'static str {
        self.name_and_expected().0
    }

    fn name_and_expected(self) -> (&'static str, &'static str) {
        match self {
            Self::Moves => ("moves", "the binary column `moves` of games, movetext or UCI moves"),
            Self::Fen => ("fen", "a FEN, which is text,"),
            Self::Ply => ("ply", "a whole number"),
            Self::Text(name) => (name, "text"),
            Self::Flag(name) => (name, "true or false"),
            Self::Clocks => ("clocks", "the column `clocks` of games"),
            Self::ClocksOrMovetext => ("clocks", "the column `clocks` of games or movetext"),
            Self::Evals => ("evals", "the column `evals` of games"),
        }
    }

    /// Returns the type to cast an argument to; `None` if its type is wrong.
    fn coerce(self, given: &DataType) -> Option<DataType> {
        use DataType::{
            Binary, BinaryView, Boolean, Dictionary, FixedSizeList, Int64, LargeBinary, LargeList, LargeUtf8,
            List, ListView, Null, Utf8, Utf8View,
        };
        match (self, given) {
            (_, Dictionary(_, values)) => self.coerce(values),
            (Self::Flag(_), Boolean | Null) => Some(Boolean),
            (Self::Moves, Binary | LargeBinary | BinaryView | Null) => Some(BinaryView),
            (Self::Moves | Self::Fen | Self::Text(_), Utf8 | LargeUtf8 | Utf8View | Null) => Some(Utf8View),
            (Self::ClocksOrMovetext, given) if !given.is_string() => Self::Clocks.coerce(given),
            (Self::ClocksOrMovetext, _) => Some(Utf8View),
            (Self::Clocks | Self::Evals, given) => {
                let wanted = if self == Self::Clocks { Kind::Clocks } else { Kind::Evals }.data_type();
                let is_sound = match given {
                    List(item) | LargeList(item) | ListView(item) | FixedSizeList(item, _) => {
                        (self == Self::Evals || item.data_type().is_integer())
                            && can_cast_types(given, &wanted)
                    }
                    given => *given == Null,
                };
                is_sound.then_some(wanted)
            }
            (Self::Ply, given) if given.is_integer() || *given == Null => Some(Int64),
            _ => None,
        }
    }
}

/// Works on a batch of rows.
pub(super) type Body = fn(&Arguments<'_>) -> Result<ArrayRef>;

/// A function over rows. The result is null where an argument is null.
#[derive(Debug)]
pub(super) struct ChessFunction {
    name: &'static str,
    parameters: &'static [Parameter],
    /// Parameters that may be omitted.
    optional: &'static [Parameter],
    /// A parameter that may follow any number of times.
    variadic: Option<Parameter>,
    returns: DataType,
    signature: Signature,
    body: Body,
}

impl ChessFunction {
    pub(super) fn new(
        name: &'static str,
        parameters: &'static [Parameter],
        returns: DataType,
        body: Body,
    ) -> Self {
        Self {
            name,
            parameters,
            optional: &[],
            variadic: None,
            returns,
            signature: Signature::user_defined(Volatility::Immutable),
            body,
        }
    }

    /// Adds parameters that may be omitted.
    pub(super) fn with_optional(mut self, optional: &'static [Parameter]) -> Self {
        self.optional = optional;
        self
    }

    /// Adds a parameter that may follow any number of times.
    pub(super) fn with_variadic(mut self, variadic: Parameter) -> Self {
        self.variadic = Some(variadic);
        self
    }

    /// Returns the usage: `fen_at(moves, ply)`.
    fn usage(&self) -> String {
        let mut names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name()).collect();
        let variadic = self.variadic.map(|parameter| format!("{}, ...", parameter.name()));
        names.extend(variadic.as_deref());
        let optional: String =
            self.optional.iter().map(|parameter| format!("[, {}]", parameter.name())).collect();
        format!("{}({}{optional})", self.name, names.join(", "))
    }
}

impl PartialEq for ChessFunction {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for ChessFunction {}

impl Hash for ChessFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for ChessFunction {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.returns.clone())
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let least = self.parameters.len();
        if given.len() < least || self.variadic.is_none() && given.len() > least + self.optional.len() {
            let is_open = self.variadic.is_some() || !self.optional.is_empty();
            let (wanted, plural) =
                (if is_open { "at least " } else { "" }, if least == 1 { "" } else { "s" });
            return plan_err!("{} takes {wanted}{least} argument{plural}, not {}", self.usage(), given.len());
        }
        let parameters = self.parameters.iter().chain(self.optional).copied();
        let parameters = parameters.chain(std::iter::repeat_with(|| self.variadic).flatten());
        let mut types = Vec::with_capacity(given.len());
        for (given, parameter) in given.iter().zip(parameters) {
            match parameter.coerce(given) {
                Some(wanted) => types.push(wanted),
                None => {
                    let (usage, (name, expected)) = (self.usage(), parameter.name_and_expected());
                    return plan_err!("{usage} expects {expected} for `{name}`, not {given}");
                }
            }
        }
        Ok(types)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constant = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let arguments = Arguments { name: self.name, arrays: &arrays };
        let result = (self.body)(&arguments)?;
        yield_soon();
        if constant {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?));
        }
        Ok(ColumnarValue::Array(result))
    }
}

/// Exhausts the cooperative budget of the task, so that it yields after this expensive batch and the query can be cancelled.
fn yield_soon() {
    let mut context = Context::from_waker(Waker::noop());
    // More than the budget of a task; outside a task the budget is unlimited.
    for _ in 0..256 {
        match tokio::task::coop::poll_proceed(&mut context) {
            Poll::Ready(turn) => turn.made_progress(),
            Poll::Pending => break,
        }
    }
}

/// The arguments of a batch of rows.
pub(super) struct Arguments<'a> {
    name: &'static str,
    arrays: &'a [ArrayRef],
}

impl<'a> Arguments<'a> {
    /// Returns the number of rows.
    pub(super) fn rows(&self) -> usize {
        self.arrays.first().map_or(0, Array::len)
    }

    /// Returns the number of arguments.
    pub(super) fn len(&self) -> usize {
        self.arrays.len()
    }

    /// Returns the argument at an index.
    pub(super) fn array(&self, index: usize) -> Result<&'a ArrayRef> {
        self.arrays.get(index).ok_or_else(|| self.error(&format_args!("argument {index} is missing")))
    }

    /// Returns the argument at an index as moves.
    pub(super) fn moves(&self, index: usize) -> Result<MovesColumn> {
        let array = match self.array(index)?.as_string_view_opt() {
            Some(texts) => self.parse_moves(texts)?,
            None => self.typed::<BinaryViewArray>(index, "moves")?.clone(),
        };
        Ok(MovesColumn { name: self.name, array })
    }

    /// Passes the moves of each row to `visit`; `None` for a null row.
    pub(super) fn each_game(
        &self,
        index: usize,
        mut visit: impl FnMut(&MovesColumn, Option<MovesReader<'_>>) -> Result<()>,
    ) -> Result<()> {
        let moves = self.moves(index)?;
        (0..self.rows()).try_for_each(|row| visit(&moves, moves.get(row)?))
    }

    /// Returns `compute` of the moves of each row; `None` for a null row.
    pub(super) fn map_games<T>(
        &self,
        index: usize,
        mut compute: impl FnMut(&MovesColumn, MovesReader<'_>) -> Result<T>,
    ) -> Result<Vec<Option<T>>> {
        let moves = self.moves(index)?;
        (0..self.rows()).map(|row| moves.get(row)?.map(|game| compute(&moves, game)).transpose()).collect()
    }

    /// Parses movetext or UCI moves; the legal moves up to the first fault count.
    fn parse_moves(&self, texts: &StringViewArray) -> Result<BinaryViewArray> {
        let mut parser = MovesParser::default();
        let mut moves = BinaryViewBuilder::with_capacity(texts.len());
        for text in texts {
            let parsed = text.map(|text| parser.parse(text, None)).transpose();
            moves.append_option(parsed.map_err(|error| self.error(&error))?.map(|parsed| parsed.moves));
        }
        Ok(moves.finish())
    }

    /// Returns an error with the name of the function.
    pub(super) fn error(&self, reason: &dyn Display) -> DataFusionError {
        exec_datafusion_err!("{}: {reason}", self.name)
    }

    /// Returns the argument at an index as flags; `None` if the argument is omitted.
    pub(super) fn flags(&self, index: usize) -> Result<Option<&'a BooleanArray>> {
        (index < self.len()).then(|| self.typed(index, "a flag")).transpose()
    }

    /// Returns the list of a row; `None` if it is null or the argument is omitted.
    pub(super) fn list(&self, index: usize, row: usize) -> Result<Option<ArrayRef>> {
        let lists: Option<&ListArray> =
            (index < self.len()).then(|| self.typed(index, "a list")).transpose()?;
        Ok(lists.filter(|lists| lists.is_valid(row)).map(|lists| lists.value(row)))
    }

    /// Returns the clocks of a row; `None` if they are null or the argument is omitted.
    pub(super) fn clocks(&self, index: usize, row: usize) -> Result<Option<Vec<Option<i32>>>> {
        Ok(self.list(index, row)?.map(|clocks| clocks.as_primitive::<Int32Type>().iter().collect()))
    }

    /// Returns the positions of the rows; `None` for a null row.
    pub(super) fn positions(&self, index: usize) -> Result<Vec<Option<Position>>> {
        let read = |text: &str| match text.trim() {
            "startpos" => Ok(Position::default()),
            fen => fen.parse().map_err(|error| self.error(&format_args!("'{fen}' is no position: {error}"))),
        };
        self.texts(index)?.iter().map(|text| text.map(read).transpose()).collect()
    }

    /// Returns the argument at an index as text.
    pub(super) fn texts(&self, index: usize) -> Result<&'a StringViewArray> {
        self.typed(index, "text")
    }

    /// Returns the argument at an index as plies.
    pub(super) fn plies(&self, index: usize) -> Result<&'a Int64Array> {
        self.typed(index, "a number")
    }

    fn typed<A: Array + 'static>(&self, index: usize, expected: &str) -> Result<&'a A> {
        let array = self.array(index)?.as_any().downcast_ref();
        array.ok_or_else(|| self.error(&format_args!("argument {index} is not {expected}")))
    }
}

/// Compiles the text arguments from the second on and caches the result, since most queries pass the same texts in all rows.
pub(super) struct Compiled<'a, T> {
    name: &'static str,
    texts: Vec<&'a StringViewArray>,
    compile: fn(&[&str]) -> Result<T, String>,
    /// The texts of the last row and their compiled form.
    last: Option<(Vec<&'a str>, T)>,
}

impl<'a, T> Compiled<'a, T> {
    pub(super) fn new(arguments: &Arguments<'a>, compile: fn(&[&str]) -> Result<T, String>) -> Result<Self> {
        let texts = (1..arguments.len()).map(|index| arguments.texts(index)).collect::<Result<_>>()?;
        Ok(Self { name: arguments.name, texts, compile, last: None })
    }

    /// Returns the compiled texts of a row; `None` if one is null.
    pub(super) fn of_row(&mut self, row: usize) -> Result<Option<&mut T>> {
        if self.texts.iter().any(|texts| texts.is_null(row)) {
            return Ok(None);
        }
        let is_known = self.last.as_ref().is_some_and(|(known, _)| {
            known.iter().zip(&self.texts).all(|(known, texts)| *known == texts.value(row))
        });
        if !is_known {
            let texts: Vec<&'a str> = self.texts.iter().map(|texts| texts.value(row)).collect();
            match (self.compile)(&texts) {
                Ok(compiled) => self.last = Some((texts, compiled)),
                Err(reason) => return exec_err!("{}: {reason}", self.name),
            }
        }
        Ok(self.last.as_mut().map(|(_, compiled)| compiled))
    }
}

/// A column of moves.
pub(super) struct MovesColumn {
    name: &'static str,
    array: BinaryViewArray,
}

impl MovesColumn {
    /// Returns the moves of a row; `None` if it is null.
    pub(super) fn get(&self, row: usize) -> Result<Option<MovesReader<'_>>> {
        if self.array.is_null(row) {
            return Ok(None);
        }
        let reader = MovesReader::new(self.array.value(row));
        reader.map(Some).map_err(|error| exec_datafusion_err!("{}: {error}", self.name))
    }

    /// Plays the next move: `None` at the end, `Some(None)` for a null move.
    pub(super) fn next(&self, reader: &mut MovesReader<'_>) -> Result<Option<Option<Move>>> {
        reader.advance().map_err(|error| exec_datafusion_err!("{}: {error}", self.name))
    }

    /// Returns the position after `ply` plies; `None` if the row is null or has fewer.
    pub(super) fn position_at(&self, row: usize, ply: i64) -> Result<Option<Position>> {
        let (Some(mut reader), Ok(ply)) = (self.get(row)?, usize::try_from(ply)) else {
            return Ok(None);
        };
        while reader.ply() < ply {
            if self.next(&mut reader)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(*reader.after()))
    }
}

/// Returns the type of a list of texts.
pub(super) fn text_list() -> DataType {
    DataType::new_list(DataType::Utf8, true)
}

/// Returns a list of texts per row.
pub(super) fn lists_of_text<T: AsRef<str>>(rows: impl IntoIterator<Item = Option<Vec<T>>>) -> ArrayRef {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for row in rows {
        lists.append_option(row.map(|texts| texts.into_iter().map(Some)));
    }
    Arc::new(lists.finish())
}
