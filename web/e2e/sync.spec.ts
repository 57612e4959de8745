import type { Page, WebSocketRoute } from "@playwright/test";
import { currentMove, drag, dragAnyway, expect, expectPiece, freshBoard, idle, NO_SERVER, piece, shownNode, startGame, test, type } from "./fixtures";

interface State {
  head: number;
  version: number;
  result: string;
  nodes: {
    id: number;
    parent: number | null;
    san: string | null;
    comments: { text: string }[];
    position: { turn: string; moves: Record<string, string>; promotions: string[] } | null;
  }[];
}

async function stateOf(page: Page): Promise<State> {
  const { origin, pathname } = new URL(page.url());
  const answer = await page.request.get(`${origin}/api${pathname}`);
  return (await answer.json()) as State;
}

/** A generator of numbers below `n`; the same numbers in every run. */
function numbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % n;
  };
}

/** Delays and drops responses to moves; delays, swaps and drops messages of the WebSocket. */
async function disturb(page: Page, next: (n: number) => number): Promise<void> {
  await page.route(/\/moves$/, async (route) => {
    const response = await route.fetch();
    await new Promise((done) => setTimeout(done, next(120)));
    // The server has played the move, but the page does not hear of it.
    if (next(8) === 0) await route.abort();
    else await route.fulfill({ response });
  });
  await page.routeWebSocket(/\/api\/v1\/live$/, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    let held: string | null = null;
    server.onMessage((message) => {
      const text = String(message);
      if (!text.startsWith('{"type":"change"')) return socket.send(text);
      switch (next(6)) {
        case 0:
          return;
        case 1:
          held = text;
          return;
        default:
          setTimeout(() => socket.send(text), next(40));
          if (held) setTimeout((late: string) => socket.send(late), next(60), held);
          held = null;
      }
    });
  });
}

/** Waits for a condition, with shorter pauses than `expect.poll`. */
async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within 15 s: ${what}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}

/** Records in every frame whether the board goes back to an earlier move of its game. */
async function watchSteps(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const back: string[] = ((window as unknown as { back: string[] }).back = []);
    let [path, last] = ["", 0];
    const look = (): void => {
      const node = Number(document.querySelector<HTMLElement>(".moves [aria-current]")?.dataset["node"] ?? 0);
      if (path === location.pathname && node < last) back.push(`${path}: from ${last} to ${node}`);
      [path, last] = [location.pathname, node];
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { back: string[] }).back);
}

/** Plays a move of the side at random and waits until the page shows the reply. Returns whether the game goes on. */
async function playTurn(page: Page, side: string, next: (n: number) => number): Promise<boolean> {
  let state = await stateOf(page);
  const head = (): State["nodes"][number] => state.nodes.find((node) => node.id === state.head)!;
  await until("the computer's move", async () => {
    state = await stateOf(page);
    return state.result !== "*" || head().position?.turn === side;
  });
  if (state.result !== "*") return false;
  await until(`move ${state.head} on the board`, async () => (await shownNode(page)) === state.head);
  const moves = head().position!.moves;
  const from = Object.keys(moves).sort()[next(Object.keys(moves).length)]!;
  const promotes = head().position!.promotions.includes(from + moves[from]!.slice(0, 2));
  const field = page.getByRole("textbox", { name: "Type a move" });
  await field.fill(from + moves[from]!.slice(0, 2) + (promotes ? "q" : ""));
  const before = state.nodes.length;
  await until("the reply", async () => {
    // After a lost response, which may be that of the move before, the text stays until the server has answered again.
    // It is read before the state: a text that is there although the move was played goes with the next message.
    const isReady = (await page.locator(".banner").count()) === 0 && (await field.inputValue()) !== "";
    state = await stateOf(page);
    if (isReady && state.nodes.length === before) await field.press("Enter");
    return state.nodes.length > before + 1 || state.result !== "*";
  });
  await until(`move ${state.head} on the board`, async () => (await shownNode(page)) === state.head);
  return state.result === "*";
}

