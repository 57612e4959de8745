//! Columns of lists and maps: clocks, evaluations, diagnostics, tags. An empty list is null.

use arrow_array::builder::{
    ArrayBuilder, Int32Builder, Int64Builder, ListBuilder, MapBuilder, StringBuilder, StructBuilder,
};
use pinsight_pgn::{Diagnostic, Eval};

type AnyBuilder = Box<dyn ArrayBuilder>;
type List = ListBuilder<AnyBuilder>;
type Map = MapBuilder<AnyBuilder, AnyBuilder>;

/// Returns the builder of a column by its type.
#[inline]
#[allow(clippy::expect_used, reason = "a declaration with a filler of another kind")]
pub(crate) fn of<B: ArrayBuilder>(builder: &mut dyn ArrayBuilder) -> &mut B {
    builder.as_any_mut().downcast_mut().expect("a value of the kind of the column")
}

pub(crate) fn add_clocks(list: &mut dyn ArrayBuilder, clocks: &[Option<i32>]) {
    let list = of::<List>(list);
    of::<Int32Builder>(list.values()).extend(clocks.iter().copied());
    list.append(!clocks.is_empty());
}

pub(crate) fn add_evals(list: &mut dyn ArrayBuilder, evals: &[Option<Eval>]) {
    let centipawns = |eval: &Option<Eval>| eval.as_ref()?.score.centipawns();
    let mate = |eval: &Option<Eval>| eval.as_ref()?.score.mate();
    let depth = |eval: &Option<Eval>| eval.as_ref()?.depth?.try_into().ok();
    let list = of::<List>(list);
    let structs = of::<StructBuilder>(list.values());
    field::<Int32Builder>(structs, 0).extend(evals.iter().map(centipawns));
    field::<Int32Builder>(structs, 1).extend(evals.iter().map(mate));
    field::<Int32Builder>(structs, 2).extend(evals.iter().map(depth));
    evals.iter().for_each(|eval| structs.append(eval.is_some()));
    list.append(!evals.is_empty());
}

pub(crate) fn add_diagnostics(list: &mut dyn ArrayBuilder, diagnostics: &[Diagnostic]) {
    let list = of::<List>(list);
    for found in diagnostics {
        let structs = of::<StructBuilder>(list.values());
        field::<StringBuilder>(structs, 0).append_value(found.severity().to_string());
        field::<StringBuilder>(structs, 1).append_value(found.fault.code());
        field::<Int32Builder>(structs, 2).append_option(found.ply.and_then(|ply| ply.try_into().ok()));
        field::<Int64Builder>(structs, 3).append_value(found.line as i64);
        field::<Int64Builder>(structs, 4).append_value(found.column as i64);
        field::<StringBuilder>(structs, 5).append_value(found.message());
        structs.append(true);
    }
    list.append(!diagnostics.is_empty());
}

#[allow(clippy::expect_used, reason = "each key has a value")]
pub(crate) fn add_tags<'a>(map: &mut dyn ArrayBuilder, tags: impl Iterator<Item = (&'a str, &'a str)>) {
    let map = of::<Map>(map);
    for (name, value) in tags {
        of::<StringBuilder>(map.keys()).append_value(name);
        of::<StringBuilder>(map.values()).append_value(value);
    }
    map.append(true).expect("as many keys as values");
}

#[allow(clippy::expect_used, reason = "the types of the fields are those of column.rs")]
fn field<B: ArrayBuilder>(structs: &mut StructBuilder, index: usize) -> &mut B {
    structs.field_builder(index).expect("a field of this type")
}
