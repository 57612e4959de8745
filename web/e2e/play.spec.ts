import { click, currentMove, drag, dragAnyway, expect, expectPiece, freshBoard, idle, openText, scripted, startGame, test, type, withEngine } from "./fixtures";

test("a game can be played by dragging until mate", async ({ page, server }) => {
  await freshBoard(page, server);
  await drag(page, "f2", "f3");
  await expect(currentMove(page)).toHaveText("f3");
  await drag(page, "e7", "e5");
  await expect(currentMove(page)).toHaveText("e5");
  await drag(page, "g2", "g4");
  await expect(currentMove(page)).toHaveText("g4");
  await drag(page, "d8", "h4");
  await expect(page.locator(".ending")).toHaveText("0-1 by checkmate");
  await expectPiece(page, "h4", "bq");
  await expect(page.locator(".squares .in-check")).toHaveCount(1);
  // The game is over: no piece can be moved.
  await dragAnyway(page, "e2", "e4");
  await expectPiece(page, "e2", "wp");
  await expect(page.locator(".row")).toHaveCount(2);
});

test("a click on a piece shows its target squares and allows only these", async ({ page, server }) => {
  await freshBoard(page, server);
  await click(page, "g1");
  await expect(page.locator(".squares .target")).toHaveCount(2);
  await click(page, "g4");
  await expectPiece(page, "g1", "wn");
  await expect(page.locator(".squares .target")).toHaveCount(0);
  await click(page, "b1");
  await click(page, "g1");
  await expect(page.locator(".squares .picked")).toHaveCount(1);
  await click(page, "f3");
  await expect(currentMove(page)).toHaveText("Nf3");
  await expectPiece(page, "f3", "wn");
  await expectPiece(page, "g1", null);
  await expect(page.locator(".squares .last-move")).toHaveCount(2);
});

test("castling moves the rook and en passant removes the pawn", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "r3k3/5p2/8/4P3/8/8/8/4K2R w K - 0 1");
  await drag(page, "e1", "g1");
  await expectPiece(page, "f1", "wr");
  await expectPiece(page, "h1", null);
  await expect(currentMove(page)).toContainText("O-O");
  await drag(page, "f7", "f5");
  await expect(currentMove(page)).toContainText("f5");
  await drag(page, "e5", "f6");
  await expect(currentMove(page)).toContainText("exf6");
  await expectPiece(page, "f5", null);
});

test("a promotion uses the chosen piece or can be cancelled", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await expectPiece(page, "a7", "wp");
  await drag(page, "a7", "a8");
  const choice = page.getByRole("group", { name: "What does the pawn become?" });
  await expect(choice.getByRole("button", { name: "Queen" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expectPiece(page, "a7", "wp");
  await expectPiece(page, "a8", null);
  await drag(page, "a7", "a8");
  await choice.getByRole("button", { name: "Knight" }).click();
  await expectPiece(page, "a8", "wn");
  await expect(currentMove(page)).toHaveText("a8=N");
});

test("an illegal move shows the reason and leaves the board unchanged", async ({ page, server, expected }) => {
  expected.push(/422/);
  await page.goto(server.address);
  await openText(page, "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1");
  await page.keyboard.press("m");
  const field = page.getByRole("textbox", { name: "Type a move" });
  await expect(field).toBeFocused();
  await field.fill("Nd5");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Nd5 is not legal: the knight on c3 cannot move: the king on e1 would be in check from the bishop on b4");
  await expect(field).toHaveValue("Nd5");
  await expectPiece(page, "c3", "wn");
});

test("moves can be undone and redone by buttons and keys", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4", "e5", "Nf3");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(currentMove(page)).toHaveText("e5");
  await expectPiece(page, "g1", "wn");
  await page.keyboard.press("Control+z");
  await expect(currentMove(page)).toHaveText("e4");
  await page.keyboard.press("Control+y");
  await expect(currentMove(page)).toHaveText("e5");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(currentMove(page)).toHaveText("Nf3");
  await expect(page.getByRole("button", { name: "Redo" })).toBeDisabled();
});

test("a computer replies, and undo takes back both moves", async ({ page, server }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: "Play White" }).click();
  await page.getByRole("combobox", { name: "Black: who plays" }).selectOption("random");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await type(page, "e4");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await expect(page.locator('.player[data-color="black"]')).toContainText("Pinsight random");
  await page.getByRole("button", { name: "Take back" }).click();
  await expectPiece(page, "e2", "wp");
  await expect(page.locator(".moves [aria-current]")).toHaveCount(0);
});

