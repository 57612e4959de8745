import { readFileSync } from "node:fs";
import { currentMove, expect, expectPiece, idle, openText, openOpera, test } from "./fixtures";

test("keys navigate the game, flip the board and open the help", async ({ page, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morphy – Duke Karl / Count Isouard");
  await page.keyboard.press("End");
  await expect(currentMove(page)).toContainText("Rd8#");
  await expectPiece(page, "d8", "wr");
  await page.keyboard.press("Home");
  await expect(currentMove(page)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(currentMove(page)).toContainText("e5");
  await page.keyboard.press("ArrowLeft");
  await expect(currentMove(page)).toContainText("e4");
  await expectPiece(page, "e7", "bp");
  await page.keyboard.press("f");
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a key right after Escape is not lost, and the focus is restored", async ({ page, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  const move = page.locator(".moves .move", { hasText: "Bg4" });
  await move.click();
  await move.focus();
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New game" })).toBeVisible();
  // Both in one task, so that the second key arrives before the `close` event.
  await page.evaluate(() => {
    const press = (key: string): void => {
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    };
    press("Escape");
    press("g");
  });
  await expect(page.getByRole("dialog", { name: "Games" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(move).toBeFocused();
});

test("navigation requests nothing from the server but what the coach says", async ({ page, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  await page.keyboard.press("Home");
  await expect(page.locator(".strip .bar").first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (let ply = 0; ply < 10; ply += 1) await page.keyboard.press("ArrowRight");
  await expect(currentMove(page)).toContainText("dxe5");
  // Chromium requests the icon again when the address changes.
  expect(asked.filter((path) => !/^\/api\/v1\/games\/1\/nodes\/\d+\/coach$/.test(path) && path !== "/icon.svg")).toEqual([]);
});

test("navigation while the strip is loading does not request it again", async ({ page, server }) => {
  const asked: string[] = [];
  let hand = (): void => undefined;
  const handed = new Promise<void>((done) => (hand = done));
  await page.route(/\/review/, async (route) => {
    asked.push(route.request().url());
    await handed;
    await route.continue();
  });
  await page.goto(server.address);
  await openOpera(page);
  await expect.poll(() => asked.length).toBe(1);
  for (const key of ["Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await expect(currentMove(page)).toContainText("e5");
  hand();
  await idle(page);
  await expect(page.locator(".strip .bar").first()).toBeVisible();
  expect(asked).toHaveLength(1);
});

test("pins appear as lines on the board, sentences in the ledger and rows of the strip", async ({ page, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  await page.keyboard.press("Home");
  await page.locator(".moves .move", { hasText: "Bg4" }).click();
  const ledger = page.locator(".panel.pins");
  await expect(ledger.getByRole("heading", { level: 2 })).toHaveText("Pins after 3... Bg4");
  const sentence = ledger.locator(".ledger.new .pin-entry", { hasText: "The bishop on g4 is pinning the knight on f3 to the queen on d1." });
  await expect(sentence).toBeVisible();
  const line = page.locator('.lines [data-pin="g4f3d1"]');
  await expect(line).toHaveClass(/relative/);
  await sentence.hover();
  await expect(line).toHaveClass(/lit/);
  await page.mouse.move(5, 5);
  await expect(line).not.toHaveClass(/lit/);
  await sentence.focus();
  await expect(line).toHaveClass(/lit/);
  // A move that ends the pin reports it and shows its former squares.
  await page.locator(".moves .move", { hasText: "Bxf3" }).click();
  const released = ledger.locator(".ledger.released .pin-entry", { hasText: "f3" }).first();
  await expect(released).toBeVisible();
  await released.hover();
  await expect(page.locator(".lines .gone")).toHaveCount(1);
  // The move list marks moves that create or release pins.
  await expect(page.locator(".moves .move", { hasText: "Bg4" }).locator(".pin-mark")).toBeVisible();
  // p hides and shows the lines.
  await page.locator(".moves .move", { hasText: "Bg4" }).click();
  await page.keyboard.press("p");
  await expect(page.locator(".lines .pin")).toHaveCount(0);
  await page.keyboard.press("p");
  await expect(line).toBeVisible();
  // A pin that costs nothing is shown only on request: Qf3 pins f7, which cannot leave its file, to Bf8.
  await page.locator(".moves .move", { hasText: "Qxf3" }).click();
  const potential = page.locator('.lines [data-pin="f3f7f8"]');
  await expect(potential).toHaveCount(0);
  await page.getByRole("button", { name: "All pins" }).click();
  await expect(potential).toHaveClass(/potential/);
  await page.keyboard.press("a");
  await expect(potential).toHaveCount(0);
  // A label of the strip shows the move that created the pin; a click on the chart shows its ply.
  await page.keyboard.press("End");
  await page.locator(".strip-labels button", { hasText: "Bg4 – Nf3 – Qd1" }).click();
  await expect(currentMove(page)).toContainText("Bg4");
  const chart = await page.locator(".strip-chart").boundingBox();
  if (!chart) throw new Error("no chart");
  await page.mouse.click(chart.x + 2, chart.y + 4);
  await expect(currentMove(page)).toHaveCount(0);
});

test("a highlighted pin is released after the coach's answer has replaced it", async ({ page, server }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => (answer = done));
  await page.route(/\/nodes\/\d+\/coach$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(server.address);
  await openOpera(page);
  await page.locator(".moves .move", { hasText: "Bg4" }).click();
  const entry = page.locator(".panel.pins .pin-entry", { hasText: "The bishop on g4 is pinning the knight on f3" });
  const line = page.locator('.lines [data-pin="g4f3d1"]');
  await entry.hover();
  await expect(line).toHaveClass(/lit/);
  await expect(entry.locator(".reason")).toHaveCount(0);
  answer();
  await expect(entry.locator(".reason")).toBeVisible();
  await expect(line).toHaveClass(/lit/);
  await page.mouse.move(5, 5);
  await expect(line).not.toHaveClass(/lit/);
});

test("absolute and relative pins differ by shape, not by colour alone", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, '[FEN "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1"]\n[SetUp "1"]\n\n1. Bb2 *');
  await page.keyboard.press("End");
  const absolute = page.locator('.lines [data-pin="b2g7h8"]');
  await expect(absolute).toHaveClass(/absolute/);
  await expect(absolute.locator(".line")).toHaveCSS("stroke-dasharray", "none");
  await openOpera(page);
  await page.locator(".moves .move", { hasText: "Bg4" }).click();
  await expect(page.locator('.lines [data-pin="g4f3d1"] .line')).not.toHaveCSS("stroke-dasharray", "none");
});

test("the explanation of a move is behind a fold", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, '[FEN "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"]\n[SetUp "1"]\n\n1. Ne2 *');
  const why = page.locator(".panel.why");
  await expect(why.locator(".verdict")).not.toBeVisible();
  await why.locator("summary").click();
  await expect(why).toContainText("knight");
  await expect(why.locator(".candidates .fits")).toContainText("g1");
  await expect(why.locator(".candidates")).toContainText("pinned by the bishop on b4 to the king on e1");
  await expect(why.locator(".verdict")).toContainText("Ne2 is legal");
});

test("equal verdicts on several pawns are shown once, and the result is visible", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "1. e4 *");
  const why = page.locator(".panel.why");
  await why.locator("summary").click();
  await expect(why.locator(".candidates dt")).toHaveText(["e2", "a2 b2 c2 d2 f2 g2 h2"]);
  await expect(why.locator(".verdict")).toBeInViewport();
});

test("variations, comments and NAGs are shown, and a variation can be entered, promoted and deleted", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, '[White "A"]\n[Black "B"]\n\n{Before.} 1. e4! e5 (1... c5 {sharp} 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 *');
  await expect(page.locator(".moves p.comment")).toHaveText("Before.");
  await expect(page.locator(".moves .move .glyph").first()).toHaveText("!");
  await expect(page.locator(".line.depth-1").first()).toContainText("sharp");
  await expect(page.locator(".line.depth-2")).toContainText("2. Nc3");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(currentMove(page)).toContainText("e5");
  await page.keyboard.press("ArrowDown");
  await expect(currentMove(page)).toContainText("c5");
  await page.getByRole("button", { name: "Make this variation the main line" }).click();
  await expect(page.locator(".row .move", { hasText: "c5" })).toBeVisible();
  await expect(page.locator(".line .move", { hasText: "e5" })).toBeVisible();
  await page.locator(".line .move", { hasText: "e5" }).click();
  await page.keyboard.press("Delete");
  await expect(page.locator(".moves .move", { hasText: "e5" })).toHaveCount(0);
  await expect(currentMove(page)).toContainText("e4");
  await page.getByRole("button", { name: "Comment on this move" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("King's pawn <b>first</b>.");
  await page.getByRole("button", { name: "interesting move" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".moves")).toContainText("King's pawn <b>first</b>.");
  await expect(page.locator(".moves .glyph").first()).toHaveText("!?");
});

test("deleting a move while its strip is loading causes no error", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "1. e4 e5 (1... c5) 2. Nf3 *");
  let held = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    void page.route(/review\?node=/, async (route) => {
      resolve();
      await new Promise<void>((go) => (held = go));
      // The page may have aborted the request.
      await route.continue().catch(() => undefined);
    });
  });
  await page.locator(".line .move", { hasText: "c5" }).click();
  await asked;
  await page.keyboard.press("Delete");
  await expect(page.locator(".moves .move", { hasText: "c5" })).toHaveCount(0);
  // An error response would be logged to the console, which fails the test.
  held();
  await idle(page);
});