// It takes longer than other tests, because it waits for 240 delayed responses.
test("30 games against the fastest computer never show a stale board when responses are late, swapped or lost", async ({ page, server, expected }) => {
  test.setTimeout(600_000);
  expected.push(/net::ERR_FAILED/);
  const next = numbers(18);
  await disturb(page, next);
  await page.goto(server.address);
  const steppedBack = await watchSteps(page);
  for (let round = 0; round < 30; round += 1) {
    const side = round % 2 === 0 ? "white" : "black";
    await startGame(page, side, "random");
    // The fastest computer: without the pause before its moves.
    const { origin, pathname } = new URL(page.url());
    await page.request.patch(`${origin}/api${pathname}/play`, { data: { delay: 0 } });
    let turn = 0;
    while (turn < 8 && (await playTurn(page, side, next))) turn += 1;
    const { head } = await stateOf(page);
    // No late response moves the view back.
    await idle(page);
    expect(await shownNode(page)).toBe(head);
    await expect(page.locator(".elsewhere")).toHaveCount(0);
  }
  expect(await steppedBack()).toEqual([]);
});

test("a lost response does not put a played move back into the field", async ({ page, server, expected }) => {
  expected.push(/net::ERR_FAILED/);
  await freshBoard(page, server);
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route(
    /\/moves$/,
    async (route) => {
      await route.fetch();
      await held;
      await route.abort();
    },
    { times: 1 },
  );
  const field = page.getByRole("textbox", { name: "Type a move" });
  await field.fill("e4");
  await field.press("Enter");
  // The message of the server shows the move; the next one waits for the response.
  await expect(currentMove(page)).toContainText("e4");
  await field.fill("e5");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  release();
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5"]);
  await idle(page);
  await expect(field).toHaveValue("");
  await expect(page.locator("#typed-refused")).toHaveText("");
});

