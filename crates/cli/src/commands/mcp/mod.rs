//! `pinsight mcp`.

mod input;
mod server;
mod tools;
mod verify;

use anyhow::Context;
use clap::Args;
use rmcp::ServiceExt;

use crate::Status;
use server::Server;

const EXAMPLES: &str = "\
Add a server with the command `pinsight mcp` to your assistant. It speaks the Model Context Protocol on standard input \
and output.

Tools: position, legal_moves, why, pins, motifs, analyse, review, opening, board_image, and verify, which answers a \
statement about a position with true, false or unproved, the reason and the line of moves. docs/mcp.md describes them.";

/// Answer questions of assistants about positions and games (Model Context Protocol)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Mcp {}

impl Mcp {
    /// Takes no `Output`: the protocol owns stdout.
    pub(crate) fn run(&self) -> anyhow::Result<Status> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            let service = Server::new().serve((input::stdin(), tokio::io::stdout())).await;
            let service = service.context("the client did not begin a session")?;
            service.waiting().await.context("the session failed")
        });
        // A search that was cancelled may still run; the process ends without it.
        runtime.shutdown_background();
        served.map(|_| Status::Done)
    }
}