test("Black is at the bottom if the human plays Black", async ({ page, server }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: "Play Black" }).click();
  await page.getByRole("combobox", { name: "White: who plays" }).selectOption("greedy");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.locator(".moves .move")).toHaveCount(1);
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
  await drag(page, "e7", "e5");
  await expect(page.locator(".moves .move")).toHaveCount(3);
});

test("an invalid FEN shows an error at its field", async ({ page, server, expected }) => {
  expected.push(/422/);
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("textbox", { name: "Start from a position (FEN)" }).fill("8/8/8/8/8/8/8/K7 w - - 0 1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.locator("dialog").getByRole("alert")).toContainText("king");
});

test("each player bar shows the captured pieces, and the leading side the balance", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4", "d5", "exd5");
  const white = page.locator('.player[data-color="white"]');
  await expect(white.locator(".taken use")).toHaveAttribute("href", "#bp");
  await expect(white.locator(".ahead")).toHaveText("+1");
  await type(page, "Qxd5");
  await expect(white.locator(".ahead")).toHaveCount(0);
  await expect(page.locator('.player[data-color="black"] .taken use')).toHaveAttribute("href", "#wp");
});

test("two computers can be paused, stepped and slowed down, and play on without an open page", async ({ page, context, server }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: "Two computers" }).click();
  await page.getByRole("combobox", { name: "White: who plays" }).selectOption("random");
  await page.getByRole("combobox", { name: "Black: who plays" }).selectOption("random");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
  const before = await page.locator(".moves .move").count();
  await page.getByRole("button", { name: "Step" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(before + 1);
  // Not "Fastest": the game would be over before the page has shown that it runs.
  await page.getByRole("combobox", { name: "Speed" }).selectOption("Fast");
  const address = page.url();
  const id = address.split("/").pop();
  await page.getByRole("button", { name: "Go on" }).click();
  // Wait for the server's confirmation.
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.close();
  const other = await context.newPage();
  await expect
    .poll(async () => {
      const answer = await other.request.get(`${new URL(address).origin}/api/games/${id}`);
      return ((await answer.json()) as { plies: number }).plies;
    })
    .toBeGreaterThan(before + 4);
  await other.goto(address);
  await expect.poll(() => other.locator(".moves .move").count()).toBeGreaterThan(before + 4);
});

test("the eval bar stays visible while two computers play, and the board does not move", async ({ page, server }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: "Two computers" }).click();
  for (const level of await page.getByRole("combobox", { name: "Strength" }).all()) await level.selectOption("1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("meter", { name: "Evaluation" })).toBeVisible();
  await page.evaluate(() => {
    const seen = ((window as unknown as { seen: Set<number> }).seen = new Set());
    const look = (): void => {
      seen.add(document.querySelector(".chessboard")?.getBoundingClientRect().left ?? -1);
      requestAnimationFrame(look);
    };
    look();
  });
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(4);
  await expect(page.locator(".eval .value")).toHaveText(/\d/);
  expect(await page.evaluate(() => (window as unknown as { seen: Set<number> }).seen.size)).toBe(1);
});

