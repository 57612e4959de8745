/** The coach on the page: pins that matter, the review of a game, training, sharing, a screen reader. */

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { currentMove, drag, expect, expectPiece, idle, NO_SERVER, openText, type Server, shownNode, startGame, test } from "./fixtures";
import type { Page } from "@playwright/test";

/** 2. g4 allows mate in one. */
const FOOLS_MATE = '[White "Anna"]\n[Black "Ben"]\n\n1. f3 e5 2. g4 Qh4# 0-1';

/** Starts the server again with few nodes per position, so that a review takes a second. */
async function quick(server: Server): Promise<void> {
  await server.kill();
  await server.start("--nodes", "2000");
}

async function reviewed(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review the game" }).click();
  await expect(page.getByRole("heading", { name: "Evaluation" })).toBeVisible({ timeout: 45_000 });
  await idle(page);
}

test("the first page shows the example with its three pins and what to do", async ({ page, server }) => {
  await page.goto(server.address);
  await expect(page.locator(".chessboard [data-pin]")).toHaveCount(3);
  await expect(page.locator(".welcome .seen")).toContainText("Three pins: the knight on d7");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.locator(".welcome").getByRole("button", { name: "Import games" })).toBeVisible();
  await page.getByRole("button", { name: "Step through it" }).click();
  await expect(currentMove(page)).toContainText("Rd8");
  await expect(page.locator(".game-head .opening")).toContainText("Philidor Defense");
  await expect(page.locator(".why details")).not.toHaveAttribute("open");
});

test("pins have one colour per side; those that cost nothing are faint behind a switch", async ({ page, server }) => {
  await quick(server);
  await page.goto(server.address);
  // White wins the pinned knight on d7. Black's bishop pins the pawn on f2 to a knight that is defended.
  await openText(page, "4k3/3n4/8/1B6/7b/8/5P2/1K1RN3 w - - 0 1");
  await idle(page);
  const lines = page.locator(".chessboard .pin");
  await expect(lines).toHaveClass([/by-white/]);
  await expect(page.locator(".pin-entry .reason")).toHaveCount(1);
  await page.getByRole("button", { name: "All pins" }).click();
  await expect(lines).toHaveCount(2);
  await expect(page.locator(".pin.by-black")).toHaveClass(/potential/);
  const white = await page
    .locator(".pin.by-white .line")
    .first()
    .evaluate((line) => getComputedStyle(line).stroke);
  const black = await page
    .locator(".pin.by-black .line")
    .first()
    .evaluate((line) => getComputedStyle(line).stroke);
  expect(white).not.toBe(black);
});

test("a review runs in the background and shows accuracy, graph, judged moves and lines", async ({ page, server }) => {
  await quick(server);
  await page.goto(server.address);
  await openText(page, FOOLS_MATE);
  await reviewed(page);
  await expect(page.locator(".review-side").first()).toContainText("1 blunder");
  await expect(page.locator(".moves .glyph.blunder")).toHaveText("??");
  await page.locator(".moves .move", { hasText: "g4" }).click();
  await idle(page);
  await expect(page.locator(".coach")).toContainText("Blunder");
  await expect(page.locator(".coach")).toContainText("Qh4#");
  // A line shows its positions on the board while it is hovered.
  const better = page.locator(".coach-line .line-move").first();
  const before = await page.locator(".chessboard > .pieces").innerHTML();
  await better.hover();
  await expect.poll(() => page.locator(".chessboard > .pieces").innerHTML()).not.toBe(before);
  await page.locator(".game-head h1").hover();
  await expect.poll(() => page.locator(".chessboard > .pieces").innerHTML()).toBe(before);
  // A step leaves the line while the pointer still rests on it.
  await better.hover();
  await expect.poll(() => page.locator(".chessboard > .pieces").innerHTML()).not.toBe(before);
  await page.keyboard.press("ArrowRight");
  await expect(currentMove(page)).toContainText("Qh4#");
  await expectPiece(page, "h4", "bq");
  await expectPiece(page, "g4", "wp");
  // The graph goes to a move.
  const box = await page.locator(".graph-body svg").boundingBox();
  if (!box) throw new Error("no graph");
  await page.mouse.click(box.x + box.width - 3, box.y + box.height / 2);
  await expect(currentMove(page)).toContainText("Qh4#");
  await page.reload();
  await expect(page.locator(".review-side").first()).toContainText("1 blunder");
  await expect(page.locator(".moves .glyph.blunder")).toHaveText("??");
});

