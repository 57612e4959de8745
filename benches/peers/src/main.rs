//! Pinsight's speed beside that of its peers: same work, same flags, same run.
//!
//! `run.sh` builds this twice, for any x86-64 and for this processor, and prints the tables of both.

mod measure;
mod options;
mod random;
mod rules;
mod table;

use std::process::ExitCode;

use options::Options;

fn main() -> ExitCode {
    let options = match Options::from_args(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    println!("# {}, best of {} rounds\n", build(), options.rounds);
    println!("{}", rules::table(&options));
    ExitCode::SUCCESS
}

/// What the compiler was allowed to use.
fn build() -> &'static str {
    if cfg!(target_feature = "bmi2") {
        "native build"
    } else {
        "default build"
    }
}
