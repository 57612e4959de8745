//! The schemas of all shapes.

use utoipa::OpenApi;
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi as Document, RefOr};

/// The top-level shapes; the shapes of their fields follow from them.
#[derive(OpenApi)]
#[openapi(components(schemas(
    crate::About,
    crate::AnalyseQuestion,
    crate::Annotation,
    crate::BookMove,
    crate::CheckTotals,
    crate::CoachAttempt,
    crate::CoachNode,
    crate::CoachReview,
    crate::Diagnostic,
    crate::EngineLine,
    crate::EngineMove,
    crate::ErrorAnswer,
    crate::FenPosition,
    crate::FinalPosition,
    crate::Game,
    crate::GameList,
    crate::GameOpening,
    crate::GamePatch,
    crate::GamePosition<'static>,
    crate::GameReview,
    crate::Head,
    crate::Neighbours,
    crate::ImageQuestion,
    crate::Import,
    crate::ImportList,
    crate::ImportPage,
    crate::KeptSearch,
    crate::KeptTree,
    crate::LegalMove,
    crate::LegalMoveList,
    crate::Library,
    crate::LineQuestion,
    crate::LineReview,
    crate::LiveMessage,
    crate::LiveRequest,
    crate::MatchCount,
    crate::MatchGame,
    crate::MatchScore,
    crate::MatchSprt,
    crate::Motif,
    crate::MotifList,
    crate::MoveQuestion,
    crate::MoveRequest,
    crate::NewGame,
    crate::Opening,
    crate::OpeningAnswer,
    crate::OpeningCount,
    crate::Perft,
    crate::Pin,
    crate::PinList,
    crate::PinReview,
    crate::PlayPatch,
    crate::Plies,
    crate::Position,
    crate::PositionFacts,
    crate::PositionMatch,
    crate::PositionQuestion,
    crate::PuzzleThemes,
    crate::RandomGame,
    crate::RandomTotals,
    crate::ReportGame,
    crate::ReportIndex,
    crate::ReviewQuestion,
    crate::ReviewRequest,
    crate::ReviewStatus,
    crate::RowCount,
    crate::Search,
    crate::ThemeScore,
    crate::TreeMove,
    crate::Verification,
    crate::VerifyQuestion,
    crate::Why,
)))]
struct Shapes;

/// Returns an OpenAPI document with the schemas of all shapes.
pub fn openapi() -> Document {
    let mut document = Shapes::openapi();
    if let Some(components) = &mut document.components {
        components.schemas.values_mut().for_each(require_nullable);
    }
    document
}

/// Marks nullable properties as required: utoipa takes `Option` for "may be absent", but `None` is written as `null`. A
/// property that may be absent is declared `nullable = false`.
fn require_nullable(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            for (name, property) in &mut object.properties {
                require_nullable(property);
                if is_nullable(property) && !object.required.contains(name) {
                    object.required.push(name.clone());
                }
            }
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(require_nullable),
        RefOr::T(Schema::OneOf(one)) => one.items.iter_mut().for_each(require_nullable),
        _ => {}
    }
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    let is_null = |kind: &SchemaType| match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match schema {
        RefOr::T(Schema::Object(object)) => is_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => is_null(&array.schema_type),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().any(is_nullable),
        _ => false,
    }
}
