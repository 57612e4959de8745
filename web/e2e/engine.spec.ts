/** Tests with Stockfish and with scripted engines that crash or hang. */

import type { Page } from "@playwright/test";
import { drag, expect, expectPiece, openText, scripted, test, type, withEngine } from "./fixtures";

const STOCKFISH = process.env["PINSIGHT_STOCKFISH"] ?? "/usr/games/stockfish";

async function newGame(page: Page, choice: string, black: string, fen = ""): Promise<void> {
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: choice }).click();
  await page.getByRole("combobox", { name: "Black: who plays" }).selectOption(black);
  await page.getByRole("textbox", { name: "Start from a position (FEN)" }).fill(fen);
  // Short thinking times: the tests check that engines play, not how well.
  for (const [name, choice] of [
    ["Per move", "100 ms"],
    ["Strength", "1"],
  ] as const) {
    const field = page.getByRole("combobox", { name });
    if (await field.count()) await field.selectOption(choice);
  }
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("Stockfish plays standard chess and Chess960, analyses, and plays against the built-in search", async ({ page, server }) => {
  test.setTimeout(120_000);
  await withEngine(server, "stockfish", STOCKFISH);
  await page.goto(server.address);
  await newGame(page, "Play White", "stockfish");
  await drag(page, "e2", "e4");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await expect(page.locator('.player[data-color="black"]')).toContainText("stockfish");
  // King on b1 and rook on c1: castling is played by moving the king onto the rook.
  await newGame(page, "Play White", "stockfish", "1kr5/pppppppp/8/8/8/8/PPPPPPPP/1KR5 w Cc - 0 1");
  await drag(page, "b1", "c1");
  await expectPiece(page, "g1", "wk");
  await expectPiece(page, "f1", "wr");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await expect(page.locator(".computers .refused")).toHaveCount(0);
  // Two computers.
  await newGame(page, "Two computers", "stockfish");
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
  // An external engine is preferred for analysis.
  await openText(page, "k7/8/1K6/8/8/8/8/7R w - - 0 1");
  await page.getByRole("switch", { name: "Analysis" }).check();
  await expect(page.getByRole("combobox", { name: "Who analyses" })).toHaveValue("engine:stockfish");
  await expect(page.locator(".engine-line").first()).toContainText("#1");
  await expect(page.locator(".engine-line").first()).toContainText("Rh8#");
  await page.locator(".engine-line .line-move").first().click();
  await expect(page.locator(".ending")).toHaveText("1-0 by checkmate");
});

test("an engine crash is reported and the game can continue", async ({ page, server }) => {
  const go = "if [ ! -f died ]; then touch died; exit 3; else echo 'bestmove e7e5'; fi";
  await withEngine(server, "frail", scripted(server, go));
  await page.goto(server.address);
  await newGame(page, "Play White", "frail");
  await type(page, "e4");
  const told = page.locator(".computers .refused");
  await expect(told).toContainText("frail cannot move: the engine `frail` ended while it was asked `go`");
  await expect(page.locator(".toast.error")).toContainText("frail cannot move");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5"]);
  await expect(told).toHaveCount(0);
});

test("a thinking computer is shown and can be forced to move or stopped", async ({ page, server }) => {
  await withEngine(server, "ponderous", scripted(server, ":", "echo 'bestmove e7e5'"));
  await page.goto(server.address);
  await newGame(page, "Play White", "ponderous");
  const thinks = page.locator('.player[data-color="black"]').getByRole("img", { name: "thinking" });
  const now = page.getByRole("button", { name: "Move now" });
  await expect(thinks).toHaveCount(0);
  await type(page, "e4");
  await expect(thinks).toBeVisible();
  await now.click();
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5"]);
  await expect(thinks).toHaveCount(0);
  await type(page, "Nf3");
  await expect(thinks).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
  await expect(thinks).toHaveCount(0);
  await expect(now).toBeDisabled();
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3"]);
});

test("a hanging engine is reported and can be replaced by another player", async ({ page, server }) => {
  await withEngine(server, "mute", scripted(server, ":"));
  await page.goto(server.address);
  await newGame(page, "Play White", "mute");
  await type(page, "e4");
  await expect(page.locator(".computers .refused")).toContainText("did not answer `go`", { timeout: 40_000 });
  await page.getByRole("button", { name: "Who plays" }).click();
  await page.getByRole("combobox", { name: "Black: who plays" }).selectOption("random");
  await page.getByRole("button", { name: "Play on" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(2);
});
