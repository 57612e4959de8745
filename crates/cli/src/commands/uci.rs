//! `pinsight uci`.

use std::io;

use clap::Args;

use crate::Status;
use crate::output::WriteError;

const EXAMPLES: &str = "\
Add an engine with the command `pinsight uci` to your chess program. Options: Hash, Threads, MultiPV, \
Skill (1 to 10), Move Overhead, Clear Hash, UCI_Chess960.";

/// Run the search as a UCI engine
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Uci {}

impl Uci {
    /// Takes no `Output`: the search thread writes too, so stdout must not stay locked.
    pub(crate) fn run(&self) -> anyhow::Result<Status> {
        let stdin = io::stdin().lock();
        pinsight_players::serve(stdin, io::stdout(), env!("CARGO_PKG_VERSION")).map_err(WriteError::from)?;
        Ok(Status::Done)
    }
}
