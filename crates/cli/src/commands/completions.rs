//! `pinsight completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Status;
use crate::args::Cli;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight completions bash > ~/.local/share/bash-completion/completions/pinsight
  pinsight completions zsh > ~/.zfunc/_pinsight
  pinsight completions fish > ~/.config/fish/completions/pinsight.fish";

/// Print the completion script of a shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// Shell to print the script for
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        // Generate into memory: the generator panics when a write fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "pinsight", &mut script);
        output.bytes(&script)?;
        Ok(Status::Done)
    }
}
