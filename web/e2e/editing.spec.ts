/** Arrows and circles, the board editor, NAGs and the order of lines. */

import type { Page } from "@playwright/test";
import { currentMove, expect, expectPiece, freshBoard, idle, openText, pointOf, test, type } from "./fixtures";

async function pgnOf(page: Page): Promise<string> {
  const { origin, pathname } = new URL(page.url());
  return (await page.request.get(`${origin}/api${pathname}/pgn`)).text();
}

async function rightDrag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await pointOf(page, from), await pointOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(end.x, end.y);
  await page.mouse.up({ button: "right" });
  await idle(page);
}

test("the right button draws arrows and circles, which the PGN keeps beside comment and clock", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "1. e4 {[%clk 0:04:58] Best by test.} e5 *");
  await page.locator(".moves .move").first().click();
  await rightDrag(page, "g1", "f3");
  await expect(page.locator(".lines .shape.green[data-shape=g1f3]")).toBeVisible();
  await page.keyboard.down("Shift");
  await rightDrag(page, "e5", "e5");
  await page.keyboard.up("Shift");
  await expect(page.locator(".lines .shape.red[data-shape=e5]")).toBeVisible();
  const pgn = await pgnOf(page);
  for (const part of ["[%clk 0:04:58]", "Best by test.", "[%cal Gg1f3]", "[%csl Re5]"]) expect(pgn).toContain(part);
  // The comment is edited without the commands, which stay.
  await page.getByRole("button", { name: "Comment on this move" }).click();
  const field = page.getByRole("textbox", { name: "Comment" });
  await expect(field).toHaveValue("Best by test.");
  await field.fill("King's pawn.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const edited = await pgnOf(page);
  for (const part of ["[%clk 0:04:58]", "King's pawn.", "[%cal Gg1f3]", "[%csl Re5]"]) expect(edited).toContain(part);
  // The same arrow again removes it, and undo brings it back.
  await rightDrag(page, "g1", "f3");
  await expect(page.locator(".lines [data-shape=g1f3]")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.locator(".lines [data-shape=g1f3]")).toBeVisible();
  await page.reload();
  await expect(page.locator(".lines [data-shape=g1f3]")).toBeVisible();
});

test("a long touch draws an arrow", async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await freshBoard(page, server);
  await type(page, "e4");
  const finger = await context.newCDPSession(page);
  const [from, to] = [await pointOf(page, "g1"), await pointOf(page, "f3")];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  await expect(page.locator(".lines [data-shape=g1]")).toBeVisible();
  await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [to] });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(page.locator(".lines [data-shape=g1f3]")).toBeVisible();
  await idle(page);
  expect(await pgnOf(page)).toContain("[%cal Gg1f3]");
  await context.close();
});

test("all usual signs can be chosen, one for the move and one for the position", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4");
  await page.getByRole("button", { name: "Comment on this move" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator(".nags button")).toHaveCount(25);
  for (const sign of ["good move", "dubious move", "White is better", "novelty"]) await dialog.getByRole("button", { name: sign, exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".moves .glyph")).toHaveText("?! ± N");
  expect(await pgnOf(page)).toContain("1. e4 $6 $16 $146");
});

test("lines are promoted, demoted and deleted, and each step can be undone", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "1. e4 e5 (1... c5) (1... e6) 2. Nf3 *");
  const main = page.locator(".row .move");
  await page.locator(".line .move", { hasText: "e6" }).click();
  await page.getByRole("button", { name: "Make this variation the main line" }).click();
  await expect(main.nth(1)).toHaveText("e6");
  await page.getByRole("button", { name: "Move this line below the next one" }).click();
  await expect(main.nth(1)).toHaveText("e5");
  await page.keyboard.press("Delete");
  await expect(page.locator(".moves .move", { hasText: "e6" })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.locator(".line .move", { hasText: "e6" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(main.nth(1)).toHaveText("e6");
  await page.keyboard.press("Control+z");
  await expect(main.nth(1)).toHaveText("e5");
});

test("the board editor sets up a position, names its faults and opens it", async ({ page, server, expected }) => {
  expected.push(/422/);
  await freshBoard(page, server);
  await expectPiece(page, "e2", "wp");
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Set up a position" });
  const fen = dialog.getByRole("textbox", { name: "FEN" });
  await expect(fen).toHaveValue("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  await dialog.getByRole("button", { name: "Clear" }).click();
  await expect(dialog.getByRole("status")).toContainText("king");
  await expect(dialog.getByRole("button", { name: "Open on the board" })).toBeDisabled();
  const board = dialog.locator(".editor-board");
  const put = async (name: string, square: string): Promise<void> => {
    await dialog.getByRole("button", { name, exact: true }).click();
    const box = (await board.boundingBox())!;
    await page.mouse.click(box.x + ((square.charCodeAt(0) - 96.5) * box.width) / 8, box.y + ((56.5 - square.charCodeAt(1)) * box.height) / 8);
  };
  await put("white king", "b1");
  await put("white bishop", "c1");
  await put("black king", "h8");
  await put("black queen", "g7");
  await expect(fen).toHaveValue("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1");
  await dialog.getByRole("combobox", { name: "To move" }).selectOption("Black");
  await dialog.getByRole("checkbox", { name: "White O-O", exact: true }).check();
  await expect(dialog.getByRole("status")).toContainText(/castl/);
  await dialog.getByRole("checkbox", { name: "White O-O", exact: true }).uncheck();
  await dialog.getByRole("combobox", { name: "To move" }).selectOption("White");
  // The FEN works both ways.
  await fen.fill("7k/6q1/8/8/8/8/8/1KB4R w - - 0 1");
  await expect(board.locator('[data-square="h1"]')).toHaveAttribute("data-piece", "wr");
  await expect(dialog.getByRole("status")).toContainText("check");
  await put("Remove", "h1");
  await expect(dialog.getByRole("button", { name: "Open on the board" })).toBeEnabled();
  await dialog.getByRole("button", { name: "Open on the board" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectPiece(page, "c1", "wb");
  await type(page, "Bb2");
  await expect(currentMove(page)).toContainText("Bb2");
});

test("the board editor works by keyboard and starts a game against a computer", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "7k/8/8/8/8/8/8/K7 w - - 0 1");
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Set up a position" });
  await dialog.getByRole("button", { name: "white rook" }).click();
  await dialog.getByRole("application").focus();
  await expect(page.locator("#spoken")).toHaveText("e4, empty");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "FEN" })).toHaveValue("7k/8/8/8/3R4/8/8/K7 w - - 0 1");
  await dialog.getByRole("button", { name: "Play a computer from here" }).click();
  await expect(page.getByRole("textbox", { name: "Start from a position (FEN)" })).toHaveValue("7k/8/8/8/3R4/8/8/K7 w - - 0 1");
});
