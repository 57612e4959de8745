//! Pinsight's speed beside that of its peers: same work, same flags, same run.
//!
//! `run.sh` builds this twice, for any x86-64 and for this processor, and prints the tables of both; the table of SQL, which
//! takes minutes to build, for this processor only.

mod measure;
mod options;
mod pgn;
mod pins;
mod random;
mod rows;
mod rules;
#[cfg(feature = "sql")]
mod sql;
mod table;

use std::process::ExitCode;

use options::{Options, Request};

fn main() -> ExitCode {
    let options = match Options::from_args(std::env::args().skip(1)) {
        Ok(Request::Run(options)) => options,
        Ok(Request::Help) => {
            println!("{}", options::USAGE);
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("{message}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    let quick = if options.quick { ", quick" } else { "" };
    println!("# {}, best of {} rounds{quick}", build(), options.rounds);
    println!("\nAll alike: opt-level 3, thin LTO, one codegen unit.\n");
    if options.rules {
        rules::print(&options);
    }
    if options.pgn {
        pgn::print(&options);
    }
    if options.pins {
        pins::print(&options);
    }
    if options.rows {
        rows::print(&options);
    }
    if options.sql {
        #[cfg(feature = "sql")]
        sql::print(&options);
        #[cfg(not(feature = "sql"))]
        println!("SQL: not in this build\n");
    }
    ExitCode::SUCCESS
}

/// Returns the instruction set of this build.
fn build() -> &'static str {
    if cfg!(target_feature = "bmi2") { "Build for this processor" } else { "Build for any x86-64" }
}
