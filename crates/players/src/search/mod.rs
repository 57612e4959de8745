//! The alpha-beta engine.
//!
//! Iterative deepening with aspiration windows over principal variation search; a transposition table that threads
//! share (lazy SMP); quiescence search with static exchange evaluation; null-move pruning, futility pruning, late move
//! reductions, singular and check extensions; killers and history for move ordering. With one thread and a limit of
//! nodes or depth the result is reproducible.
//!
//! Modules in import order: each uses only those above it.

mod key;
mod line;
mod memory;
mod ponder;
mod value;

mod history;

mod correction;

mod histories;
mod level;
mod table;
mod time;

mod options;
mod picker;

mod node;
mod worker;

mod frame;

mod late_moves;

mod pruning;
mod quiescence;
mod singular;

mod alpha_beta;

mod deepening;

mod engine;

pub use engine::Search;
pub use level::Level;
pub use memory::HashTooLarge;
pub(crate) use memory::check_hash;
pub use options::SearchOptions;
pub(crate) use ponder::PonderHit;
