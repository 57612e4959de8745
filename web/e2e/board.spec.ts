import type { Page } from "@playwright/test";
import { click, currentMove, drag, expect, expectPiece, idle, openOpera, openText, shownNode, startGame, test, type } from "./fixtures";

const PINNED = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";
const REASON = "the knight on c3 cannot move: the king on e1 would be in check from the bishop on b4";

test("a refused move on the board shows the reason and the squares that it names", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, PINNED);
  await drag(page, "c3", "d5");
  await expect(page.getByRole("alert")).toContainText(REASON);
  await expect(page.locator(".squares .reason")).toHaveCount(3);
  await expectPiece(page, "c3", "wn");
  await page.keyboard.press("Escape");
  await expect(page.locator(".squares .reason")).toHaveCount(0);
  await click(page, "c3");
  await click(page, "e4");
  await expect(page.getByRole("alert")).toContainText(REASON);
  // It goes with the position, and leaves the controls where they are.
  const top = async (): Promise<number | undefined> => (await page.locator(".controls").boundingBox())?.y;
  const before = await top();
  await drag(page, "e1", "e2");
  await expect(page.locator("#typed-refused")).toBeEmpty();
  expect(await top()).toBe(before);
});

test("a refused move names the check that forbids it", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "4k3/8/8/8/8/8/4r3/N3K2R w K - 0 1");
  await drag(page, "a1", "b3");
  await expect(page.getByRole("alert")).toContainText("the king on e1 is in check from the rook on e2");
  await expect(page.locator(".squares .reason")).toHaveCount(2);
  await expectPiece(page, "a1", "wn");
});

test("Escape clears a typed error and leaves the field; another game starts without it", async ({ page, server, expected }) => {
  expected.push(/422/);
  await page.goto(server.address);
  await openText(page, PINNED);
  const field = page.getByRole("textbox", { name: "Type a move" });
  await field.fill("Nd5");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText(REASON);
  await field.press("Escape");
  await expect(page.locator("#typed-refused")).toBeEmpty();
  await expect(field).not.toBeFocused();
  await field.fill("Nd5");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText(REASON);
  await openOpera(page);
  await expect(page.locator("#typed-refused")).toBeEmpty();
});

test("with two computers, Escape, a press beside it or a move clears a typed error", async ({ page, server, expected }) => {
  expected.push(/422/);
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: "Two computers" }).click();
  for (const color of ["White", "Black"]) await page.getByRole("combobox", { name: `${color}: who plays` }).selectOption("random");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await idle(page);
  const field = page.getByRole("textbox", { name: "Type a move" });
  const error = page.locator("#typed-refused");
  await expect(field).toBeEditable();
  await field.fill("Ke4");
  await field.press("Enter");
  await expect(error).not.toBeEmpty();
  await field.press("Escape");
  await expect(error).toBeEmpty();
  await expect(field).not.toBeFocused();
  for (const clear of [() => page.locator(".game-head").click(), () => error.click(), () => page.keyboard.press("ArrowLeft")]) {
    await field.fill("Ke4");
    await field.press("Enter");
    await expect(error).not.toBeEmpty();
    await field.blur();
    await clear();
    await expect(error).toBeEmpty();
  }
});

