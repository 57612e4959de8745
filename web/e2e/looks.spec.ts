import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { currentMove, expect, expectPiece, openOpera, pointOf, test } from "./fixtures";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Returns axe's findings of serious or critical impact. */
async function findings(page: Page): Promise<string[]> {
  // Injected by the test, because the page's content security policy would block the script.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
  });
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`);
}

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds no serious accessibility problems, ${scheme}`, async ({ page, server }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(server.address);
    await expectPiece(page, "e2", "wp");
    expect(await findings(page)).toEqual([]);
    await openOpera(page);
    await page.locator(".moves .move", { hasText: "Bg4" }).click();
    await expect(page.locator(".strip .bar").first()).toBeVisible();
    await expect(page.locator(".why .verdict")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    for (const key of ["n", "i", "g", "?"]) {
      await page.keyboard.press(key);
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await findings(page)).toEqual([]);
  });
}

test("the theme follows the system or the choice, which is remembered", async ({ page, server }) => {
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(server.address);
  await expect.poll(ground).toBe("rgb(23, 25, 28)");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(ground).toBe("rgb(251, 249, 244)");
  await page.getByRole("button", { name: /^Colours/ }).click();
  await page.getByRole("button", { name: /^Colours/ }).click();
  await expect.poll(ground).toBe("rgb(23, 25, 28)");
  await page.reload();
  await expect.poll(ground).toBe("rgb(23, 25, 28)");
});

for (const [width, height] of [[360, 740], [768, 1024], [1024, 768], [1440, 900]] as const) {
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
  await page.goto(server.address);
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
  await page.goto(server.address);
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
  await expectPiece(page, "e2", "wp");
  const sizes = await page.evaluate(() => {
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")] as PerformanceResourceTiming[];
    return entries.filter(({ name }) => !new URL(name).pathname.startsWith("/api")).map(({ encodedBodySize }) => encodedBodySize);
  });
  // Page, script, style sheet, icon.
  expect(sizes.length).toBeGreaterThanOrEqual(3);
  expect(sizes.length).toBeLessThanOrEqual(4);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});
