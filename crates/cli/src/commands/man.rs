//! `pinsight man`.

use anyhow::anyhow;
use clap::builder::StringValueParser;
use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use crate::Status;
use crate::args::{Cli, named};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight man | man -l -
  pinsight man moves > pinsight-moves.1";

/// Print the manual page in roff format
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Man {
    /// Print the page of this command; default: the main page
    #[arg(value_parser = named(StringValueParser::new(), command_names), hide_possible_values = true)]
    command: Option<String>,
}

impl Man {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut cli = Cli::command();
        cli.build();
        let command = match &self.command {
            None => cli,
            Some(name) => {
                let found = cli.get_subcommands().find(|command| command.get_name() == name);
                found.cloned().ok_or_else(|| {
                    anyhow!("unknown command `{name}`; `pinsight --help` lists the commands")
                })?
            }
        };
        let mut page = Vec::new();
        Page::new(command).render(&mut page)?;
        output.bytes(&page)?;
        Ok(Status::Done)
    }
}

fn command_names() -> Vec<String> {
    let cli = Cli::command();
    let shown = cli.get_subcommands().filter(|command| !command.is_hide_set());
    shown.map(|command| command.get_name().to_owned()).collect()
}
