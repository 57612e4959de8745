//! `pinsight config`.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Args;

use crate::Status;
use crate::config::{ConfigFile, TEMPLATE};
use crate::file::{OutputFile, folder_of};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight config
  pinsight config --json
  pinsight config --init
  pinsight --config ./pinsight.toml config

The file is that of --config, else that of the variable PINSIGHT_CONFIG (empty: no file), else config.toml in the \
config folder of the user. It sets defaults for engines, piece values, theme, threads and the limits of `serve`; flags override it.";

/// Show the config file and its effective values, or write a template
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Config {
    #[command(flatten)]
    action: Action,

    /// Print the effective values as JSON
    #[arg(long, conflicts_with_all = ["init", "template", "path"])]
    json: bool,

    /// Overwrite an existing file
    #[arg(long, requires = "init", conflicts_with_all = ["json", "template", "path"])]
    force: bool,
}

/// The actions other than printing the values.
#[derive(Args, Debug)]
#[group(multiple = false)]
struct Action {
    /// Write a commented template to the file
    #[arg(long)]
    init: bool,

    /// Print the template
    #[arg(long)]
    template: bool,

    /// Print the path of the file
    #[arg(long)]
    path: bool,
}

impl Config {
    pub(crate) fn run(&self, file: &ConfigFile, output: &mut Output) -> anyhow::Result<Status> {
        if self.action.template {
            output.bytes(TEMPLATE.as_bytes())?;
            return Ok(Status::Done);
        }
        if !self.action.init && !self.action.path {
            return self.show(file, output);
        }
        let path = file
            .path
            .as_deref()
            .ok_or_else(|| anyhow!("no config folder found: name a file with --config or PINSIGHT_CONFIG"))?;
        if self.action.init {
            write_template(path, self.force)?;
            output.report().plain(format_args!("wrote {}", path.display()));
        } else {
            output.line(path.display())?;
        }
        Ok(Status::Done)
    }

    /// Prints the path of the file as a comment, and the effective values.
    fn show(&self, file: &ConfigFile, output: &mut Output) -> anyhow::Result<Status> {
        let config = file.read()?;
        if self.json {
            output.json(&config)?;
            return Ok(Status::Done);
        }
        match &file.path {
            Some(path) if path.exists() => output.line(format_args!("# {}", path.display()))?,
            Some(path) => output.line(format_args!(
                "# {} (does not exist; `pinsight config --init` writes a template)",
                path.display()
            ))?,
            None => output.line("# no config file")?,
        }
        output.bytes(toml::to_string(&config)?.as_bytes())?;
        Ok(Status::Done)
    }
}

fn write_template(path: &Path, force: bool) -> anyhow::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut file = OutputFile::create(path, force)?;
    file.write(TEMPLATE.as_bytes())?;
    file.finish()
}
