import { readFileSync } from "node:fs";
import { currentMove, expect, expectPiece, importFile, importText, openText, openOpera, OPERA, test, type } from "./fixtures";

const OPERA_MOVES = readFileSync(OPERA, "utf8").split("\n\n")[1] ?? "";

test("a broken PGN shows each fault with its place and loads the legal part", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Ke3 {never} *');
  await expect(page.locator(".moves .move")).toHaveCount(2);
  const faults = page.locator(".faults");
  await expect(faults.locator("summary")).toContainText("1 fault in this PGN");
  await faults.locator("summary").click();
  await expect(faults).toContainText("line 4, column 13");
  await expect(faults.locator("mark")).toHaveText("Ke3");
  await page.keyboard.press("End");
  await expect(currentMove(page)).toHaveText("e5");
});

test("a text without a game is rejected in the dialog", async ({ page, server, expected }) => {
  expected.push(/422/);
  await page.goto(server.address);
  await importText(page, "no chess here at all ???");
  await expect(page.locator("dialog").getByRole("alert")).not.toBeEmpty();
  await expect(page.locator("dialog")).toBeVisible();
});

test("games can be pasted and dropped, positions can be pasted", async ({ page, server }) => {
  await page.goto(server.address);
  await expectPiece(page, "g2", "wp");
  const paste = (text: string): Promise<void> =>
    page.evaluate((content) => {
      const data = new DataTransfer();
      data.setData("text/plain", content);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, text);
  await paste(OPERA_MOVES);
  await expect(page.locator(".moves .move")).toHaveCount(33);
  await paste("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1");
  await expectPiece(page, "g7", "bq");
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "dropped.pgn"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, '[White "Dropped"]\n\n1. d4 d5 *');
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Dropped");
});

test("an import of 3,000 games (5 MB) has a virtual list with search and a filter for faulty games", async ({ page, server }) => {
  const filler = "{".concat("A word about the game. ".repeat(61), "}");
  const games = Array.from({ length: 3000 }, (_, i) => {
    const moves = i === 2500 ? "1. e4 e5 2. Ke3 *" : OPERA_MOVES;
    return `[Event "Round ${i + 1}"]\n[White "Player ${i + 1}"]\n[Black "Rival ${3000 - i}"]\n[Result "1-0"]\n\n${filler} ${moves}\n`;
  });
  const buffer = Buffer.from(games.join("\n"));
  expect(buffer.length).toBeGreaterThan(5_000_000);
  await page.goto(server.address);
  await importFile(page, { name: "many.pgn", mimeType: "text/plain", buffer });
  const chooser = page.getByRole("dialog", { name: "many.pgn" });
  await expect(chooser.getByPlaceholder("Search 3,000 games")).toBeVisible();
  const rows = chooser.locator("li");
  await expect(rows.first()).toContainText("Player 1");
  expect(await rows.count()).toBeLessThan(60);
  await chooser.locator(".virtual-list").evaluate((list) => (list.scrollTop = list.scrollHeight));
  await expect(chooser.getByText("Player 3000", { exact: true })).toBeVisible();
  expect(await rows.count()).toBeLessThan(60);
  await chooser.getByRole("searchbox").fill('"Player 1777"');
  await expect(rows).toHaveCount(1);
  await chooser.getByRole("searchbox").fill("");
  await chooser.getByRole("checkbox").check();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("broken");
  await chooser.getByRole("checkbox").uncheck();
  await chooser.getByRole("searchbox").fill('"Player 1777"');
  await expect(rows).toHaveCount(1);
  await rows.getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Player 1777 – Rival 1224");
  await expect(page.locator(".moves .move")).toHaveCount(33);
});

test("games persist over a reload, can be listed, searched and deleted", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "d4", "d5", "c4");
  await page.reload();
  await expect(page.locator(".moves .move")).toHaveText(["d4", "d5", "c4"]);
  await openOpera(page);
  await page.keyboard.press("g");
  const games = page.getByRole("dialog", { name: "Games" });
  await expect(games.locator("li")).toHaveCount(2);
  await games.getByRole("searchbox").fill("Morphy");
  await expect(games.locator("li")).toHaveCount(1);
  await games.getByRole("searchbox").fill("");
  await expect(games.locator("li")).toHaveCount(2);
  await games.locator("li .list-main").last().click();
  await expect(page.locator(".moves .move")).toHaveText(["d4", "d5", "c4"]);
  await page.goBack();
  await expect(page.locator(".moves .move")).toHaveCount(33);
  await page.keyboard.press("g");
  await games.getByRole("button", { name: /^Delete Morphy/ }).click();
  await expect(games.locator("li")).toHaveCount(1);
});

test("HTML in names and comments is shown as text", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(
    page,
    "[White \"<img src=x onerror=document.title='hacked'>\"]\n[Black \"<b>Ben</b>\"]\n[Event \"<script>document.title='hacked'</script>\"]\n\n{<i>a</i>} 1. e4 {<img src=x onerror=document.title='hacked'>} (1. d4 {<u>b</u>}) *",
  );
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<b>Ben</b>");
  await expect(page.locator(".moves")).toContainText("<img src=x onerror=document.title='hacked'>");
  await expect(page.locator("main img, main b, main i, main u, main script")).toHaveCount(0);
  expect(await page.title()).not.toBe("hacked");
  await page.keyboard.press("g");
  await expect(page.getByRole("dialog").locator("li")).toContainText("<b>Ben</b>");
  await expect(page.locator("dialog li img")).toHaveCount(0);
});

test("names of any length leave room for the board and the moves", async ({ page, server }) => {
  await page.goto(server.address);
  const [white, black, event] = ["Wolfeschlegelsteinhausenbergerdorff ".repeat(20), "x".repeat(3000), "E".repeat(5000)];
  await openText(page, `[White "${white}"]\n[Black "${black}"]\n[Event "${event}"]\n\n1. e4 e5 *`);
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect((await page.locator(".game-head").boundingBox())!.height).toBeLessThan(220);
  }
  await expect(page.locator(".moves .move", { hasText: "e5" })).toBeInViewport();
});

test("the content security policy blocks external and inline scripts", async ({ page, server, expected }) => {
  expected.push(/Content Security Policy|violates/);
  await page.goto(server.address);
  await expectPiece(page, "g2", "wp");
  const stopped = await page.evaluate(async () => {
    const seen: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "document.title = 'hacked'";
    document.body.append(script);
    const foreign = document.createElement("script");
    foreign.src = "http://example.com/x.js";
    document.body.append(foreign);
    while (seen.length < 2) await new Promise((done) => setTimeout(done, 20));
    return seen;
  });
  expect(stopped.filter((directive) => directive.startsWith("script-src"))).toHaveLength(2);
  expect(await page.title()).not.toBe("hacked");
});
