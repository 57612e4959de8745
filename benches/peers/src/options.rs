//! The command line.

pub(crate) const USAGE: &str = "\
usage: pinsight-peers [--rounds N] [--quick]

  --rounds N  time each library N times, in turn, and keep its best (default 7)
  --quick     less work and 3 rounds: does it run, not how fast";

/// What to run.
pub(crate) struct Options {
    /// How many times each contender runs.
    pub(crate) rounds: usize,
    /// Whether to do a small part of the work only.
    pub(crate) quick: bool,
}

impl Options {
    /// Reads the arguments after the program's name.
    pub(crate) fn from_args(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut rounds = None;
        let mut quick = false;
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--quick" => quick = true,
                "--rounds" => {
                    let value = args.next().unwrap_or_default();
                    let number = value.parse().ok().filter(|&number| number > 0);
                    rounds = Some(number.ok_or(format!(
                        "--rounds: expected a positive number, found '{value}'"
                    ))?);
                }
                _ => return Err(format!("unknown argument '{arg}'")),
            }
        }
        let usual = if quick { 3 } else { 7 };
        Ok(Self {
            rounds: rounds.unwrap_or(usual),
            quick,
        })
    }
}