test("arrows, circles, clocks and evaluations from a PGN are shown", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "1. e4 {[%clk 0:04:58] [%eval 0.35] [%cal Ge2e4][%csl Re5]} e5 {[%clk 0:04:50] [%eval #3]} *");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".lines .shape.green")).toHaveCount(1);
  await expect(page.locator(".lines .shape.red[data-shape=e5]")).toHaveCount(1);
  await expect(page.locator('.player[data-color="white"] .clock')).toHaveText("04:58");
  await expect(page.getByRole("meter", { name: "Evaluation" })).toHaveAttribute("aria-valuetext", "white 0.3");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator('.player[data-color="black"] .clock')).toHaveText("04:50");
  await expect(page.locator('.player[data-color="white"] .clock')).toHaveText("04:58");
});

test("analysis shows lines and the eval bar, and the first move of a line can be played", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1");
  await expect(page.getByRole("meter")).toHaveCount(0);
  await page.getByRole("switch", { name: "Analysis" }).check();
  await expect(page.locator(".engine-line .score").first()).toHaveText(/[+-]\d|#/);
  await expect(page.getByRole("meter", { name: "Evaluation" })).toBeVisible();
  await page.locator(".engine-line .line-move").first().click();
  await expect(page.locator(".moves .move")).toHaveCount(1);
  await page.getByRole("switch", { name: "Analysis" }).uncheck();
  await expect(page.locator(".engine-lines")).toHaveCount(0);
});

