//! `pinsight uci`.

use std::io;
use std::path::Path;

use clap::Args;
use pinsight_players::serve_with_books;

use crate::Status;
use crate::commands::book::open_for_play;
use crate::output::WriteError;

const EXAMPLES: &str = "\
Add an engine with the command `pinsight uci` to your chess program. Options: Hash, Threads, MultiPV, \
Skill (1 to 10), Move Overhead, Clear Hash, UCI_Chess960, OwnBook, \
BookFile (a Polyglot book).";

/// Run the search as a UCI engine
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Uci {}

impl Uci {
    /// Takes no `Output`: the search thread writes too, so stdout must not stay locked.
    pub(crate) fn run(&self) -> anyhow::Result<Status> {
        let stdin = io::stdin().lock();
        let open = |name: &str| open_for_play(Path::new(name)).map_err(|error| format!("{error:#}"));
        serve_with_books(stdin, io::stdout(), env!("CARGO_PKG_VERSION"), &open).map_err(WriteError::from)?;
        Ok(Status::Done)
    }
}
