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

The script completes commands, flags, file names, values, and players, engines of the config file included. After a \
change of the config file, print a script that is stored in a file again.";

/// Completes the value in `--flag=value`, which bash splits at `=`, and the last value of a list. Removes duplicate
/// words, and flags unless the word starts with `-`: bash completes file names if no word remains.
const BASH: &str = r#"_pinsight_words() {
    local current="$2" previous="$3" list="" word words=()
    if [[ ${current} == "=" ]]; then
        current=""
    elif [[ ${previous} == "=" ]]; then
        previous="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    case "${previous}" in
        LIST_FLAGS)
            list="${current%"${current##*,}"}"
            current="${current##*,}"
            ;;
    esac
    _pinsight "$1" "${current}" "${previous}"
    for word in "${COMPREPLY[@]}"; do
        [[ ${word} == -* && ${current} != -* ]] && continue
        [[ " ${words[*]} " == *" ${list}${word} "* ]] || words+=("${list}${word}")
    done
    COMPREPLY=("${words[@]}")
}

"#;

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
        let mut command = without_file_names(without_hidden(&Cli::command()));
        clap_complete::generate(self.shell, &mut command, "pinsight", &mut script);
        if self.shell == Shell::Bash {
            script = String::from_utf8(script)?
                .replace("complete -F _pinsight ", "complete -F _pinsight_words ")
                .into();
            script.splice(..0, BASH.replace("LIST_FLAGS", &list_flags(&command).join("|")).bytes());
        }
        if self.shell == Shell::Fish {
            script.extend(fish_positionals(&command).bytes());
        }
        output.bytes(&script)?;
        Ok(Status::Done)
    }
}

/// Returns the flags that take values separated by commas.
fn list_flags(command: &Command) -> Vec<String> {
    let args = command.get_subcommands().flat_map(Command::get_arguments);
    let lists = args.filter(|arg| arg.get_value_delimiter() == Some(','));
    let mut flags: Vec<String> = lists.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
    flags.sort_unstable();
    flags.dedup();
    flags
}

/// Returns the completion of positional arguments with known values, which the generator omits for fish.
fn fish_positionals(command: &Command) -> String {
    let mut script = String::new();
    for command in command.get_subcommands() {
        let values = command.get_positionals().flat_map(clap::Arg::get_possible_values);
        let mut words: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        words.dedup();
        if !words.is_empty() {
            let (name, words) = (command.get_name(), words.join(" "));
            script += &format!(
                "complete -c pinsight -n \"__fish_pinsight_using_subcommand {name}\" -a \"{words}\"\n"
            );
        }
    }
    script
}

/// Removes the hidden commands, which the generator would complete.
fn without_hidden(command: &Command) -> Command {
    Command::new("pinsight")
        .version(env!("CARGO_PKG_VERSION"))
        .args(command.get_arguments().cloned())
        .subcommands(command.get_subcommands().filter(|command| !command.is_hide_set()).cloned())
}

/// Turns the completion of file names off for values that are not files.
fn without_file_names(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_value_hint() {
        ValueHint::Unknown if arg.get_action().takes_values() => arg.value_hint(ValueHint::Other),
        _ => arg,
    });
    command.mut_subcommands(without_file_names)
}