test("resignation and a draw by agreement end the game, which can be reopened", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4", "e5");
  await page.getByRole("button", { name: "Resign or draw" }).click();
  await page.getByRole("button", { name: "White resigns" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".ending")).toHaveText("0-1, White resigned");
  await expect(page.locator(".game-head .result")).toHaveText("0–1");
  await expect(page.locator(".game-head .how")).toHaveText("White resigned");
  await expect(page.locator(".player .points")).toHaveText(["1", "0"]);
  await expect(page.getByRole("button", { name: "Resign or draw" })).toBeDisabled();
  await page.reload();
  await expect(page.locator(".ending")).toHaveText("0-1, White resigned");
  // A move asks before it opens the game again.
  await drag(page, "g1", "f3");
  await expect(page.getByRole("dialog", { name: "The game is over" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectPiece(page, "g1", "wn");
  await page.keyboard.press("Home");
  await expect(page.locator(".ending")).toHaveText("0-1, White resigned");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Open again" }).click();
  await expect(page.locator(".ending")).toHaveCount(0);
  await page.getByRole("button", { name: "Resign or draw" }).click();
  await page.getByRole("button", { name: "Agree on a draw" }).click();
  await expect(page.locator(".game-head .result")).toHaveText("½–½");
});

test("a move in the past of a finished game is a variation; the game and its result stay", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4", "e5", "Nf3");
  await page.getByRole("button", { name: "Resign or draw" }).click();
  await page.getByRole("button", { name: "Black resigns" }).click();
  await expect(page.locator(".ending")).toHaveText("1-0, Black resigned");
  await page.keyboard.press("Home");
  await drag(page, "d2", "d4");
  await expect(page.locator(".line .move", { hasText: "d4" })).toBeVisible();
  await expect(page.locator(".row .move")).toHaveText(["e4", "e5", "Nf3"]);
  await expect(page.locator(".ending")).toHaveText("1-0, Black resigned");
  // At its end, a move opens the game again only if the user says so.
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await drag(page, "b8", "c6");
  await page.getByRole("dialog", { name: "The game is over" }).getByRole("button", { name: "Open it again and play on" }).click();
  await expect(page.locator(".row .move")).toHaveText(["e4", "e5", "Nf3", "Nc6"]);
  await expect(page.locator(".ending")).toHaveCount(0);
});

test("only the human can resign", async ({ page, server }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: "Play White" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await type(page, "e4");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await page.getByRole("button", { name: "Resign or draw" }).click();
  const ways = page.getByRole("dialog").locator(".ways button");
  await expect(ways).toHaveText(["Resign", "Offer a draw"]);
  await ways.first().click();
  await expect(page.locator(".game-head .result")).toHaveText("0–1");
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
});

test("the side to move can claim a draw after a threefold repetition", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1");
  await expect(page.locator(".claim")).toHaveCount(0);
  await type(page, "Ng8");
  await expect(page.locator(".claim")).toContainText("threefold repetition");
  await page.getByRole("button", { name: "Claim it" }).click();
  await expect(page.locator(".game-head .result")).toHaveText("½–½");
  await expect(page.locator(".claim")).toHaveCount(0);
});

test("a draw can be claimed after fifty moves without a capture or pawn move", async ({ page, server }) => {
  await page.goto(server.address);
  await openText(page, "4k3/8/8/8/8/8/R7/4K3 w - - 99 80");
  await type(page, "Ra3");
  await expect(page.locator(".claim")).toContainText("50 moves without capture or pawn move");
});

test("a game and its players can be renamed", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "White" }).fill("Anna");
  await page.getByRole("textbox", { name: "Black" }).fill("Ben");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anna – Ben");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  await page.getByRole("textbox", { name: "Name" }).fill("At the club");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("At the club");
  await expect(page).toHaveTitle(/At the club/);
  await page.keyboard.press("g");
  await expect(page.getByRole("dialog", { name: "Games" }).locator("li")).toContainText("At the club");
});

for (const late of [null, "create", "moves"] as const) {
  test(`moves typed in quick succession on the first page are all played, ${late ? `responses to ${late} late` : "nothing late"}`, async ({ page, server }) => {
    // A late response arrives after the WebSocket has announced the change.
    if (late)
      await page.route(late === "create" ? /\/api\/v1\/games$/ : /\/moves$/, async (route) => {
        const response = await route.fetch();
        await new Promise((done) => setTimeout(done, 150));
        await route.fulfill({ response });
      });
    await page.goto(server.address);
    await expectPiece(page, "g2", "wp");
    await page.keyboard.press("m");
    await expect(page.getByRole("textbox", { name: "Type a move" })).toBeFocused();
    await page.keyboard.type("e4\ne5\nNf3\nNc6\nBb5\na6\n", { delay: late ? 40 : 0 });
    await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    await idle(page);
    await expect(currentMove(page)).toHaveText("a6");
  });
}

test("a second move, typed before the computer's reply, does not move its pieces", async ({ page, server, expected }) => {
  expected.push(/409/);
  await withEngine(server, "slow", scripted(server, ":"));
  await page.goto(server.address);
  await startGame(page, "white", "engine:slow");
  await page.route(/\/moves$/, async (route) => {
    const response = await route.fetch();
    await new Promise((done) => setTimeout(done, 150));
    await route.fulfill({ response });
  });
  await page.keyboard.press("m");
  await expect(page.getByRole("textbox", { name: "Type a move" })).toBeFocused();
  // The server refuses the second move, or the field is locked before it is sent.
  await page.keyboard.type("e4\ne5\n");
  await expect(page.locator('.player[data-color="black"]').getByRole("img", { name: "thinking" })).toBeVisible();
  await idle(page);
  await expect(page.locator(".moves .move")).toHaveText(["e4"]);
});
