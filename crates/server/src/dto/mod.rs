//! The shapes that the page is sent; `docs/api.md` describes them.

mod game;
mod position;

pub(crate) use game::{ChangeDto, GameDto, HeaderDto, TagsDto, node_dto};
pub(crate) use position::{PlaceDto, PositionDto};
