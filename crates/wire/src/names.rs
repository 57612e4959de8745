//! Newtypes that serialise a type of the libraries as a string, and their schemas.

use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Returns the schema of a string that is one of `names`.
pub(crate) fn one_of(description: &str, names: impl IntoIterator<Item = &'static str>) -> Schema {
    let description = description.trim();
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(names))
        .description(Some(description))
        .build()
        .into()
}

/// Defines a newtype with a schema.
macro_rules! newtype {
    ($(#[doc = $doc:literal])+ $name:ident($inner:ty)) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub $inner);

        impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                Self(inner)
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}

/// Defines a newtype that is serialised by the `name()` of the type that it wraps.
///
/// The schema lists the names of `ALL`.
macro_rules! by_name {
    ($(#[doc = $doc:literal])+ $name:ident($inner:ty)) => {
        $crate::names::newtype!($(#[doc = $doc])+ $name($inner));

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.name())
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let names = <$inner>::ALL.into_iter().map(<$inner>::name);
                $crate::names::one_of(concat!($($doc, "\n"),+), names).into()
            }
        }
    };
}

/// Defines a newtype that is serialised by the `Display` of the type that it wraps.
macro_rules! by_display {
    ($(#[doc = $doc:literal])+ $name:ident($inner:ty)) => {
        $crate::names::newtype!($(#[doc = $doc])+ $name($inner));

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::Type::String)
                    .description(Some(concat!($($doc, "\n"),+).trim()))
                    .build()
                    .into()
            }
        }
    };
}

pub(crate) use {by_display, by_name, newtype};