test("PGN, FEN, SVG and PNG can be copied and saved", async ({ page, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(server.address);
  await openOpera(page);
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Share" }).click();
  const rows = page.locator(".forms li");
  const pasted = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const link = rows.filter({ hasText: "Link" });
  await expect(link).toContainText("this computer only");
  await link.getByRole("button", { name: "Copy" }).click();
  await expect.poll(pasted).toBe(page.url());
  await rows.filter({ hasText: "FEN" }).getByRole("button", { name: "Copy" }).click();
  await expect.poll(pasted).toBe("1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17");
  await rows.filter({ hasText: "PGN" }).getByRole("button", { name: "Copy" }).click();
  await expect.poll(pasted).toMatch(/17\.\s+Rd8#\s+1-0/);
  await rows.filter({ hasText: "SVG" }).getByRole("button", { name: "Copy" }).click();
  await expect.poll(pasted).toContain("<svg");
  await rows.filter({ hasText: "PNG" }).getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("PNG copied.")).toBeVisible();
  for (const [form, start] of [
    ["PGN", "[Event"],
    ["FEN", "1n1R"],
    ["SVG", "<svg"],
    ["PNG", "\x89PNG"],
  ] as const) {
    const download = page.waitForEvent("download");
    await rows.filter({ hasText: form }).getByText("Save").click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${form.toLowerCase()}$`));
    expect(readFileSync(await file.path(), "latin1").slice(0, 200)).toContain(start);
  }
});
