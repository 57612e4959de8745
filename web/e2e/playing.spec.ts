/** Playing against a computer: premoves, castling, mouse wheel, sounds, settings. */

import {
  currentMove,
  drag,
  dragAnyway,
  expect,
  freshBoard,
  expectPiece,
  idle,
  openText,
  openOpera,
  pointOf,
  scripted,
  startGame,
  test,
  type,
  withEngine,
} from "./fixtures";

test("a king castles by moving onto its rook", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  await drag(page, "e1", "h1");
  await expect(currentMove(page)).toContainText("O-O");
  await expectPiece(page, "g1", "wk");
  await expectPiece(page, "f1", "wr");
  await drag(page, "e8", "a8");
  await expect(currentMove(page)).toContainText("O-O-O");
  await expectPiece(page, "c8", "bk");
});

test("the mouse wheel over the board steps through the game, unless it is switched off", async ({ page, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  await page.keyboard.press("Home");
  const { x, y } = await pointOf(page, "e4");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 100);
  await expect(currentMove(page)).toHaveText("e4");
  await page.waitForTimeout(60);
  await page.mouse.wheel(0, 100);
  await expect(currentMove(page)).toHaveText("e5");
  await page.waitForTimeout(60);
  await page.mouse.wheel(0, -100);
  await expect(currentMove(page)).toHaveText("e4");
  await page.keyboard.press(",");
  await page.getByRole("switch", { name: /Mouse wheel/ }).uncheck();
  await page.keyboard.press("Escape");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 100);
  await idle(page);
  await expect(currentMove(page)).toHaveText("e4");
});

test("a premove is shown, played after the computer's move, and can be taken back", async ({ page, server }) => {
  await withEngine(server, "ponderous", scripted(server, ":", "echo 'bestmove e7e5'"));
  await page.goto(server.address);
  await startGame(page, "white", "engine:ponderous");
  await type(page, "e4");
  await expect(page.locator('.player[data-color="black"]').getByRole("img", { name: "thinking" })).toBeVisible();
  await dragAnyway(page, "g1", "f3");
  await expect(page.locator(".squares .premove")).toHaveCount(2);
  await expectPiece(page, "g1", "wn");
  const { x, y } = await pointOf(page, "a4");
  await page.mouse.click(x, y, { button: "right" });
  await expect(page.locator(".squares .premove")).toHaveCount(0);
  await dragAnyway(page, "b1", "c3");
  await page.getByRole("button", { name: "Move now" }).click();
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nc3"]);
  await expect(page.locator(".squares .premove")).toHaveCount(0);
});

test("a premove that is not legal after the computer's move is dropped", async ({ page, server }) => {
  await withEngine(server, "ponderous", scripted(server, ":", "echo 'bestmove e7e5'"));
  await page.goto(server.address);
  await startGame(page, "white", "engine:ponderous");
  await type(page, "e4");
  await expect(page.locator('.player[data-color="black"]').getByRole("img", { name: "thinking" })).toBeVisible();
  await dragAnyway(page, "e4", "e5");
  await expect(page.locator(".squares .premove")).toHaveCount(2);
  await page.getByRole("button", { name: "Move now" }).click();
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5"]);
  await expect(page.locator(".squares .premove")).toHaveCount(0);
  await idle(page);
  await expectPiece(page, "e4", "wp");
});

test("moves make sounds, unless they are switched off", async ({ page, server }) => {
  await page.addInitScript(() => {
    (window as unknown as { started: number }).started = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...args) {
      (window as unknown as { started: number }).started += 1;
      return start.apply(this, args);
    };
  });
  const count = (): Promise<number> => page.evaluate(() => (window as unknown as { started: number }).started);
  await freshBoard(page, server);
  await drag(page, "e2", "e4");
  await type(page, "d5");
  await expect.poll(count).toBe(2);
  // A capture is two strokes.
  await type(page, "exd5");
  await expect.poll(count).toBe(4);
  await page.keyboard.press(",");
  await page.getByRole("switch", { name: "Sounds" }).uncheck();
  await page.keyboard.press("Escape");
  await type(page, "Qxd5");
  await idle(page);
  expect(await count()).toBe(4);
});

test("letters can be switched off as shortcuts, and the other keys still work", async ({ page, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  await page.keyboard.press(",");
  await page.getByRole("switch", { name: /Single letters/ }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const key of ["n", "g", "f", "?"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "white");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(currentMove(page)).toHaveText("e4");
  // The choice outlives the page.
  await idle(page);
  await page.reload();
  await expect(currentMove(page)).toHaveText("e4");
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("confirmations can be chosen", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4", "e5");
  await page.keyboard.press(",");
  await page.getByRole("switch", { name: /Before deleting/ }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Delete");
  const question = page.getByRole("dialog", { name: "Delete from 1... e5 on?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await page.keyboard.press("Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(1);
  // Without confirmation, the flag resigns at once, and the message takes it back.
  await page.keyboard.press(",");
  await page.getByRole("switch", { name: /Before resigning/ }).uncheck();
  await page.keyboard.press("Escape");
  await startGame(page, "white", "random");
  await page.getByRole("button", { name: "Resign or draw" }).click();
  await expect(page.locator(".game-head .result")).toHaveText("0–1");
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".game-head .result")).toHaveCount(0);
});

test("board and pieces have colours to choose from, which are remembered", async ({ page, server }) => {
  await page.goto(server.address);
  const colours = (): Promise<string[]> =>
    page.evaluate(() => {
      const fill = (selector: string): string => getComputedStyle(document.querySelector(selector)!).fill;
      return [fill(".squares .dark"), fill('.sprite #wk [fill="#fffdf8"]')];
    });
  const before = await colours();
  await page.keyboard.press(",");
  await page.getByRole("combobox", { name: "Board" }).selectOption("Wood");
  await page.getByRole("combobox", { name: "Pieces" }).selectOption("Maple and walnut");
  const after = await colours();
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  await page.reload();
  expect(await colours()).toEqual(after);
});
