import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import {
  click,
  currentMove,
  drag,
  expect,
  expectPiece,
  freshBoard,
  idle,
  importFile,
  NO_SERVER,
  openOpera,
  openText,
  pointOf,
  startGame,
  test,
  type,
} from "./fixtures";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Returns all findings of axe. */
async function findings(page: Page): Promise<string[]> {
  // Injected by the test, because the page's content security policy would block the script.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`);
}

/** Opens each dialog of the page in turn; the keys are those of the help. */
const DIALOGS: [name: string, open: (page: Page) => Promise<void>][] = [
  ...["n", "i", "g", "e", ",", "?"].map((key): [string, (page: Page) => Promise<void>] => [key, (page) => page.keyboard.press(key)]),
  ...["Share", "Rename", "Comment on this move", "Who plays", "Resign or draw"].map((name): [string, (page: Page) => Promise<void>] => [
    name,
    (page) => page.getByRole("button", { name, exact: true }).click(),
  ]),
];

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds no accessibility problems on any view and dialog, ${scheme}`, async ({ page, server }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(server.address);
    await expectPiece(page, "g2", "wp");
    expect(await findings(page), "first page").toEqual([]);
    await startGame(page, "white", "random");
    await type(page, "e4");
    await expect(page.locator(".moves .move")).toHaveCount(2);
    expect(await findings(page), "playing").toEqual([]);
    await page.keyboard.press("ArrowLeft");
    for (const [name, open] of DIALOGS) {
      await open(page);
      await expect(page.getByRole("dialog")).toBeVisible();
      await idle(page);
      expect(await findings(page), name).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await page.keyboard.press("g");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Delete / })
      .click();
    await page.getByRole("button", { name: "Deleted" }).click();
    await expect(page.getByRole("button", { name: /^Restore / })).toBeVisible();
    expect(await findings(page), "deleted games").toEqual([]);
    await page.keyboard.press("Escape");
    await openOpera(page);
    await page.locator(".moves .move", { hasText: "Bg4" }).click();
    await expect(page.locator(".strip .bar").first()).toBeVisible();
    expect(await findings(page), "pins").toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await findings(page), "phone").toEqual([]);
  });

  test(`axe finds no accessibility problems in the review, the tree, the training and the questions, ${scheme}`, async ({ page, server, expected }) => {
    test.setTimeout(180_000);
    expected.push(NO_SERVER);
    await server.kill();
    await server.start("--nodes", "2000");
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(server.address);
    const clean = async (name: string): Promise<void> => {
      await idle(page);
      expect(await findings(page), name).toEqual([]);
    };
    const closed = async (): Promise<void> => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    };
    await openText(page, '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1');
    await page.getByRole("button", { name: "Review the game" }).click();
    await clean("progress of the review");
    await expect(page.getByRole("heading", { name: "Evaluation" })).toBeVisible({ timeout: 45_000 });
    await page.locator(".moves .move", { hasText: "g4" }).click();
    await page.getByText("Opening tree").click();
    await expect(page.locator(".tree-table")).toBeVisible();
    await clean("review and tree");
    await page.getByRole("button", { name: "Find games …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("dialog").getByRole("status")).toContainText("1 game");
    await clean("search");
    await closed();
    await page.getByRole("button", { name: "Learn from 1 mistake" }).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await clean("training");
    await page.getByRole("button", { name: "Solution" }).click();
    await clean("solution");
    await page.getByRole("button", { name: "Share" }).click();
    const saved = page.waitForEvent("download");
    await page.locator(".forms li", { hasText: "HTML report" }).getByRole("button", { name: "Save" }).click();
    const file = join(mkdtempSync(join(tmpdir(), "pinsight-report-")), "report.html");
    await (await saved).saveAs(file);
    await closed();
    const report = await page.context().newPage();
    await report.emulateMedia({ colorScheme: scheme });
    await report.goto(pathToFileURL(file).href);
    await report.locator(".moves .move", { hasText: "g4" }).click();
    expect(await findings(report), "HTML report").toEqual([]);
    await report.close();
    const many = '[White "A"]\n\n1. e4 *\n\n[White "C"]\n\n1. d4 Ke3 *\n';
    await importFile(page, { name: "two.pgn", mimeType: "text/plain", buffer: Buffer.from(many) });
    await expect(page.getByRole("dialog", { name: "two.pgn" })).toBeVisible();
    await clean("import chooser");
    await closed();
    await startGame(page, "white", "random");
    await type(page, "e4");
    await expect(page.locator(".moves .move")).toHaveCount(2);
    await page.keyboard.press("Home");
    await drag(page, "d2", "d4");
    await expect(page.getByRole("dialog", { name: "The game has gone on from here" })).toBeVisible();
    await clean("take-back");
    await closed();
    await page.keyboard.press("End");
    await page.keyboard.press(",");
    await page.getByRole("switch", { name: /Before deleting/ }).check();
    await closed();
    await page.keyboard.press("Delete");
    await expect(page.getByRole("dialog", { name: /^Delete from/ })).toBeVisible();
    await clean("confirmation");
    await closed();
    await openText(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    await drag(page, "a7", "a8");
    await expect(page.getByRole("group", { name: "What does the pawn become?" })).toBeVisible();
    await clean("promotion");
    await page.keyboard.press("Escape");
    await openText(page, "{Before.} 1. Nf3! Nf6 (1... d5 {Or this.} 2. d4 (2. g3)) 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Ke3 *");
    await page.locator(".faults summary").click();
    await expect(page.locator(".claim")).toBeVisible();
    await clean("faults, variations and a claim");
    await server.kill();
    await expect(page.locator(".banner")).toBeVisible();
    await clean("banner");
  });

  test(`marks on the board have a contrast of 3:1 and coordinates one of 4.5:1, ${scheme}`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await freshBoard(page, server);
    await expectPiece(page, "g2", "wp");
    for (const board of ["Sage", "Wood", "Blue", "Grey"]) {
      await page.keyboard.press(",");
      await page.getByRole("combobox", { name: "Board" }).selectOption(board);
      await page.keyboard.press("Escape");
      await click(page, "e2");
      await expect(page.locator(".squares .target")).toHaveCount(2);
      const contrasts = await page.evaluate(() => {
        type Colour = [r: number, g: number, b: number];
        /** The colour of a class of the layer, drawn for this purpose, and its opacity within its group. */
        const drawn = (layer: string, classes: string, property: "fill" | "stroke"): { colour: Colour; alpha: number } => {
          const group = document.querySelector(layer)!.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
          const [outer = "", inner = ""] = classes.includes(" > ") ? classes.split(" > ") : ["", classes];
          group.setAttribute("class", outer);
          const mark = group.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "circle"));
          mark.setAttribute("class", inner);
          const style = getComputedStyle(mark);
          const [r = 0, g = 0, b = 0, alpha = 1] = (style[property].match(/[\d.]+/g) ?? []).map(Number);
          const opacity = Number(style.opacity) * Number(style[`${property}Opacity`]) * Number(getComputedStyle(group).opacity);
          group.remove();
          return { colour: [r, g, b], alpha: alpha * opacity };
        };
        /** The colour of a mark on a square: a transparent mark has less contrast than its colour. */
        const on = (square: Colour, { colour, alpha }: ReturnType<typeof drawn>): Colour =>
          colour.map((value, i) => value * alpha + square[i]! * (1 - alpha)) as Colour;
        const luminance = (colour: Colour): number => {
          const [r = 0, g = 0, b = 0] = colour.map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrast = (one: Colour, two: Colour): number => {
          const [low = 0, high = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        };
        const squares = { light: drawn(".squares", "light", "fill").colour, dark: drawn(".squares", "dark", "fill").colour };
        const both = (name: string, measure: (square: Colour) => number): [string, number][] =>
          Object.entries(squares).map(([square, colour]) => [`${name} on ${square}`, measure(colour)]);
        const marks: [classes: string, property: "fill" | "stroke"][] = [
          ["target", "fill"],
          ["target taking", "stroke"],
          ["picked", "stroke"],
          ["over", "stroke"],
          ["premove", "stroke"],
          ["reason", "stroke"],
          ["last-move", "stroke"],
          ["cursor casing", "stroke"],
        ];
        return {
          marks: [
            ...marks.flatMap(([name, property]) => both(name, (square) => contrast(on(square, drawn(".squares", name, property)), square))),
            // The outline of an arrow or circle separates it from the square.
            ...both("shape", (square) => contrast(on(square, drawn(".lines", "shape green > casing", "stroke")), square)),
            ...["pin by-white", "pin by-black"].flatMap((pin) =>
              both(pin, (square) => contrast(on(square, drawn(".lines", `${pin} > line`, "stroke")), on(square, drawn(".lines", `${pin} > halo`, "stroke")))),
            ),
          ],
          texts: [
            ["light", contrast(drawn(".squares", "on-light", "fill").colour, squares.light)],
            ["dark", contrast(drawn(".squares", "on-dark", "fill").colour, squares.dark)],
          ] as [string, number][],
        };
      });
      for (const [name, value] of contrasts.marks) expect(value, `${board}: ${name}`).toBeGreaterThan(3);
      for (const [name, value] of contrasts.texts) expect(value, `${board}: coordinates on ${name}`).toBeGreaterThan(4.5);
      await click(page, "e2");
      await expect(page.locator(".squares .target")).toHaveCount(0);
    }
  });
}

test("on a phone the meaning of the position is below the board, steps stay in sight, and names are whole", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(server.address);
  await openText(page, '[White "Anderssen, Adolf"]\n[Black "Kieseritzky, Lionel"]\n\n1. e4 {[%clk 0:05:00]} e5 2. f4 exf4 *');
  const top = async (selector: string): Promise<number> => (await page.locator(selector).first().boundingBox())?.y ?? -1;
  const board = (await page.locator(".chessboard").boundingBox())!;
  // Only a player and the evaluation are between them.
  expect(await top(".panel.pins")).toBeLessThan(board.y + board.height + 90);
  for (const color of ["white", "black"]) {
    const cut = await page
      .locator(`.player[data-color="${color}"] .name`)
      .evaluate((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1);
    expect(cut, color).toBe(false);
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const step = (await page.getByRole("button", { name: "One move back" }).boundingBox())!;
  expect(step.y + step.height).toBeLessThanOrEqual(740);
  expect(step.y).toBeGreaterThan(650);
  await page.getByRole("button", { name: "One move back" }).click();
  await expect(currentMove(page)).toHaveText("f4");
});

test("a phone shows what the first page offers, and a game with its clocks and buttons, without scrolling", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(server.address);
  const inView = async (name: string, limit: number): Promise<void> => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect(box, name).not.toBeNull();
    expect(box!.x, name).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width, name).toBeLessThanOrEqual(360);
    expect(box!.y + box!.height, name).toBeLessThanOrEqual(limit);
  };
  await expect(page.locator(".chessboard [data-pin]")).toHaveCount(3);
  for (const name of ["Step through it", "Play", "Import games"]) await inView(name, 740);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("combobox", { name: "Clock" }).selectOption("5+3");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.locator(".player .clock")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Review the game" })).toHaveCount(0);
  const steps = (await page.getByRole("button", { name: "One move back" }).boundingBox())!;
  for (const name of ["Pause", "Take back", "Resign or draw", "Move now"]) await inView(name, steps.y);
});

test("the theme follows the system or the choice, which is remembered", async ({ page, server }) => {
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(server.address);
  await expect.poll(ground).toBe("rgb(23, 25, 28)");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(ground).toBe("rgb(251, 249, 244)");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Page" }).selectOption("Dark");
  await expect.poll(ground).toBe("rgb(23, 25, 28)");
  await page.reload();
  await expect.poll(ground).toBe("rgb(23, 25, 28)");
});

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const) {
  test(`nothing overflows at ${width} pixels, and the whole board is visible`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    await page.goto(server.address);
    await openOpera(page);
    await page.locator(".moves .move", { hasText: "Bg4" }).click();
    await expect(page.locator(".strip .bar").first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const board = await page.locator(".chessboard").boundingBox();
    if (!board) throw new Error("no board");
    expect(Math.abs(board.width - board.height)).toBeLessThan(1);
    expect(board.width).toBeGreaterThan(Math.min(width, height) * 0.6);
    expect(board.x).toBeGreaterThanOrEqual(0);
    expect(board.x + board.width).toBeLessThanOrEqual(width);
  });
}

test("a touch screen moves pieces by tapping or dragging", async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await freshBoard(page, server);
  await expectPiece(page, "e2", "wp");
  for (const square of ["e2", "e4"]) {
    const { x, y } = await pointOf(page, square);
    await page.touchscreen.tap(x, y);
  }
  await expect(currentMove(page)).toHaveText("e4");
  await expectPiece(page, "e4", "wp");
  await page.getByRole("button", { name: "One move back" }).tap();
  await expectPiece(page, "e2", "wp");
  // Dragging moves the piece and does not scroll the page.
  await expect(page.locator(".chessboard > .pieces")).toHaveAttribute("data-side", "white");
  const finger = await context.newCDPSession(page);
  const [from, to] = [await pointOf(page, "d2"), await pointOf(page, "d4")];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", share?: number): Promise<unknown> => {
    const touchPoints = share === undefined ? [] : [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }];
    return finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart", 0);
  for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", share);
  await touch("touchEnd");
  await expectPiece(page, "d4", "wp");
  await expect(currentMove(page)).toContainText("d4");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await context.close();
});

test("the keyboard selects squares and plays moves, which are announced to screen readers", async ({ page, server }) => {
  await freshBoard(page, server);
  await expectPiece(page, "e2", "wp");
  const board = page.getByRole("application");
  for (let i = 0; i < 20 && !(await board.evaluate((element) => element === document.activeElement)); i += 1) await page.keyboard.press("Tab");
  await expect(board).toBeFocused();
  await expect(page.locator("#spoken")).toHaveText("e2, white pawn");
  await page.keyboard.press("Enter");
  await expect(page.locator("#spoken")).toHaveText("e2, white pawn, may go to e3, e4");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expectPiece(page, "e4", "wp");
  await expect(page.locator("#spoken")).toHaveText("1. e4.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("m");
  await page.keyboard.type("c5");
  await page.keyboard.press("Enter");
  await expect(page.locator("#spoken")).toHaveText("1... c5.");
  await expect(currentMove(page)).toHaveText("c5");
});

test("the page loads with few and small files", async ({ page, server }) => {
  await page.goto(server.address);
  await expectPiece(page, "g2", "wp");
  const sizes = await page.evaluate(() => {
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")] as PerformanceResourceTiming[];
    return entries.filter(({ name }) => !new URL(name).pathname.startsWith("/api")).map(({ encodedBodySize }) => encodedBodySize);
  });
  // Page, script, style sheet, icon.
  expect(sizes.length).toBeGreaterThanOrEqual(3);
  expect(sizes.length).toBeLessThanOrEqual(4);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});
