import { expect, importFile, importText, openText, test, type } from "./fixtures";

function games(...players: [string, string][]): Buffer {
  const text = players.map(([white, black]) => `[White "${white}"]\n[Black "${black}"]\n[Opening "Italian Game"]\n\n1. e4 e5 *\n`);
  return Buffer.from(text.join("\n"));
}

test("imports and own games are in one list, which finds several words and opens by keys", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4");
  const buffer = games(["Carlsen, Magnus", "Caruana, Fabiano"], ["Xiong, Jeffery", "Carlsen, Magnus"], ["So, Wesley", "Xiong, Jeffery"]);
  await importFile(page, { name: "three.pgn", mimeType: "text/plain", buffer });
  await expect(page.getByRole("dialog", { name: "three.pgn" })).toBeVisible();
  await expect(page.getByRole("dialog").locator("li").first()).toContainText("Italian Game");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  const list = page.getByRole("dialog", { name: "Games" });
  await expect(list.locator("li")).toHaveCount(2);
  await expect(list.locator("li", { hasText: "three.pgn" })).toContainText("3 games");
  // Games that were never opened are found, by several words in any order.
  const search = list.getByRole("searchbox");
  await search.fill("carlsen xiong");
  await expect(list.locator("li")).toHaveCount(1);
  await expect(list.locator("li")).toContainText("Xiong, Jeffery - Carlsen, Magnus");
  await search.fill("italian");
  await expect(list.locator("li")).toHaveCount(3);
  await search.press("ArrowDown");
  await expect(list.locator("li.selected")).toContainText("Xiong, Jeffery - Carlsen, Magnus");
  await search.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Xiong, Jeffery – Carlsen, Magnus");
});

test("an import can be deleted and restored", async ({ page, server }) => {
  await page.goto(server.address);
  await importFile(page, { name: "two.pgn", mimeType: "text/plain", buffer: games(["A", "B"], ["C", "D"]) });
  await expect(page.getByRole("dialog", { name: "two.pgn" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  const list = page.getByRole("dialog", { name: "Games" });
  await list.getByRole("button", { name: "Delete two.pgn" }).click();
  await expect(list.locator("li")).toHaveCount(0);
  await list.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await expect(list.locator("li")).toContainText("two.pgn");
});

test("pasted text needs no result, and a text whose first move is illegal says why", async ({ page, server, expected }) => {
  expected.push(/422/);
  await page.goto(server.address);
  await importText(page, "1. e5");
  await expect(page.locator("dialog").getByRole("alert")).toContainText("no white pawn can reach e5");
  await page.keyboard.press("Escape");
  await openText(page, "1. e4 e5 2. Nf3");
  await expect(page.locator(".moves .move")).toHaveCount(3);
  await expect(page.locator(".faults")).toHaveCount(0);
});

test("words after a fault stay in the exported PGN", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "1. e4 e5 2. Ke3 Nf6 *");
  const { origin, pathname } = new URL(page.url());
  const pgn = await (await page.request.get(`${origin}/api${pathname}/pgn`)).text();
  expect(pgn).toContain("Not read: Ke3 Nf6");
});

test("a board without the other fields of a FEN, a lichess link and a numbered move are understood", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "https://lichess.org/analysis/standard/7k/6q1/8/8/8/8/8/1KB5_w_-_-_0_1");
  await type(page, "1.Bb2");
  await expect(page.locator(".moves .move").first()).toContainText("Bb2");
  await openText(page, "7k/6q1/8/8/8/8/8/1KB5");
  await expect(page.locator(".moves .move")).toHaveCount(0);
});
