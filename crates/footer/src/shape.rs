//! The types of the fields of Parquet's metadata.
//!
//! `parquet` decodes a field that it knows by the number of the field and ignores the declared type, so a check of declared
//! types alone could be led past a list.

/// The type of a value.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    Bool,
    Byte,
    /// An integer of 16 to 64 bits; all have the same encoding.
    Integer,
    Double,
    /// Bytes or text.
    Bytes,
    List(&'static Self),
    /// A struct or union with the fields 1, 2, and so on.
    Struct(&'static [Self]),
    /// A field that `parquet` does not know, and skips by its declared type.
    Unknown,
}

use Shape::{Bool, Byte, Bytes, Double, Integer, List, Struct, Unknown};

const EMPTY: Shape = Struct(&[]);
pub(crate) const FILE: Shape = Struct(&[
    Integer,
    List(&SCHEMA_ELEMENT),
    Integer,
    List(&ROW_GROUP),
    List(&Struct(&[Bytes, Bytes])), // key and value
    Bytes,
    List(&Struct(&[EMPTY])), // column orders
]);
const SCHEMA_ELEMENT: Shape =
    Struct(&[Integer, Integer, Integer, Bytes, Integer, Integer, Integer, Integer, Integer, LOGICAL_TYPE]);
const LOGICAL_TYPE: Shape = Struct(&[
    EMPTY,
    EMPTY,
    EMPTY,
    EMPTY,
    Struct(&[Integer, Integer]), // decimal
    EMPTY,
    Struct(&[Bool, TIME_UNIT]),
    Struct(&[Bool, TIME_UNIT]), // timestamp
    Unknown,
    Struct(&[Byte, Bool]), // integer
    EMPTY,
    EMPTY,
    EMPTY,
    EMPTY,
    EMPTY,
    Struct(&[Byte]),           // variant
    Struct(&[Bytes]),          // geometry
    Struct(&[Bytes, Integer]), // geography
]);
const TIME_UNIT: Shape = Struct(&[EMPTY, EMPTY, EMPTY]);
const ROW_GROUP: Shape = Struct(&[
    List(&COLUMN_CHUNK),
    Integer,
    Integer,
    List(&Struct(&[Integer, Bool, Bool])), // sorting columns
    Integer,
    Unknown,
    Integer,
]);
const COLUMN_CHUNK: Shape = Struct(&[Bytes, Integer, COLUMN, Integer, Integer, Integer, Integer]);
const COLUMN: Shape = Struct(&[
    Integer,
    List(&Integer), // encodings
    Unknown,
    Integer,
    Integer,
    Integer,
    Integer,
    Unknown,
    Integer,
    Integer,
    Integer,
    Struct(&[Bytes, Bytes, Integer, Integer, Bytes, Bytes, Bool, Bool]), // statistics
    List(&Struct(&[Integer, Integer, Integer])),                         // encodings of pages
    Integer,
    Integer,
    Struct(&[Integer, List(&Integer), List(&Integer)]), // histograms of levels
    Struct(&[BOUNDING_BOX, List(&Integer)]),
]);
const BOUNDING_BOX: Shape = Struct(&[Double, Double, Double, Double, Double, Double, Double, Double]);
pub(crate) const OFFSET_INDEX: Shape = Struct(&[List(&Struct(&[Integer, Integer, Integer])), List(&Integer)]);
pub(crate) const COLUMN_INDEX: Shape = Struct(&[
    List(&Bool),
    List(&Bytes),
    List(&Bytes),
    Integer,
    List(&Integer),
    List(&Integer),
    List(&Integer),
]);
