//! Columns of lists: clocks, evaluations and diagnostics.

use std::sync::Arc;

use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, Int32Array, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBufferBuilder};
use arrow_schema::FieldRef;
use pinsight_pgn::{Diagnostic, Eval, EvalScore};

use crate::column::{clock_element, diagnostic_element, diagnostic_fields, eval_element, eval_fields};

/// The offsets of lists; an empty list is null.
#[derive(Debug)]
struct Lists {
    offsets: OffsetBufferBuilder<i32>,
    valid: NullBufferBuilder,
}

impl Default for Lists {
    fn default() -> Self {
        Self { offsets: OffsetBufferBuilder::new(0), valid: NullBufferBuilder::new(0) }
    }
}

impl Lists {
    fn add(&mut self, length: usize) {
        self.offsets.push_length(length);
        self.valid.append(length > 0);
    }

    fn finish(mut self, element: FieldRef, elements: ArrayRef) -> ListArray {
        ListArray::new(element, self.offsets.finish(), elements, self.valid.finish())
    }
}

/// Nullable numbers.
#[derive(Debug)]
struct Numbers {
    numbers: Vec<i32>,
    valid: NullBufferBuilder,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { numbers: Vec::new(), valid: NullBufferBuilder::new(0) }
    }
}

impl Numbers {
    /// Appends numbers, `missing` of which are null: nearly always none or all.
    fn add(&mut self, numbers: impl ExactSizeIterator<Item = Option<i32>> + Clone, missing: usize) {
        let count = numbers.len();
        self.numbers.extend(numbers.clone().map(Option::unwrap_or_default));
        match missing {
            0 => self.valid.append_n_non_nulls(count),
            _ if missing == count => self.valid.append_n_nulls(count),
            _ => numbers.for_each(|number| self.valid.append(number.is_some())),
        }
    }

    fn finish(mut self) -> ArrayRef {
        Arc::new(Int32Array::new(self.numbers.into(), self.valid.finish()))
    }
}

/// Lists of clocks.
#[derive(Debug, Default)]
pub(crate) struct Clocks {
    lists: Lists,
    clocks: Numbers,
}

impl Clocks {
    pub(crate) fn add(&mut self, clocks: &[Option<i32>]) {
        let missing = clocks.iter().filter(|clock| clock.is_none()).count();
        self.clocks.add(clocks.iter().copied(), missing);
        self.lists.add(clocks.len());
    }

    pub(crate) fn finish(self) -> ListArray {
        self.lists.finish(clock_element(), self.clocks.finish())
    }
}

/// Lists of evaluations.
#[derive(Debug)]
pub(crate) struct Evals {
    lists: Lists,
    centipawns: Numbers,
    mate: Numbers,
    depth: Numbers,
    valid: NullBufferBuilder,
}

impl Default for Evals {
    fn default() -> Self {
        Self {
            lists: Lists::default(),
            centipawns: Numbers::default(),
            mate: Numbers::default(),
            depth: Numbers::default(),
            valid: NullBufferBuilder::new(0),
        }
    }
}

impl Evals {
    pub(crate) fn add(&mut self, evals: &[Option<Eval>]) {
        let centipawns = evals.iter().map(|eval| match eval {
            Some(Eval { score: EvalScore::Centipawns(score), .. }) => Some(*score),
            _ => None,
        });
        let mate = evals.iter().map(|eval| match eval {
            Some(Eval { score: EvalScore::Mate(moves), .. }) => Some(*moves),
            _ => None,
        });
        let depth = evals.iter().map(|eval| eval.and_then(|eval| eval.depth?.try_into().ok()));
        let there = evals.iter().filter(|eval| eval.is_some()).count();
        let scores = centipawns.clone().flatten().count();
        let depths = depth.clone().flatten().count();
        self.centipawns.add(centipawns, evals.len() - scores);
        self.mate.add(mate, evals.len() - (there - scores));
        self.depth.add(depth, evals.len() - depths);
        if there == evals.len() {
            self.valid.append_n_non_nulls(there);
        } else {
            evals.iter().for_each(|eval| self.valid.append(eval.is_some()));
        }
        self.lists.add(evals.len());
    }

    pub(crate) fn finish(mut self) -> ListArray {
        let arrays = [self.centipawns.finish(), self.mate.finish(), self.depth.finish()];
        let elements = StructArray::new(eval_fields(), arrays.into(), self.valid.finish());
        self.lists.finish(eval_element(), Arc::new(elements))
    }
}

/// Lists of diagnostics.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    lists: Lists,
    severity: StringBuilder,
    code: StringBuilder,
    ply: Int32Builder,
    line: Int64Builder,
    column: Int64Builder,
    message: StringBuilder,
}

impl Diagnostics {
    pub(crate) fn add(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            self.severity.append_value(diagnostic.severity().to_string());
            self.code.append_value(diagnostic.fault.code());
            self.ply.append_option(diagnostic.ply.and_then(|ply| ply.try_into().ok()));
            self.line.append_value(diagnostic.line as i64);
            self.column.append_value(diagnostic.column as i64);
            self.message.append_value(diagnostic.message());
        }
        self.lists.add(diagnostics.len());
    }

    pub(crate) fn finish(mut self) -> ListArray {
        let arrays: [ArrayRef; 6] = [
            Arc::new(self.severity.finish()),
            Arc::new(self.code.finish()),
            Arc::new(self.ply.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.column.finish()),
            Arc::new(self.message.finish()),
        ];
        let elements = StructArray::new(diagnostic_fields(), arrays.into(), None);
        self.lists.finish(diagnostic_element(), Arc::new(elements))
    }
}
