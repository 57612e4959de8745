//! `pinsight uci`.

use std::io;

use clap::Args;

use crate::Status;
use crate::output::WriteError;

const EXAMPLES: &str = "\
Set up your chess program with the command `pinsight uci`. Options: Hash, Threads, MultiPV, Skill (1 to 10),
Move Overhead, Clear Hash, UCI_Chess960.";

/// Be a UCI engine, for chess programs and tournaments
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Uci {}

impl Uci {
    /// The search answers from a thread of its own, so nobody else may hold standard output.
    pub(crate) fn run(&self) -> anyhow::Result<Status> {
        let stdin = io::stdin().lock();
        pinsight_players::serve(stdin, io::stdout(), env!("CARGO_PKG_VERSION")).map_err(WriteError::from)?;
        Ok(Status::Done)
    }
}