test("a threat is shown before anything else, announced, and drawn while it is hovered", async ({ page, server }) => {
  // With fewer nodes the search may take 3. Qh5 for an inaccuracy, which has no threat.
  await server.kill();
  await server.start("--nodes", "5000");
  await page.goto(server.address);
  await openText(page, "1. e4 e5 2. Bc4 Bc5 3. Qh5 *");
  await page.keyboard.press("End");
  const threat = page.locator(".coach .threat");
  await expect(threat).toHaveText(/^Threat: (4\. )?Qxf7#$/);
  await expect(page.locator("#spoken")).toContainText("Threat: Qxf7#");
  await expect(page.locator(".coach > *").first()).toHaveClass("threat");
  await threat.locator(".line-move").hover();
  await expectPiece(page, "f7", "wq");
  await page.locator(".game-head h1").hover();
  await expectPiece(page, "f7", "bp");
});

test("a review goes on after kill -9, and can be cancelled", async ({ page, server, expected }) => {
  expected.push(NO_SERVER);
  await server.kill();
  await server.start("--nodes", "10000000000");
  await page.goto(server.address);
  await openText(page, FOOLS_MATE);
  await page.getByRole("button", { name: "Review the game" }).click();
  await expect(page.locator(".review-progress")).toBeVisible();
  await page.reload();
  await expect(page.locator(".review-progress")).toBeVisible();
  await server.kill();
  await server.start("--nodes", "2000");
  await expect(page.getByRole("heading", { name: "Evaluation" })).toBeVisible({ timeout: 45_000 });
  await server.kill();
  await server.start("--nodes", "10000000000");
  await openText(page, "1. e4 e5 2. Nf3 *");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Review the game" })).toBeVisible();
  await expect(page.locator(".review-progress")).toHaveCount(0);
});

test("learn from your mistakes: try, hint, solution", async ({ page, server }) => {
  await quick(server);
  await page.goto(server.address);
  await openText(page, FOOLS_MATE);
  await reviewed(page);
  await page.getByRole("button", { name: "Learn from 1 mistake" }).click();
  const panel = page.locator(".training");
  await expect(panel).toContainText("2. g4 was played. Find a better move for White.");
  await expectPiece(page, "g2", "wp");
  await drag(page, "g2", "g4");
  await expect(panel).toContainText("Not g4");
  await expectPiece(page, "g2", "wp");
  await panel.getByRole("button", { name: "Hint" }).click();
  await expect(panel).toContainText(/Hint: move the \w+ on [a-h]\d/);
  await drag(page, "d2", "d4");
  await expect(panel).toContainText("Right");
  await expectPiece(page, "d4", "wp");
  await panel.getByRole("button", { name: "Finish" }).click();
  await expect(panel).toContainText("You found 1 of 1 move.");
  await panel.getByRole("button", { name: "Done" }).click();
  await expect(panel).toHaveCount(0);
  // The game has no new moves.
  await expect(page.locator(".moves .move")).toHaveCount(4);
});

test("a training and the solution on its board end when a game is started", async ({ page, server }) => {
  await quick(server);
  await page.goto(server.address);
  await openText(page, FOOLS_MATE);
  await reviewed(page);
  await page.getByRole("button", { name: "Learn from 1 mistake" }).click();
  await page.getByRole("button", { name: "Solution" }).click();
  await expectPiece(page, "f3", "wp");
  await startGame(page, "white", "random");
  await expect(page.locator(".training")).toHaveCount(0);
  await expectPiece(page, "f2", "wp");
});

test("engine lines unfold, show their positions, and the best move is drawn", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "k7/8/1K6/8/8/8/8/7R w - - 0 1");
  await page.getByRole("switch", { name: "Analysis" }).click();
  await expect(page.locator("[data-best]")).toHaveAttribute("data-best", "h1h8");
  const line = page.locator(".engine-lines .engine-line").first();
  await line.getByRole("button", { name: /unfold/ }).click();
  await line.locator(".line-move").first().hover();
  await expectPiece(page, "h8", "wr");
  await page.locator(".game-head h1").hover();
  await expectPiece(page, "h1", "wr");
  await line.locator(".line-move").first().click();
  await expect(currentMove(page)).toContainText("Rh8#");
});

