//! All kept games in memory, for the opening tree and for the search by position, opening, pin and motif.

mod cache;
mod load;
mod query;

pub(crate) use cache::KeptGames;
pub(crate) use load::Place;
pub(crate) use query::KeptQuery;
