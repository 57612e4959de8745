//! The handlers of the routes, one file per resource.

pub(crate) mod about;
pub(crate) mod coach;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod imports;
pub(crate) mod kept;
pub(crate) mod library;
pub(crate) mod moves;
pub(crate) mod play;
