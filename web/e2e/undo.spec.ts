import { currentMove, expect, expectPiece, idle, importText, NO_SERVER, openOpera, openText, startGame, test, type } from "./fixtures";

test("a deleted subtree comes back by the message and by Ctrl+Z, with comments and variations", async ({ page, server, expected }) => {
  expected.push(NO_SERVER);
  await page.goto(server.address);
  await openText(page, "1. e4 e5 {Open.} (1... c5 2. Nf3 d6) 2. Nf3! Nc6 3. Bb5 *");
  const moves = page.locator(".moves .move");
  await expect(moves).toHaveCount(8);
  const before = await page.locator(".moves").innerText();
  await moves.first().click();
  await page.keyboard.press("Delete");
  await expect(moves).toHaveCount(0);
  const toast = page.locator(".toast", { hasText: "8 moves deleted." });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(moves).toHaveCount(8);
  expect(await page.locator(".moves").innerText()).toBe(before);
  await page.keyboard.press("Control+y");
  await expect(moves).toHaveCount(0);
  // The history is the server's: it outlives the page and the server.
  await page.reload();
  await server.kill();
  await server.start();
  await page.goto(page.url());
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  await page.keyboard.press("Control+z");
  await expect(moves).toHaveCount(8);
  expect(await page.locator(".moves").innerText()).toBe(before);
});

test("comments, promotions, names and results can be undone", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, '[White "A"]\n[Black "B"]\n\n1. e4 {Old.} e5 (1... c5) *');
  await page.locator(".moves .move").first().click();
  await page.getByRole("button", { name: "Comment on this move" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("New.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".line .move", { hasText: "c5" }).click();
  await page.getByRole("button", { name: "Make this variation the main line" }).click();
  await expect(page.locator(".row .move", { hasText: "c5" })).toBeVisible();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "White" }).fill("Anna");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anna – B");
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A – B");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".row .move", { hasText: "e5" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.locator(".moves")).toContainText("Old.");
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press("Control+y");
    await idle(page);
  }
  await expect(page.locator(".moves")).toContainText("New.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anna – B");
  await expect(page.getByRole("button", { name: "Redo" })).toBeDisabled();
});

test("undo against a computer takes both moves, and the computer does not move again", async ({ page, server }) => {
  await page.goto(server.address);
  await startGame(page, "white", "random");
  await type(page, "e4");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(page.locator(".moves .move")).toHaveCount(0);
  await expectPiece(page, "e2", "wp");
  await idle(page);
  await page.keyboard.press("Control+y");
  await expect(page.locator(".moves .move")).toHaveCount(2);
});

test("a double click on a bin deletes one game, which can be restored", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, '[White "Anna"]\n[Black "Ben"]\n\n1. e4 *');
  await openText(page, '[White "Cleo"]\n[Black "Dora"]\n\n1. d4 d5 *');
  await page.keyboard.press("g");
  const games = page.getByRole("dialog", { name: "Games" });
  await expect(games.locator("li")).toHaveCount(2);
  await games.getByRole("button", { name: "Delete Cleo - Dora" }).dblclick();
  const toast = games.locator(".toast", { hasText: "Cleo - Dora was deleted." });
  await expect(toast).toBeVisible();
  await expect(games.locator("li")).toHaveCount(1);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(games.locator("li")).toHaveCount(2);
  await expect(page.locator(".moves .move")).toHaveText(["d4", "d5"]);
  await games.getByRole("button", { name: "Delete Cleo - Dora" }).click();
  await expect(games.locator("li")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".moves .move")).toHaveText(["d4", "d5"]);
});

test("importing a game again after its moves were deleted gives a new copy", async ({ page, server }) => {
  const pgn = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 *';
  await page.goto(server.address);
  await openText(page, pgn);
  const address = page.url();
  await page.locator(".moves .move").first().click();
  await page.keyboard.press("Delete");
  await expect(page.locator(".moves .move")).toHaveCount(0);
  await importText(page, pgn);
  await expect(page.locator(".moves .move")).toHaveCount(3);
  expect(page.url()).not.toBe(address);
  await openOpera(page);
  const opera = page.url();
  await openText(page, pgn);
  await openOpera(page);
  // Unchanged, it is the same game.
  expect(page.url()).toBe(opera);
  await page.keyboard.press("End");
  await expect(currentMove(page)).toContainText("Rd8#");
});
