//! What all our functions have in common: what they take, and how a wrong argument is told.

use std::hash::{Hash, Hasher};
use std::task::{Context, Poll, Waker};

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, Int64Array, PrimitiveArray, StringViewArray,
};
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, exec_err, plan_err};
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};
use pinsight_rules::{Move, Position};

use pinsight_data::MovesReader;

/// What an argument has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// The column `moves` of games.
    Moves,
    /// A position as a FEN.
    Fen,
    /// The number of a half-move.
    Ply,
    /// Some other text, by what it is called.
    Text(&'static str),
}

impl Takes {
    fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Fen => "fen",
            Self::Ply => "ply",
            Self::Text(name) => name,
        }
    }

    fn expected(self) -> &'static str {
        match self {
            Self::Moves => "the binary column `moves` of games",
            Self::Fen => "a FEN, which is text,",
            Self::Ply => "a whole number",
            Self::Text(_) => "text",
        }
    }

    /// The type that a given one is turned into; `None` if it is not what is taken.
    fn coerce(self, given: &DataType) -> Option<DataType> {
        use DataType::{Binary, BinaryView, Int64, LargeBinary, LargeUtf8, Null, Utf8, Utf8View};
        match (self, given) {
            (Self::Moves, Binary | LargeBinary | BinaryView | Null) => Some(BinaryView),
            (Self::Fen | Self::Text(_), Utf8 | LargeUtf8 | Utf8View | Null) => Some(Utf8View),
            (Self::Ply, given) if given.is_integer() || *given == Null => Some(Int64),
            _ => None,
        }
    }
}

/// Works on a batch of rows.
pub(super) type Body = fn(&Arguments<'_>) -> Result<ArrayRef>;

/// A function over rows. Where an argument is null, so is the result.
#[derive(Debug)]
pub(super) struct ChessFunction {
    name: &'static str,
    takes: &'static [Takes],
    /// What may follow, any number of times.
    more: Option<Takes>,
    returns: DataType,
    signature: Signature,
    body: Body,
}

impl ChessFunction {
    pub(super) fn new(name: &'static str, takes: &'static [Takes], returns: DataType, body: Body) -> Self {
        Self {
            name,
            takes,
            more: None,
            returns,
            signature: Signature::user_defined(Volatility::Immutable),
            body,
        }
    }

    /// More arguments of a kind may follow.
    pub(super) fn and_more(mut self, more: Takes) -> Self {
        self.more = Some(more);
        self
    }

    /// How it is called: `fen_at(moves, ply)`.
    fn usage(&self) -> String {
        let mut names: Vec<&str> = self.takes.iter().map(|takes| takes.name()).collect();
        let more = self.more.map(|more| format!("{}, ...", more.name()));
        names.extend(more.as_deref());
        format!("{}({})", self.name, names.join(", "))
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
        let least = self.takes.len();
        if given.len() < least || self.more.is_none() && given.len() > least {
            let wanted = if self.more.is_some() { "at least " } else { "" };
            return plan_err!(
                "{} takes {wanted}{least} argument{}, not {}",
                self.usage(),
                if least == 1 { "" } else { "s" },
                given.len()
            );
        }
        let takes = self.takes.iter().copied().chain(std::iter::repeat_with(|| self.more).flatten());
        let mut types = Vec::with_capacity(given.len());
        for (given, takes) in given.iter().zip(takes) {
            match takes.coerce(given) {
                Some(wanted) => types.push(wanted),
                None => {
                    return plan_err!(
                        "{} expects {} for `{}`, not {given}",
                        self.usage(),
                        takes.expected(),
                        takes.name()
                    );
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
        give_way();
        if constant {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?));
        }
        Ok(ColumnarValue::Array(result))
    }
}

/// A batch of chess takes long: behind it others have their turn, so that a query can be stopped.
fn give_way() {
    let mut context = Context::from_waker(Waker::noop());
    // A task may go on with less than this; outside of one there is no end of it.
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
    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.arrays.first().map_or(0, Array::len)
    }

    /// How many arguments there are.
    pub(super) fn len(&self) -> usize {
        self.arrays.len()
    }

    fn array(&self, index: usize) -> Result<&'a ArrayRef> {
        self.arrays
            .get(index)
            .ok_or_else(|| exec_datafusion_err!("{}: argument {index} is missing", self.name))
    }

    /// The moves of the rows.
    pub(super) fn moves(&self, index: usize) -> Result<MovesColumn<'a>> {
        let array = self.array(index)?.as_binary_view_opt();
        let array = array.ok_or_else(|| exec_datafusion_err!("{}: moves are not binary", self.name))?;
        Ok(MovesColumn { name: self.name, array })
    }

    /// The positions of the rows.
    pub(super) fn positions(&self, index: usize) -> Result<PositionColumn<'a>> {
        Ok(PositionColumn { name: self.name, array: self.texts(index)? })
    }

    /// A column of text.
    pub(super) fn texts(&self, index: usize) -> Result<&'a StringViewArray> {
        let array = self.array(index)?.as_string_view_opt();
        array.ok_or_else(|| exec_datafusion_err!("{}: argument {index} is not text", self.name))
    }

    /// A column of half-moves.
    pub(super) fn plies(&self, index: usize) -> Result<&'a Int64Array> {
        let array: Option<&PrimitiveArray<Int64Type>> = self.array(index)?.as_primitive_opt();
        array.ok_or_else(|| exec_datafusion_err!("{}: argument {index} is not a number", self.name))
    }
}

/// A column of moves.
pub(super) struct MovesColumn<'a> {
    name: &'static str,
    array: &'a BinaryViewArray,
}

impl<'a> MovesColumn<'a> {
    /// The moves of a row, if it has any.
    pub(super) fn get(&self, row: usize) -> Result<Option<MovesReader<'a>>> {
        if self.array.is_null(row) {
            return Ok(None);
        }
        match MovesReader::new(self.array.value(row)) {
            Ok(reader) => Ok(Some(reader)),
            Err(error) => exec_err!("{}: {error}", self.name),
        }
    }

    /// Plays the next half-move of a row's moves: nothing at the end, and inside it nothing for a null move.
    pub(super) fn next(&self, reader: &mut MovesReader<'_>) -> Result<Option<Option<Move>>> {
        match reader.advance() {
            Ok(played) => Ok(played),
            Err(error) => exec_err!("{}: {error}", self.name),
        }
    }

    /// The position after some half-moves; `None` if the row is null or the game has not so many.
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

/// A column of FENs.
pub(super) struct PositionColumn<'a> {
    name: &'static str,
    array: &'a StringViewArray,
}

impl PositionColumn<'_> {
    /// The position of a row, if it has one.
    pub(super) fn get(&self, row: usize) -> Result<Option<Position>> {
        if self.array.is_null(row) {
            return Ok(None);
        }
        let text = self.array.value(row).trim();
        if text == "startpos" {
            return Ok(Some(Position::default()));
        }
        match text.parse() {
            Ok(position) => Ok(Some(position)),
            Err(error) => exec_err!("{}: '{text}' is no position: {error}", self.name),
        }
    }
}
