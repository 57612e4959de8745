/** Openings on the page: names, the tree of one's own games and of a book, the search over all kept games. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { currentMove, expect, expectPiece, freshBoard, idle, importFile, openOpera, openText, test } from "./fixtures";
import type { Page } from "@playwright/test";

/** 6. Nd6 is mate: the king has no free square, and the queen on e2 pins the pawn on e7. */
const SMOTHERED = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0\n';
const QUIET = '[White "Clara"]\n[Black "Dora"]\n\n1. d4 d5 2. Nf3 Nf6 1/2-1/2\n';

/** Entries of a Polyglot book: the published key of the start position, a move, its weight, and an unused number. */
function book(...moves: [move: number, weight: number][]): Buffer {
  return Buffer.concat(
    moves.map(([move, weight]) => {
      const entry = Buffer.alloc(16);
      entry.writeBigUInt64BE(0x463b96181691fc9cn, 0);
      entry.writeUInt16BE(move, 8);
      entry.writeUInt16BE(weight, 10);
      return entry;
    }),
  );
}
const E2E4 = 0x31c;
const D2D4 = 0x2db;

async function findGames(page: Page): Promise<ReturnType<Page["locator"]>> {
  await page.getByText("Opening tree").click();
  await page.getByRole("button", { name: "Find games …" }).click();
  return page.locator("dialog");
}

test("opening name, opening tree and search over the kept games", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, '[White "Eva"]\n[Black "Fay"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0');
  await openOpera(page);
  await page.locator(".moves .move", { hasText: "Nf3" }).first().click();
  await expect(page.locator(".game-head .opening")).toContainText("C40 King's Knight Opening");
  await page.getByText("Opening tree").click();
  const tree = page.locator(".tree-table");
  await expect(tree.getByRole("row")).toHaveCount(3);
  await expect(tree).toContainText("Nc6");
  await page.getByRole("button", { name: "Find games …" }).click();
  const dialog = page.locator("dialog");
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByRole("status")).toContainText("2 games");
  await dialog.getByLabel("attacker").selectOption("bishop");
  await dialog.getByLabel("shielded").selectOption("queen");
  await dialog.getByLabel("The displayed position").uncheck();
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByRole("status")).toContainText("1 game");
  await dialog.getByLabel("Opening").fill("Ruy Lopez");
  await dialog.getByLabel("attacker").selectOption("any");
  await dialog.getByLabel("shielded").selectOption("any");
  await dialog.getByRole("button", { name: "Search" }).click();
  await dialog.locator(".found-games").getByRole("button").click();
  await expect(page.locator(".game-head h1")).toContainText("Eva");
  await expect(currentMove(page)).toContainText("Bb5");
});

test("the tree shows the moves of a book with their shares, and plays them", async ({ page, server }) => {
  const file = join(server.data, "two-moves.bin");
  writeFileSync(file, book([E2E4, 3], [D2D4, 1]));
  await server.kill();
  await server.start("--book", file);
  await freshBoard(page, server);
  await page.getByText("Opening tree").click();
  const tree = page.locator(".panel.tree");
  await expect(tree.getByRole("heading", { level: 3 })).toContainText("two-moves");
  await expect(tree.locator(".book-moves li")).toHaveText([/^e4\s+75 %$/, /^d4\s+25 %$/]);
  await tree.locator(".book-moves").getByRole("button", { name: "d4" }).click();
  await expectPiece(page, "d4", "wp");
  await expect(tree).toContainText("No move in the book.");
});

test("games are found by motif, and opened at the match", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, QUIET);
  await openText(page, SMOTHERED);
  await page.keyboard.press("Home");
  const dialog = await findGames(page);
  await dialog.getByLabel("The displayed position").uncheck();
  await dialog.getByLabel("Motif").selectOption("smothered mate");
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByRole("status")).toHaveText("1 game.");
  await expect(dialog.locator(".found-games .list-row")).toHaveText(/Anna – Ben.*1.0.*move 6/);
  await dialog.locator(".found-games").getByRole("button").click();
  await expect(currentMove(page)).toContainText("Nd6#");
  await idle(page);
});

test("a search without conditions or for what cannot be is refused in the dialog", async ({ page, server, expected }) => {
  expected.push(/400/);
  await page.goto(server.address);
  await openText(page, QUIET);
  const dialog = await findGames(page);
  await dialog.getByLabel("The displayed position").uncheck();
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByRole("alert")).toContainText("give a position, an opening, a pin or a motif");
});

test("a long search goes on in parts, shows how far it is, and can be stopped", async ({ page, server }) => {
  await page.goto(server.address);
  const games = Array.from({ length: 5 }, () => SMOTHERED).join("\n");
  await importFile(page, { name: "five.pgn", mimeType: "text/plain", buffer: Buffer.from(games) });
  await page.getByRole("dialog", { name: "five.pgn" }).locator("li button").first().click();
  await expect(page.locator(".game-head h1")).toContainText("Anna");
  let parts = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let holding = false;
  await page.route("**/api/v1/search?*", async (route) => {
    parts += 1;
    if (holding && parts === 3) await held;
    await route.continue({ url: `${route.request().url()}&limit=1` }).catch(() => undefined);
  });
  const dialog = await findGames(page);
  await dialog.getByLabel("The displayed position").uncheck();
  await dialog.getByLabel("Opening").fill("Caro-Kann");
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByRole("status")).toHaveText("5 games.");
  expect(parts).toBe(5);
  await expect(dialog.locator(".found-games .list-row")).toHaveCount(5);
  [parts, holding] = [0, true];
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 games. Searched 2 of 5 games.");
  await expect(dialog.getByRole("progressbar")).toHaveAttribute("value", "2");
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 games. Stopped after 2 of 5 games.");
  await expect(dialog.getByRole("button", { name: "Search" })).toBeEnabled();
  release();
});
