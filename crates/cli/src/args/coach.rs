//! The engine of the coach.

use std::marker::PhantomData;

use anyhow::bail;
use clap::builder::Resettable;
use clap::{Args, Id};
use pinsight_coach::{Budget, Coach};
use pinsight_players::Engine;

use super::named::engine;
use super::thinking::nodes;
use crate::opponent::Opponent;

/// When a command uses the coach.
pub(crate) trait CoachUse: Send + Sync + 'static {
    /// The flag without which the coach is not used.
    const REQUIRES: Option<&'static str> = None;
    /// The flags with which the coach is not used.
    const CONFLICTS: &'static [&'static str];
    const ENGINE_HELP: &'static str;
    const NODES_HELP: &'static str;
}

/// The engine of the coach and its budget.
#[derive(Args, Debug)]
pub(crate) struct CoachArgs<U: CoachUse> {
    #[arg(
        long,
        default_value = "search",
        requires = Resettable::from(U::REQUIRES.map(Id::from)),
        conflicts_with_all = U::CONFLICTS,
        value_parser = engine(),
        hide_possible_values = true,
        help = U::ENGINE_HELP
    )]
    engine: Opponent,

    #[arg(
        long,
        value_name = "N",
        default_value_t = Budget::default().position,
        requires = Resettable::from(U::REQUIRES.map(Id::from)),
        conflicts_with_all = U::CONFLICTS,
        value_parser = nodes(),
        help = U::NODES_HELP
    )]
    nodes: u64,

    #[arg(skip)]
    usage: PhantomData<fn() -> U>,
}

impl<U: CoachUse> CoachArgs<U> {
    /// Returns the engine as given.
    pub(crate) fn engine_name(&self) -> String {
        self.engine.to_string()
    }

    /// Creates the coach; fails if its engine does not start.
    pub(crate) fn coach(&self, threads: usize) -> anyhow::Result<Coach> {
        let config = match self.engine.engine_config() {
            Ok(config) => config,
            Err(error) => bail!("--engine {}: {error}", self.engine),
        };
        if let Some(config) = &config {
            Engine::start(config)?;
        }
        Ok(Coach::new(config, Budget::new(self.nodes), threads))
    }
}

/// The coach judges unless `--all-pins` is given.
#[derive(Debug)]
pub(crate) struct UnlessAllPins;

impl CoachUse for UnlessAllPins {
    const CONFLICTS: &'static [&'static str] = &["all_pins"];
    const ENGINE_HELP: &'static str = "Judge with this engine: `search`, the built-in one, or a UCI engine by name or path, with options after commas";
    const NODES_HELP: &'static str = "Limit the nodes per position; a proof takes twice as many per move";
}

/// The coach proves pins with `--prove`.
#[derive(Debug)]
pub(crate) struct WithProve;

impl CoachUse for WithProve {
    const REQUIRES: Option<&'static str> = Some("prove");
    const CONFLICTS: &'static [&'static str] = &["pgn", "allow_illegal"];
    const ENGINE_HELP: &'static str =
        "With --prove: judge with this engine, `search`, the built-in one, or a UCI engine";
    const NODES_HELP: &'static str = "With --prove: limit the nodes per position, as in `pinsight review`";
}

/// The flags of `scan` that are not for findings.
pub(crate) const PIN_FLAGS: [&str; 13] = [
    "count_by",
    "all",
    "kind",
    "status",
    "cause",
    "by",
    "side",
    "attacker",
    "pinned",
    "shielded",
    "min_cost",
    "relevance",
    "static_reply",
];

/// The coach judges with `--findings`.
#[derive(Debug)]
pub(crate) struct WithFindings;

impl CoachUse for WithFindings {
    const REQUIRES: Option<&'static str> = Some("findings");
    const CONFLICTS: &'static [&'static str] = &PIN_FLAGS;
    const ENGINE_HELP: &'static str =
        "With --findings: judge with this engine, `search`, the built-in one, or a UCI engine";
    const NODES_HELP: &'static str = "With --findings: limit the nodes per position, as in `pinsight review`";
}
