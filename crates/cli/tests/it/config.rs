//! The config file: defaults, precedence, errors, and the names that shells complete.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_pinsight");

/// A folder with this config file in the place of the default one.
fn folder_with(config: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("pinsight")).expect("a folder");
    fs::write(folder.path().join("pinsight/config.toml"), config).expect("written");
    folder
}

fn pinsight(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(args).current_dir(folder.path()).env_remove("PINSIGHT_CONFIG").env_remove("CLICOLOR_FORCE");
    command.env("XDG_CONFIG_HOME", folder.path()).stdin(Stdio::null());
    command
}

/// Returns exit code, stdout and stderr.
fn finish(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn run(folder: &TempDir, args: &[&str]) -> (Option<i32>, String, String) {
    finish(&mut pinsight(folder, args))
}

#[cfg(target_os = "linux")]
#[test]
fn init_writes_a_template_that_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pinsight/config.toml");
    assert_eq!(run(&folder, &["config", "--path"]).1, format!("{}\n", path.display()));
    let before = run(&folder, &["config"]).1;
    assert!(before.contains("does not exist") && before.contains("theme = \"light\""), "{before}");
    assert_eq!(run(&folder, &["config", "--init"]).0, Some(0));
    assert_eq!(fs::read_to_string(&path).expect("the file"), run(&folder, &["config", "--template"]).1);
    let after = run(&folder, &["config"]).1;
    assert_eq!(after.lines().skip(1).collect::<Vec<_>>(), before.lines().skip(1).collect::<Vec<_>>());
    let (code, _, errors) = run(&folder, &["config", "--init"]);
    assert!(code == Some(2) && errors.contains("use --force"), "{errors}");
    assert_eq!(run(&folder, &["config", "--init", "--force"]).0, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn flags_override_the_config_file() {
    let folder = folder_with("theme = \"dark\"\n[values]\nknight = 9\nbishop = 9\n");
    let picture = |args: &[&str]| {
        let name = folder.path().join("x.svg");
        assert_eq!(run(&folder, &[&["board", "-o", "x.svg", "--force"], args].concat()).0, Some(0));
        fs::read(name).expect("the picture")
    };
    assert_eq!(picture(&[]), picture(&["--theme", "dark"]));
    assert_ne!(picture(&[]), picture(&["--theme", "light"]));
    // A bishop worth as much as a queen does not pin a knight worth as much to it.
    let fen = "3qk3/8/5n2/6B1/8/8/8/4K3 b - - 0 1";
    assert_eq!(run(&folder, &["pins", fen]).1, "No pins.\n");
    let pin = "The bishop on g5 is pinning the knight on f6 to the queen on d8.\n";
    assert_eq!(run(&folder, &["pins", fen, "--values", "n=3"]).1, pin);
    assert_eq!(finish(pinsight(&folder, &["pins", fen]).env("PINSIGHT_CONFIG", "")).1, pin);
    fs::write(folder.path().join("other.toml"), "threads = 1\n").expect("written");
    assert_eq!(run(&folder, &["pins", "--config", "other.toml", fen]).1, pin);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_of_the_config_file_plays_by_its_name() {
    let entry = "arguments = [\"uci\"]\noptions = { Hash = 1, Skill = 3 }\n";
    let folder = folder_with(&format!("[engines.mine]\npath = \"{PROGRAM}\"\n{entry}"));
    let (code, text, errors) = run(&folder, &["engine", "mine", "--depth", "2"]);
    assert!(code == Some(0) && text.contains(" plays "), "{text}{errors}");
    let (code, _, errors) = run(&folder, &["engine", "mine,Hash=0x", "--depth", "2"]);
    assert_eq!(code, Some(2), "an option on the command line replaces that of the file: {errors}");
    let (code, _, errors) = run(&folder, &["engine", "yours"]);
    assert!(code == Some(2) && errors.contains("random, greedy, search, mine"), "{errors}");
}

#[test]
fn a_wrong_config_file_is_an_error_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("c.toml"), "theme = \"dark\"\nthread = 2\n").expect("written");
    for command in [&["board"][..], &["config"]] {
        let (code, text, errors) = run(&folder, &[&["--config", "c.toml"], command].concat());
        assert_eq!((code, text.as_str()), (Some(2), ""));
        assert!(errors.starts_with("error: c.toml:2:1: unknown key `thread`, expected"), "{errors}");
        assert!(errors.ends_with("`pinsight config --template` shows all keys\n"), "{errors}");
    }
    let (code, _, errors) = run(&folder, &["--config", "none.toml", "board"]);
    assert!(code == Some(2) && errors.contains("there is no config file none.toml"), "{errors}");
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_engines_values_and_files() {
    let folder = folder_with("[engines.fish]\npath = \"fish\"\n");
    fs::write(folder.path().join("games.pgn"), "").expect("written");
    let (_, script, _) = run(&folder, &["completions", "bash"]);
    fs::write(folder.path().join("script"), script).expect("written");
    let complete = |words: &str| {
        let last = "${COMP_WORDS[COMP_CWORD]}";
        let test = format!(
            "compopt() {{ :; }}; source ./script; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _pinsight_words pinsight \"{last}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let (_, text, errors) = finish(Command::new("bash").args(["-c", &test]).current_dir(folder.path()));
        assert_eq!(errors, "", "{words}");
        text.trim_end().to_owned()
    };
    assert_eq!(complete("pinsight play --against f"), "fish");
    assert_eq!(complete("pinsight engine gr"), "greedy");
    assert_eq!(complete("pinsight board --theme d"), "dark");
    assert_eq!(complete("pinsight scan --kind abs"), "absolute absolute_skewer");
    assert_eq!(complete("pinsight scan -o ga"), "games.pgn");
    assert_eq!(complete("pinsight pgn \"\""), "", "bash completes file names");
    assert_eq!(complete("pinsight pgn --skip"), "--skip-broken");
    assert_eq!(complete("pinsight match random s"), "search stockfish");
    assert_eq!(complete("pinsight review --engine s"), "search stockfish");
    assert_eq!(complete("pinsight check --result d"), "draw");
    assert_eq!(complete("pinsight motifs x --only for"), "fork");
    assert_eq!(complete("pinsight play --side b"), "black");
    assert_eq!(complete("pinsight pins st"), "startpos");
    assert_eq!(complete("pinsight board --theme = d"), "dark", "bash splits at =");
    assert_eq!(complete("pinsight board --theme ="), "light dark print");
    assert_eq!(complete("pinsight scan --kind relative,abs"), "relative,absolute relative,absolute_skewer");
    #[cfg(feature = "server")]
    assert_eq!(complete("pinsight serve --engine f"), "fish");
    assert_eq!(complete("pinsight tu"), "", "hidden commands are not completed");
    assert_eq!(complete("pinsight pgn --date ga"), "ga", "a date is not a file");
}

#[test]
fn zsh_and_fish_complete_engines_and_values() {
    let folder = folder_with("[engines.leela]\npath = \"leela\"\n");
    let (_, zsh, _) = run(&folder, &["completions", "zsh"]);
    let (_, fish, _) = run(&folder, &["completions", "fish"]);
    // A line of the script: an option of a command, or a positional argument.
    for (script, line, values) in [
        (&zsh, "--against=", "random greedy search leela"),
        (&zsh, "--only=", "fork"),
        (&zsh, "--side=", "white black"),
        (&zsh, "::fen", "startpos"),
        (&fish, "using_subcommand engine\" -a ", "greedy search leela"),
        (&fish, "using_subcommand match\" -a ", "leela"),
        (&fish, "using_subcommand completions\" -a ", "bash"),
        (&fish, "using_subcommand moves\" -a ", "startpos"),
    ] {
        let found = script.lines().filter(|text| text.contains(line)).any(|text| text.contains(values));
        assert!(found, "{line}: {values}");
    }
    assert!(
        fish.contains("-l only") && fish.lines().any(|line| line.starts_with("fork")),
        "options of fish have values"
    );
}
