import { expect, importFile, importText, openText, startGame, test, type } from "./fixtures";

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

test("the chooser of a file finds several words and openings, and opens by keys", async ({ page, server }) => {
  await page.goto(server.address);
  const buffer = games(["Carlsen, Magnus", "Caruana, Fabiano"], ["Xiong, Jeffery", "Carlsen, Magnus"], ["So, Wesley", "Xiong, Jeffery"]);
  await importFile(page, { name: "three.pgn", mimeType: "text/plain", buffer });
  const chooser = page.getByRole("dialog", { name: "three.pgn" });
  const search = chooser.getByRole("searchbox");
  await search.fill("carlsen xiong");
  await expect(chooser.locator("li")).toHaveCount(1);
  await expect(chooser.locator("li")).toContainText("Xiong, Jeffery");
  await search.fill("italian");
  await expect(chooser.locator("li")).toHaveCount(3);
  await search.press("ArrowDown");
  await search.press("ArrowDown");
  await search.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("So, Wesley – Xiong, Jeffery");
});

test("every import is in the list, however many there are", async ({ page, server }) => {
  await page.goto(server.address);
  const { origin } = new URL(server.address);
  for (let number = 1; number <= 12; number += 1) {
    const data = games([`White ${number}`, "A"], [`White ${number}`, "B"]);
    await page.request.post(`${origin}/api/imports?name=file-${number}.pgn`, { headers: { "Content-Type": "text/plain" }, data });
  }
  await page.keyboard.press("g");
  const list = page.getByRole("dialog", { name: "Games" });
  await expect(list.locator("li")).toHaveCount(12);
  // The oldest is the last.
  await expect(list.locator("li").last()).toContainText("file-1.pgn");
  await list.locator("li .list-main").last().click();
  await page.getByRole("dialog", { name: "file-1.pgn" }).locator("li button").last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("White 1 – B");
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

test("deleted games and imports are listed and can be restored later, in any order", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, '[White "Anna"]\n[Black "Ben"]\n\n1. e4 *');
  await openText(page, '[White "Cleo"]\n[Black "Dora"]\n\n1. d4 *');
  await importFile(page, { name: "two.pgn", mimeType: "text/plain", buffer: games(["A", "B"], ["C", "D"]) });
  await expect(page.getByRole("dialog", { name: "two.pgn" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  const list = page.getByRole("dialog", { name: "Games" });
  for (const name of ["Anna - Ben", "Cleo - Dora", "two.pgn"]) {
    await list.getByRole("button", { name: `Delete ${name}` }).click();
    await expect(list.locator("li", { hasText: name })).toHaveCount(0);
  }
  await page.reload();
  await page.keyboard.press("g");
  await expect(list).toContainText("No games yet.");
  await list.getByRole("button", { name: "Deleted" }).click();
  await expect(list.locator("li b")).toHaveText(["two.pgn", "Cleo - Dora", "Anna - Ben"]);
  await list.getByRole("button", { name: "Restore Anna - Ben" }).click();
  await expect(list.locator("li b")).toHaveText(["two.pgn", "Cleo - Dora"]);
  await list.getByRole("button", { name: "Restore two.pgn" }).click();
  await expect(list.locator("li b")).toHaveText(["Cleo - Dora"]);
  await list.getByRole("button", { name: "Deleted" }).click();
  await expect(list.locator("li b")).toHaveText(["two.pgn", "Anna - Ben"]);
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

test("keys and buttons open the next and the previous game", async ({ page, server }) => {
  await page.goto(server.address);
  await importFile(page, { name: "three.pgn", mimeType: "text/plain", buffer: games(["A", "B"], ["C", "D"], ["E", "F"]) });
  await page.getByRole("dialog").locator("li").first().locator("button").click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("A – B");
  await page.keyboard.press("]");
  await expect(title).toHaveText("C – D");
  await page.getByRole("button", { name: "Next game" }).click();
  await expect(title).toHaveText("E – F");
  await page.keyboard.press("]");
  await expect(page.locator(".toast")).toContainText("This is the last game of three.pgn.");
  await page.keyboard.press("[");
  await expect(title).toHaveText("C – D");
});

test("next and previous find own games whatever was changed or imported meanwhile", async ({ page, server }) => {
  await page.goto(server.address);
  const { origin } = new URL(server.address);
  for (const White of ["First", "Second", "Third"]) {
    await page.request.post(`${origin}/api/games`, { data: { tags: { White } } });
    await page.request.post(`${origin}/api/imports?name=${White}.pgn`, { headers: { "Content-Type": "text/plain" }, data: `[White "${White}"]\n\n1. e4 *\n` });
  }
  const found = (await (await page.request.get(`${origin}/api/games?q=first`)).json()) as { games: { id: number; source: unknown }[] };
  await page.goto(`${origin}/games/${found.games.find(({ source }) => source === null)!.id}`);
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("First – Black");
  for (const name of ["Second", "Third"]) {
    await page.keyboard.press("]");
    await expect(title).toHaveText(`${name} – Black`);
  }
  await page.keyboard.press("]");
  await expect(page.locator(".toast")).toContainText("This is the last of your games.");
  await page.keyboard.press("[");
  await expect(title).toHaveText("Second – Black");
});

test("own games have names, date, time control, result and termination in list, file name and PGN", async ({ page, server }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  // A game against the computer is the default, with its strength in words.
  await expect(page.getByRole("button", { name: "Play White" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("combobox", { name: "Strength" }).locator("option").nth(3)).toHaveText("4 · Regular, ~1300");
  await page.getByRole("combobox", { name: "Clock" }).selectOption("5+3");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You – Pinsight level 4");
  await expect(page.locator('.player[data-color="black"] .name')).toHaveText("Pinsight level 4");
  await page.getByRole("button", { name: "Resign or draw" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await expect(page.locator(".game-head .result")).toHaveText("0–1");
  const { origin, pathname } = new URL(page.url());
  const answer = await page.request.get(`${origin}/api${pathname}/pgn?download=true`);
  const pgn = await answer.text();
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  for (const tag of ['White "You"', 'Black "Pinsight level 4"', 'Result "0-1"', 'TimeControl "300+3"', 'Termination "White resigned"', `Date "${today}"`]) {
    expect(pgn).toContain(`[${tag}]`);
  }
  expect(answer.headers()["content-disposition"]).toMatch(/You-Pinsight-level-4-\d{4}-\d\d-\d\d\.pgn/);
  await page.keyboard.press("g");
  const row = page.getByRole("dialog", { name: "Games" }).locator("li").first();
  await expect(row).toContainText("You - Pinsight level 4");
  await expect(row).toContainText("White resigned");
  await expect(row).toContainText("0–1");
});

test("a finished game says in the list how it ended, and a running one that it runs", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "f3", "e5", "g4", "Qh4#");
  const { origin, pathname } = new URL(page.url());
  const mated = await (await page.request.get(`${origin}/api${pathname}/pgn`)).text();
  for (const tag of ['White "White"', 'Black "Black"', 'Result "0-1"', 'Termination "checkmate"']) expect(mated).toContain(`[${tag}]`);
  expect(mated).toMatch(/\[Date "20\d\d\.\d\d\.\d\d"\]/);
  await startGame(page, "white", "random");
  await page.keyboard.press("g");
  const rows = page.getByRole("dialog", { name: "Games" }).locator("li");
  await expect(rows.first()).toContainText("You - Pinsight random");
  await expect(rows.first()).toContainText("running");
  await expect(rows.last()).toContainText("White - Black");
  await expect(rows.last()).toContainText("checkmate");
  await expect(rows.last()).toContainText("0–1");
  await expect(rows.last()).not.toContainText("running");
});
