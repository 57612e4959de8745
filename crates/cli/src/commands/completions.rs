//! `pinsight completions`.

use clap::{Args, Command, CommandFactory, ValueHint};
use clap_complete::Shell;

use crate::Status;
use crate::args::Cli;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight completions zsh > ~/.zfunc/_pinsight    # a folder of $fpath
  pinsight completions fish | source               # in config.fish
  source <(pinsight completions bash)              # in ~/.bashrc

The script completes commands, flags, file names, values, and players, engines of the config file included. Print a script \
that is stored in a file again after a change of the config file.";

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
        let mut command = without_file_names(Cli::command());
        clap_complete::generate(self.shell, &mut command, "pinsight", &mut script);
        output.bytes(&script)?;
        Ok(Status::Done)
    }
}

/// Turns the completion of file names off for values that are not files.
fn without_file_names(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_value_hint() {
        ValueHint::Unknown if arg.get_action().takes_values() => arg.value_hint(ValueHint::Other),
        _ => arg,
    });
    command.mut_subcommands(without_file_names)
}
