//! Every JSON shape of Pinsight, defined once: the `--json` output of the commands, HTTP and WebSocket answers, and the
//! data of the HTML report.
//!
//! A field without a value is `null`, not absent, unless its documentation states otherwise. [`openapi`] returns the
//! schemas of all shapes; the page's TypeScript types in `web/src/api/types.ts` are generated from it (`make types`).
//!
//! The modules are declared in import order: each one imports only modules above it.

mod about;
mod diagnostic;
mod error;
mod finding_row;
mod map;
mod names;
mod perft;
mod result;

mod count;
mod piece;
mod themes;

mod contest;
mod motif;
mod moves;
mod play;

mod analysis;
mod openings;
mod pin;
mod review_head;
mod why;

mod pin_review;
mod position;
mod review;

mod game;

mod coach;
mod import;

mod report;

mod live;
mod mcp;
mod schema;

pub use about::{About, Limits, Player};
pub use analysis::{EngineLine, EngineMove, Line, Score, Search};
pub use coach::{
    CoachAttempt, CoachFinding, CoachMove, CoachNode, CoachReview, ReviewRequest, ReviewState, ReviewStatus,
    ShownLine, ShownMove,
};
pub use contest::{EndCount, MatchGame, MatchScore, MatchSprt, RandomGame, RandomTotals};
pub use count::{ColumnValue, RowCount};
pub use diagnostic::{CheckTotals, Diagnostic, DiagnosticType, FaultCount, Severity, TotalsType, Verdict};
pub use error::{ErrorAnswer, ErrorDetail};
pub use finding_row::FindingRow;
pub use game::{
    Annotation, Change, Comment, CommentPlace, Game, GameHeader, GameId, GameList, GameNode, GamePatch,
    GameSource, Head, MoveIntent, MoveRequest, Nag, Neighbours, NewGame, NodeId, Plies, Shape, ShapeColor,
};
pub use import::{
    Import, ImportGame, ImportHeader, ImportList, ImportPage, ImportRow, Library, LibraryEntry,
};
pub use live::{Analysis, Current, Deleted, Hello, LiveMessage, LiveRequest, Thinking, WholeGame};
pub use map::{Map, Tags};
pub use mcp::{
    AnalyseQuestion, ImageQuestion, LegalMoveList, LineQuestion, MotifList, MoveQuestion, OpeningAnswer,
    PinList, PositionFacts, PositionQuestion, ReviewQuestion, Statement, Truth, Verification, VerifyQuestion,
};
pub use motif::{Motif, MotifKind, MotifSquare, SquareRole};
pub use moves::{CastlingSide, LegalMove, Uci};
pub use openings::{
    BookMove, GameOpening, KeptMatch, KeptSearch, KeptTree, MatchCount, Opening, OpeningCount, PositionMatch,
    TreeMove,
};
pub use perft::{Perft, PerftMove};
pub use piece::{Color, Placed, Role, Square};
pub use pin::{
    AllowedMate, Freedom, Pin, PinBy, PinCause, PinKind, PinStatus, Relevance, SituationalProof, WordedPin,
};
pub use pin_review::{
    LineOpening, LineReview, LineStory, MovePins, PinReview, PinStory, PinSummary, PinTally, Release,
};
pub use play::{Clock, Play, PlayPatch, Seat, TimeControl};
pub use position::{
    BoardPosition, Captured, CastlingRights, CastlingRooks, End, FenPosition, FinalPosition, GamePosition,
    PieceSquares, Position, destinations, promotions,
};
pub use report::{ReportEntry, ReportGame, ReportIndex, ReportMove, ReportPin};
pub use result::GameResult;
pub use review::{
    Accuracy, Finding, FindingKind, GamePin, GameReview, Judgement, MotifName, ProvedPin, ReviewSummary,
    ReviewedMove, SideSummary,
};
pub use review_head::{MoveHead, ReviewHead};
pub use schema::openapi;
pub use themes::{PuzzleThemes, ThemeScore};
pub use why::{Condition, Explanation, MoveParts, Why, WhyCandidate};
