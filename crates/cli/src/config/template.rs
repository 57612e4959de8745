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

# Limits of `serve`; `pinsight serve --help` describes them.
#[limits]
#connections = 4000
#pages = 500
#head_seconds = 20
#body_seconds = 20
#write_seconds = 30
#import_mib = 32
#unpacked_mib = 128
#import_games = 50000
#imports = 2
#pictures = 2
#picture_pixels = 4096
#running_games = 100
#idle_computers = 8
#hash_mib = 16
#analyses = 4
#reviews = 20

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
        assert_eq!(config.limits(), pinsight_server::Limits::default(), "the template shows the defaults");
        for limit in pinsight_server::Limits::ALL {
            assert!(
                super::TEMPLATE.contains(&format!("\n#{} = {}\n", limit.name, limit.default)),
                "{}",
                limit.name
            );
        }
        assert!(config.engine("stockfish").is_some());
    }
}
