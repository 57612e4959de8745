//! Writes docs/data.md from standard input to standard output, with the tables of columns regenerated.

#![allow(clippy::print_stdout, reason = "its output is the page")]

use std::io::{self, Read};

use pinsight_data::{FINDINGS, GAMES, PINS, POSITIONS};

fn main() -> io::Result<()> {
    let mut page = String::new();
    io::stdin().read_to_string(&mut page)?;
    for table in [&PINS, &FINDINGS, &GAMES, &POSITIONS] {
        let (begin, end) = (format!("<!-- columns of {} -->\n", table.name), "<!-- end -->");
        let (before, rest) = page.split_once(&begin).ok_or_else(|| io::Error::other(begin.clone()))?;
        let (_, after) = rest.split_once(end).ok_or_else(|| io::Error::other(end))?;
        page = format!("{before}{begin}{}{end}{after}", table.markdown());
    }
    print!("{page}");
    Ok(())
}
