//! Parses a config file.

use std::path::Path;

use anyhow::{anyhow, bail};

use super::Config;
use crate::file::folder_of;
use crate::opponent::BUILT_IN;

const REMEDY: &str = "`pinsight config --template` shows all keys";

/// Parses the text of the file at `path`.
pub(super) fn parse(text: &str, path: &Path) -> anyhow::Result<Config> {
    let mut config: Config = toml::from_str(text).map_err(|error| explain(text, path, &error))?;
    #[cfg(feature = "server")]
    if let Err(error) = config.limits().check() {
        bail!("{}: {error}", path.display());
    }
    for (name, engine) in &mut config.engines {
        let is_valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || !name.chars().all(is_valid) {
            bail!(
                "{}: `{name}` is not a name for an engine; expected letters, digits, `-`, `_` and `.`",
                path.display()
            );
        }
        if BUILT_IN.contains(&name.as_str()) {
            bail!("{}: `{name}` is a built-in player; choose another name for the engine", path.display());
        }
        if engine.path.trim().is_empty() {
            bail!(
                "{}: the engine `{name}` has an empty path; expected the path or name of a program",
                path.display()
            );
        }
        engine.resolve(folder_of(path));
    }
    Ok(config)
}

/// Returns the error with file, line, column and the line itself.
fn explain(text: &str, path: &Path, error: &toml::de::Error) -> anyhow::Error {
    let message = [
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
        ("unknown variant", "unknown value"),
    ]
    .iter()
    .fold(error.message().trim_end().replace('\n', "; "), |text, (serde, toml)| text.replace(serde, toml));
    let path = path.display();
    let Some(span) = error.span() else {
        return anyhow!("{path}: {message}\n{REMEDY}");
    };
    let before = text.get(..span.start).unwrap_or(text);
    let number = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before.get(start..).map_or(0, |head| head.chars().count());
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let width = text.get(span).and_then(|part| part.lines().next()).map_or(0, |part| part.chars().count());
    let margin = " ".repeat(number.to_string().len());
    anyhow!(
        "{path}:{number}:{}: {message}\n{margin} |\n{number} | {line}\n{margin} | {:column$}{}\n{REMEDY}",
        column + 1,
        "",
        "^".repeat(width.max(1)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_server::Limits;

    fn read(text: &str) -> anyhow::Result<Config> {
        parse(text, Path::new("folder/config.toml"))
    }

    #[test]
    fn all_keys_are_read() {
        let config = read(
            "threads = 2\ntheme = \"dark\"\n[values]\nknight = 4\n[limits]\npages = 7\n[engines.fish]\npath = \"bin/fish\"\n\
             arguments = [\"--quiet\"]\noptions = { Hash = 64, Ponder = false, Name = \"x\" }\n",
        );
        let config = config.expect("a config");
        assert_eq!(config.threads(), Some(2));
        assert_eq!((config.values().pawn, config.values().knight), (1, 4));
        assert_eq!(config.limits(), Limits { pages: 7, ..Limits::default() });
        let engine = config.engine("fish").expect("an engine");
        assert_eq!(Path::new(&engine.program), Path::new("folder/bin/fish"));
        assert_eq!(engine.arguments, ["--quiet"]);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(engine.options, [option("Hash", "64"), option("Name", "x"), option("Ponder", "false")]);
    }

    #[test]
    fn an_error_names_file_line_and_remedy() {
        for (text, message) in [
            ("\nthread = 2\n", "folder/config.toml:2:1: unknown key `thread`, expected one of `threads`"),
            ("threads = \"two\"", "config.toml:1:11: invalid type: string \"two\", expected a whole number"),
            ("threads = 257", "invalid value: integer `257`, expected a whole number from 0 to 256"),
            ("theme = \"dusk\"", "unknown value `dusk`, expected one of `light`, `dark`, `print`"),
            ("[values]\nking = 3", "config.toml:2:1: unknown key `king`"),
            ("[values]\npawn = -1", "from 0 to 1000000"),
            ("[limits]\nsockets = 3", "config.toml:2:1: unknown key `sockets`"),
            ("[limits]\npages = -1", "config.toml:2:9: invalid value: integer `-1`"),
            ("[engines.a]\noptions = {}", "missing key `path`"),
            ("[engines.a]\npath = \"a\"\noptions = { x = [] }", "expected a string, a number or a boolean"),
            ("threads = ", "config.toml:1:"),
            ("threads = 1\nthreads = 2", "config.toml:2:1: duplicate key"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(
                error.contains(message) && error.contains("pinsight config --template"),
                "{text}: {error}"
            );
        }
        assert!(
            read("[limits]\npages = 0")
                .expect_err("a limit")
                .to_string()
                .contains("`pages` is 0: expected 1")
        );
        assert!(read("[engines.search]\npath = \"a\"").expect_err("a name").to_string().contains("built-in"));
        assert!(read("[engines.a]\npath = \"\"").expect_err("a path").to_string().contains("empty path"));
        assert!(read("[engines.\"a b\"]\npath = \"a\"").expect_err("a name").to_string().contains("`a b`"));
    }
}