test("a comment belongs to the move for which its dialog was opened", async ({ page, server }) => {
  await page.goto(server.address);
  await startGame(page, "white", "random");
  await page.getByRole("button", { name: "Pause" }).click();
  await type(page, "e4");
  await page.getByRole("button", { name: "Comment on this move" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("King's pawn.");
  const { origin, pathname } = new URL(page.url());
  await page.request.patch(`${origin}/api${pathname}/play`, { data: { running: true } });
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await expect(page.getByRole("dialog", { name: "1. e4" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const { nodes } = await stateOf(page);
  expect(nodes.filter((node) => node.comments.length > 0).map((node) => node.san)).toEqual(["e4"]);
});

test("a move in the past of a game against a computer asks what it means", async ({ page, server }) => {
  await page.goto(server.address);
  await startGame(page, "white", "random");
  await type(page, "e4");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await page.keyboard.press("Home");
  await drag(page, "d2", "d4");
  const dialog = page.getByRole("dialog", { name: "The game has gone on from here" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expectPiece(page, "d2", "wp");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await drag(page, "d2", "d4");
  await dialog.getByRole("button", { name: "Explore as a variation" }).click();
  await expect(currentMove(page)).toContainText("d4");
  await expect(page.locator(".row .move").first()).toHaveText("e4");
  await page.keyboard.press("Home");
  await drag(page, "c2", "c4");
  await dialog.getByRole("button", { name: "Take back to here and play on" }).click();
  await expect(page.locator(".row .move").first()).toHaveText("c4");
  // The computer answers, and the page follows.
  await expect(page.locator(".row .move")).toHaveCount(2);
  const { head } = await stateOf(page);
  await expect.poll(() => shownNode(page)).toBe(head);
});

test("a server that hangs shows a banner, and no second move is accepted until it answers", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4");
  server.pause();
  await drag(page, "e7", "e5");
  await expect(page.locator(".banner")).toContainText("does not answer", { timeout: 5000 });
  // A typed move stays in its field.
  const field = page.getByRole("textbox", { name: "Type a move" });
  await field.fill("Nc3");
  await field.press("Enter");
  await expect(field).toHaveValue("Nc3");
  await field.press("Escape");
  await expect(page.locator(".chessboard > .pieces")).not.toHaveAttribute("data-side", /./);
  await expect(piece(page, "g1")).toHaveAttribute("data-piece", "wn");
  server.resume();
  await expect(page.locator(".banner")).toHaveCount(0);
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5"]);
  await drag(page, "g1", "f3");
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3"]);
});

test("a browser that is offline shows a lasting banner", async ({ page, context, server, expected }) => {
  expected.push(NO_SERVER);
  await page.goto(server.address);
  await type(page, "e4");
  await context.setOffline(true);
  // The page may have noticed already; then no piece can be moved.
  await dragAnyway(page, "e7", "e5");
  await expect(page.locator(".banner")).toContainText("connection to pinsight is lost");
  await expectPiece(page, "e7", "bp");
  await context.setOffline(false);
  await expect(page.locator(".banner")).toHaveCount(0);
  await drag(page, "e7", "e5");
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5"]);
});

test("edits in two tabs at once are all kept, and both tabs show the same game", async ({ page, context, server }) => {
  await page.goto(server.address);
  await type(page, "e4", "e5");
  await idle(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(".moves .move")).toHaveCount(2);
  // One tab comments the first move while the other one plays on and annotates the second.
  await page.locator(".moves .move").first().click();
  await page.getByRole("button", { name: "Comment on this move" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("From the first tab.");
  await other.bringToFront();
  await drag(other, "g1", "f3");
  await expect(other.locator(".moves .move")).toHaveCount(3);
  await page.bringToFront();
  await page.getByRole("button", { name: "Save" }).click();
  for (const tab of [page, other]) {
    await expect(tab.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3"]);
    await expect(tab.locator(".moves .comment")).toHaveText(["From the first tab."]);
  }
  const { nodes } = await stateOf(page);
  expect(nodes.filter((node) => node.comments.length > 0).map((node) => node.san)).toEqual(["e4"]);
});

test("a sign chosen in one tab keeps the comment that was written in another", async ({ page, context, server }) => {
  await page.goto(server.address);
  await type(page, "e4");
  await idle(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(".moves .move")).toHaveCount(1);
  for (const tab of [page, other]) await tab.getByRole("button", { name: "Comment on this move" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("From the first tab.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(other.locator(".moves .comment")).toHaveText(["From the first tab."]);
  await other.getByRole("button", { name: "good move", exact: true }).click();
  await other.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".moves .glyph")).toHaveText("!");
  await expect(page.locator(".moves .comment")).toHaveText(["From the first tab."]);
});

test("what was confirmed before kill -9 is there after it, and nothing else is shown as stored", async ({ page, server, expected }) => {
  expected.push(NO_SERVER);
  await page.goto(server.address);
  await type(page, "e4", "e5", "Nf3");
  for (let round = 0; round < 3; round += 1) {
    await page.getByRole("button", { name: "Comment on this move" }).click();
    await page.getByRole("textbox", { name: "Comment" }).fill(`Round ${round}.`);
    // The server is killed while the edit is on its way.
    const killed = server.kill();
    await page.getByRole("button", { name: "Save" }).click();
    await killed;
    await expect(page.locator(".banner")).toBeVisible();
    const shown = await page.locator(".moves .comment").allTextContents();
    await server.start();
    await expect(page.locator(".banner")).toHaveCount(0);
    await page.reload();
    await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3"]);
    await idle(page);
    // Lost or stored, but never shown without being stored.
    const stored = (await stateOf(page)).nodes.flatMap((node) => node.comments.map(({ text }) => text));
    for (const text of shown) expect(stored).toContain(text);
    await expect(page.locator(".moves .comment")).toHaveCount(stored.length);
    await page.keyboard.press("End");
  }
});

test("an import that kill -9 interrupts is whole or absent, and can be repeated", async ({ page, server, expected }) => {
  expected.push(NO_SERVER);
  await page.goto(server.address);
  const game = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n';
  const file = { name: "many.pgn", mimeType: "text/plain", buffer: Buffer.from(game.repeat(4000)) };
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator("input[type=file]").setInputFiles(file);
  await page.waitForTimeout(150);
  await server.kill();
  await server.start();
  await expect(page.locator(".banner")).toHaveCount(0);
  await page.reload();
  const { origin } = new URL(server.address);
  const totals = async (): Promise<number[]> => {
    const list = (await (await page.request.get(`${origin}/api/imports`)).json()) as { imports: { total: number }[] };
    return list.imports.map(({ total }) => total);
  };
  expect([[], [4000]]).toContainEqual(await totals());
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByRole("dialog", { name: "many.pgn" })).toBeVisible({ timeout: 30_000 });
  expect(await totals()).toEqual([4000]);
});