test("a screen reader hears each finding with its move", async ({ page, server }) => {
  await quick(server);
  await page.goto(server.address);
  await openText(page, FOOLS_MATE);
  await reviewed(page);
  const live = page.locator("#spoken");
  await expect(live).toHaveAttribute("aria-live", "polite");
  await page.keyboard.press("Home");
  // Each step says its move, and what the coach found in it.
  for (const words of [/^1\. f3\./, /^1\.\.\. e5\./, /^2\. g4\. .*Blunder\. .*Qh4#/, /^2\.\.\. Qh4#\. 0-1 by checkmate/]) {
    await page.keyboard.press("ArrowRight");
    await idle(page);
    await expect(live).toHaveText(words);
  }
  await page.keyboard.press("ArrowLeft");
  await idle(page);
  // The accessibility tree has the same, by landmarks and headings: the position, the moves, the coach, the review.
  const tree = (role: "region" | "main", name?: string): Promise<string> => page.getByRole(role, name ? { name, exact: true } : {}).ariaSnapshot();
  expect(await tree("region", "Board")).toMatch(/White: king e1, queen d1, .*Black: king e8/s);
  expect(await tree("region", "Moves")).toMatch(/button "g4 ?, Blunder/);
  const coach = await tree("region", "Coach");
  expect(coach).toContain("Blunder 2.g4?? allows 2...Qh4#.");
  expect(coach).toMatch(/text: Better.*button "2\. /s);
  const review = await tree("region", "Review");
  expect(review).toContain('heading "Review"');
  expect(review).toMatch(/White\n.* %\n/);
  expect(review).toContain("1 blunder");
  expect(await tree("main")).toMatch(/heading "Anna . Ben" \[level=1\]/);
  await expect(page.getByRole("meter", { name: "Evaluation" })).toHaveAttribute("aria-valuetext", "mate, black wins");
});

test("the game is shared with the coach's notes and as a report without a server", async ({ page, server, context }) => {
  await quick(server);
  await page.goto(server.address);
  await openText(page, FOOLS_MATE);
  await reviewed(page);
  await page.getByRole("button", { name: "Share" }).click();
  const row = page.locator(".forms li");
  const saved = page.waitForEvent("download");
  await row.filter({ hasText: "PGN with notes" }).getByRole("link", { name: "Save" }).click();
  const pgn = await saved;
  expect(pgn.suggestedFilename()).toMatch(/^Anna-Ben.*\.pgn$/);
  expect(readFileSync(await pgn.path(), "utf8")).toContain("2. g4 $4");
  const gif = page.waitForEvent("download");
  await row.filter({ hasText: "GIF" }).getByRole("link", { name: "Save" }).click();
  expect(
    readFileSync(await (await gif).path())
      .subarray(0, 6)
      .toString(),
  ).toBe("GIF89a");
  const report = page.waitForEvent("download");
  await row.filter({ hasText: "HTML report" }).getByRole("button", { name: "Save" }).click();
  const file = join(mkdtempSync(join(tmpdir(), "pinsight-report-")), "report.html");
  await (await report).saveAs(file);
  const other = await context.newPage();
  await other.goto(pathToFileURL(file).href);
  await expect(other.locator(".moves .move")).toHaveCount(4);
  await other.locator(".moves .move", { hasText: "g4" }).click();
  await expect(other.locator(".coach")).toContainText("Qh4#");
  await expectPiece(other, "g4", "wp");
  expect(await shownNode(other)).toBe(3);
  // On a phone, the step buttons of the report stay in sight.
  await other.setViewportSize({ width: 360, height: 740 });
  await expect(other.getByRole("button", { name: "One move back" })).toBeInViewport({ ratio: 1 });
});
