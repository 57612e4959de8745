//! The commented template of a config file.

/// A config file in which every key is commented out, with its default or an example.
pub(crate) const TEMPLATE: &str = r#"# Defaults of pinsight. Flags override them.

# Number of worker threads; 0 uses one per core.
#threads = 0

# Colours of pictures: light, dark or print.
#theme = "light"

# Piece values by which pins are judged.
#[values]
#pawn = 1
#knight = 3
#bishop = 3
#rook = 5
#queen = 9

# UCI engines for `play --against`, `engine`, `match` and `serve`, each in a table with its name. A path is absolute,
# begins with ~/, or is relative to the folder of this file; a bare name is searched in PATH.
#[engines.stockfish]
#path = "/usr/games/stockfish"
#arguments = []
#options = { Hash = 256, Threads = 2 }
"#;

#[cfg(test)]
mod tests {
    use crate::config::Config;

    #[test]
    fn the_template_is_valid_as_it_is_and_uncommented() {
        let config: Config = toml::from_str(super::TEMPLATE).expect("comments only");
        assert_eq!((config.threads(), config.engine_names().count()), (None, 0));
        let uncommented: Vec<&str> = super::TEMPLATE
            .lines()
            .map(|line| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).unwrap_or(line))
            .collect();
        let config: Config = toml::from_str(&uncommented.join("\n")).expect("a config");
        assert_eq!(config.values(), pinsight_rules::VALUES, "the template shows the defaults");
        assert!(config.engine("stockfish").is_some());
    }
}