test("the address names the game, the node and the side at the bottom", async ({ page, context, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  await page.locator(".moves .move", { hasText: "Bg4" }).click();
  await page.keyboard.press("f");
  await expect(page).toHaveURL(/node=6&side=black$/);
  await page.reload();
  await expect(currentMove(page)).toContainText("Bg4");
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(currentMove(other)).toContainText("Bg4");
  await other.goto(new URL("/foo", page.url()).href);
  await expect(other.locator(".toast.error")).toContainText("There is nothing at /foo");
  await expect(other.locator(".moves")).toHaveCount(0);
});

test("a game against a computer knows its players and its end in the page, the list and the PGN", async ({ page, server }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  // The default is a game against the computer.
  await expect(page.getByRole("button", { name: "Play White" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You – Pinsight level 4");
  await page.getByRole("button", { name: "Resign or draw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("g");
  const row = page.getByRole("dialog", { name: "Games" }).locator("li").first();
  await expect(row).toContainText("You - Pinsight level 4");
  await expect(row).toContainText("White resigned");
  await expect(row).not.toContainText("running");
  const { origin, pathname } = new URL(page.url());
  const pgn = await (await page.request.get(`${origin}/api${pathname}/pgn`)).text();
  for (const tag of ['[White "You"]', '[Black "Pinsight level 4"]', '[Result "0-1"]', '[Termination "White resigned"]']) expect(pgn).toContain(tag);
  expect(pgn).toMatch(/\[Date "20\d\d\.\d\d\.\d\d"\]/);
});

test("a finished game can go on from an earlier move", async ({ page, server }) => {
  await page.goto(server.address);
  await startGame(page, "white", "random");
  await type(page, "e4");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await page.getByRole("button", { name: "Resign or draw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // A rematch has the other colour.
  const address = page.url();
  await page.getByRole("button", { name: "Rematch" }).click();
  await expect(page.locator('.player[data-color="black"] .name')).toHaveText("You");
  await page.goto(address);
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Go on from here" }).click();
  await expect(page.locator(".ending")).toHaveCount(0);
  await expect.poll(() => shownNode(page)).toBeGreaterThan(1);
});

/** Records the horizontal and vertical places of the board in every frame. */
async function watchBoard(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = ((window as unknown as { seen: Set<string> }).seen = new Set());
    const look = (): void => {
      const box = document.querySelector(".chessboard")?.getBoundingClientRect();
      if (box) seen.add(`${box.left} ${box.top} ${box.width}`);
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { seen: Set<string> }).seen.size);
}

test("the board never moves: evaluations of some moves, analysis on and off", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "1. e4 {[%eval 0.35]} e5 2. Nf3 {[%eval 0.4]} *");
  const places = await watchBoard(page);
  await page.keyboard.press("Home");
  // Unknown is not equal.
  await expect(page.locator(".eval.unknown .white-share")).toHaveCount(0);
  await expect(page.getByRole("meter", { name: "Evaluation" })).toHaveAttribute("aria-valuetext", "unknown");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await page.getByRole("switch", { name: "Analysis" }).check();
  await expect(page.locator(".engine-line").first()).toBeVisible();
  await page.getByRole("switch", { name: "Analysis" }).uncheck();
  await openText(page, "1. d4 *");
  await idle(page);
  expect(await places()).toBe(1);
});

test("comments before the first move, line breaks, long comments and rare NAGs", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "1. e4 $14 e5 $9 *");
  await expect(page.locator(".moves .glyph")).toHaveText(["+=", "worst"]);
  await expect(page.locator(".moves .glyph").last()).toHaveAttribute("title", "worst move");
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Comment before the first move" }).click();
  const field = page.getByRole("textbox", { name: "Comment" });
  await field.fill("One.\nTwo.");
  await page.getByRole("button", { name: "Save" }).click();
  const comment = page.locator(".moves p.comment");
  await expect(comment).toContainText("One.");
  expect(await comment.innerText()).toMatch(/One\.\n+Two\./);
  await page.getByRole("button", { name: "Comment before the first move" }).click();
  await expect(field).toHaveValue("One.\nTwo.");
  await field.fill("x".repeat(70_000));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("dialog").getByRole("alert")).toContainText("at most 20,000 bytes");
});

test("the move list has one tab stop", async ({ page, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  await expect(page.locator('.moves .move[tabindex="0"]')).toHaveCount(1);
  await expect(page.locator('.moves .move[tabindex="-1"]')).toHaveCount(32);
});

test("the example of the first page shows a position with pins", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(server.address);
  await page.getByRole("button", { name: "Step through it" }).click();
  await expect(currentMove(page)).toContainText("Rd8");
  await expect(page.locator(".lines .pin").first()).toBeVisible();
  // On a phone, the pins are directly below the board and its controls.
  const top = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())?.y ?? 0;
  expect(await top(".panel.pins")).toBeLessThan(700);
  expect(await top(".panel.pins")).toBeLessThan(await top(".moves"));
});
