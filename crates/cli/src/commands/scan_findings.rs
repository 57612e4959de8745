//! `pinsight scan --findings`.

use std::ops::ControlFlow;

use pinsight_coach::Coach;
use pinsight_data::findings_batch;
use pinsight_pgn::RawGame;
use pinsight_tactics::PinOptions;
use pinsight_wire::FindingRow;

use crate::Status;
use crate::args::{Games, Selection};
use crate::games::Run;
use crate::interrupt::stop_on_signal;
use crate::output::{Output, counted};
use crate::review::{Detail, LedgerOptions, ReviewedGame};
use crate::table::TableOutput;

/// Reviews games and writes their findings as a table.
pub(crate) struct FindingScan<'a> {
    pub(crate) games: &'a Games,
    pub(crate) selection: &'a Selection,
    pub(crate) coach: Coach,
    pub(crate) pins: PinOptions,
}

impl FindingScan<'_> {
    pub(crate) fn run(&self, mut table: TableOutput, output: &mut Output) -> anyhow::Result<Status> {
        let mut run = Run::new(output, table.progress());
        run.stop_with(stop_on_signal());
        let stop = stop_on_signal();
        let options = LedgerOptions { pins: self.pins, x_rays: false, detail: Detail::Sentence };
        let new_worker = || |raw: RawGame<'_>| ReviewedGame::read(&raw, &options);
        let mut games = 0;
        self.games.process(
            &mut run,
            &self.selection.filter_with(self.pins.values),
            new_worker,
            |run, mut game| {
                let (line, number) = (&run.progress, game.game.number());
                if !game.coach(&self.coach, &stop, &|done, total| line.show_review(number, done, total)) {
                    return Ok(ControlFlow::Break(()));
                }
                if let Some(review) = &game.review {
                    let batch = findings_batch(&FindingRow::all(&game.file, &game.game, review))?;
                    games += 1;
                    table.write(table.format().encode(batch)?, run)?;
                }
                run.report(&game.game.diagnostics)?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        // Keep the existing output if an input failed.
        let kept = !run.is_incomplete() && (table.rows() > 0 || run.may_be_empty() && !run.is_stopped());
        table.finish(&mut run, kept)?;
        let mut report = run.output.report();
        if let Some(failure) = self.coach.engine_failure() {
            report.warning(format_args!("{failure}; the built-in search judged the rest"));
        }
        if run.is_stopped() {
            report.warning(format_args!("interrupted after {}", counted(games, "game")));
        }
        run.finish()
    }
}
