//! The JSON shapes of `wire` as Python objects.

use pinsight_openings::Opening;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::error::refused;

/// Converts a shape to the dataclass that the function `name` of `pinsight._facts` makes of it.
pub(crate) fn dataclass<'py>(
    py: Python<'py>,
    name: &str,
    shape: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("pinsight._facts")?.getattr(name)?.call1((to_python(py, shape)?,))
}

/// Returns a `pinsight.Opening`.
pub(crate) fn opening_object<'py>(py: Python<'py>, opening: &Opening) -> PyResult<Bound<'py, PyAny>> {
    py.import("pinsight._facts")?.getattr("Opening")?.call1((opening.eco, opening.name))
}

/// Converts a shape to dictionaries, lists, strings and numbers.
pub(crate) fn to_python<'py>(py: Python<'py>, shape: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(shape).map_err(refused)?;
    object(py, &value)
}

fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => integer.into_pyobject(py)?.into_any(),
            None => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(object(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, object(py, field)?)?;
            }
            dict.into_any()
        }
    })
}
