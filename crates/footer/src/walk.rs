//! Walks over a value in Thrift's compact protocol.

use parquet::errors::ParquetError;

use super::shape::Shape::{self, Bool, Byte, Bytes, Double, Integer, List, Struct, Unknown};

/// The maximum depth of unknown structs and lists, which is that of `parquet`.
const MAX_DEPTH: u32 = 64;

/// Checks the lists of a struct of this shape.
pub(crate) fn check(bytes: &[u8], shape: &Shape) -> Result<(), ParquetError> {
    Cursor { rest: bytes }.value(shape, WireType::Struct, 0)
}

/// How a value is encoded.
#[derive(Clone, Copy, PartialEq)]
enum WireType {
    /// The type of a field contains its value; in a list it is a byte.
    Bool,
    Byte,
    Varint,
    Double,
    Bytes,
    List,
    Map,
    Struct,
    Uuid,
}

impl WireType {
    /// Returns the type with this number; 0 ends a struct.
    fn of(number: u8) -> Result<Self, ParquetError> {
        Ok(match number {
            1 | 2 => Self::Bool,
            3 => Self::Byte,
            4..=6 => Self::Varint,
            7 => Self::Double,
            8 => Self::Bytes,
            9 | 10 => Self::List,
            11 => Self::Map,
            12 => Self::Struct,
            13 => Self::Uuid,
            _ => return Err(refusal(&format!("the type {number}"))),
        })
    }
}

impl Shape {
    fn has_type(self, found: WireType) -> bool {
        match self {
            Bool => found == WireType::Bool,
            Byte => found == WireType::Byte,
            Integer => found == WireType::Varint,
            Double => found == WireType::Double,
            Bytes => found == WireType::Bytes,
            List(_) => found == WireType::List,
            Struct(_) => found == WireType::Struct,
            Unknown => true,
        }
    }
}

struct Cursor<'a> {
    rest: &'a [u8],
}

impl Cursor<'_> {
    /// Skips a value, which is not a boolean of a field.
    fn value(&mut self, shape: &Shape, wire: WireType, depth: u32) -> Result<(), ParquetError> {
        if !shape.has_type(wire) {
            return Err(refusal("a field of another type"));
        }
        if depth > MAX_DEPTH {
            return Err(refusal("structs that are nested too deeply"));
        }
        match wire {
            WireType::Bool | WireType::Byte => self.skip(1),
            WireType::Varint => self.varint().map(drop),
            WireType::Double => self.skip(8),
            WireType::Uuid => self.skip(16),
            WireType::Bytes => {
                let size = self.varint()?;
                self.skip(size)
            }
            WireType::List => self.list(shape, depth + 1),
            WireType::Map => self.map(depth + 1),
            WireType::Struct => self.fields(shape, depth + 1),
        }
    }

    fn fields(&mut self, shape: &Shape, depth: u32) -> Result<(), ParquetError> {
        let known: &[Shape] = match shape {
            Struct(fields) => fields,
            _ => &[],
        };
        let mut number: i64 = 0;
        loop {
            let header = self.byte()?;
            if header & 0xf == 0 {
                return Ok(());
            }
            number = match header >> 4 {
                0 => {
                    let bits = self.varint()?;
                    // A number that `parquet` cuts to 16 bits.
                    i64::from(((bits >> 1) as i64 ^ -((bits & 1) as i64)) as i16)
                }
                distance => number + i64::from(distance),
            };
            let index = usize::try_from(number - 1).ok();
            let shape = index.and_then(|index| known.get(index)).unwrap_or(&Unknown);
            match WireType::of(header & 0xf)? {
                WireType::Bool if shape.has_type(WireType::Bool) => {}
                wire => self.value(shape, wire, depth)?,
            }
        }
    }

    fn list(&mut self, shape: &Shape, depth: u32) -> Result<(), ParquetError> {
        let header = self.byte()?;
        let size = match header >> 4 {
            15 => self.varint()?,
            size => size.into(),
        };
        // Some writers give an empty list no type.
        if header == 0 {
            return Ok(());
        }
        let wire = WireType::of(header & 0xf)?;
        self.check_size(size)?;
        let element = match shape {
            List(element) => element,
            _ if wire == WireType::Bool && size > 0 => return Err(refusal("an unknown list of booleans")),
            _ => &Unknown,
        };
        (0..size).try_for_each(|_| self.value(element, wire, depth))
    }

    /// Skips a map, which no known field is.
    fn map(&mut self, depth: u32) -> Result<(), ParquetError> {
        let size = self.varint()?;
        if size == 0 {
            return Ok(());
        }
        let types = self.byte()?;
        let (key, value) = (WireType::of(types >> 4)?, WireType::of(types & 0xf)?);
        self.check_size(size)?;
        if key == WireType::Bool || value == WireType::Bool {
            return Err(refusal("an unknown map of booleans"));
        }
        (0..size).try_for_each(|_| {
            self.value(&Unknown, key, depth)?;
            self.value(&Unknown, value, depth)
        })
    }

    /// Refuses a number of elements that are more than one for each byte that is left.
    fn check_size(&self, size: u64) -> Result<(), ParquetError> {
        let left = self.rest.len();
        if size > left as u64 {
            return Err(refusal(&format!("a list of {size} elements in {left} bytes")));
        }
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, ParquetError> {
        let (&byte, rest) = self.rest.split_first().ok_or_else(cut_off)?;
        self.rest = rest;
        Ok(byte)
    }

    fn skip(&mut self, count: u64) -> Result<(), ParquetError> {
        let count = usize::try_from(count).map_err(|_| cut_off())?;
        self.rest = self.rest.get(count..).ok_or_else(cut_off)?;
        Ok(())
    }

    fn varint(&mut self) -> Result<u64, ParquetError> {
        let mut bits = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            bits |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(bits);
            }
        }
        Err(refusal("an integer of more than 64 bits"))
    }
}

fn cut_off() -> ParquetError {
    ParquetError::EOF("damaged metadata: they end inside a value".to_owned())
}

pub(crate) fn refusal(found: &str) -> ParquetError {
    ParquetError::General(format!("damaged metadata: found {found}"))
}
