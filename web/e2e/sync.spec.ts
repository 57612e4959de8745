import type { Page, WebSocketRoute } from "@playwright/test";
import { currentMove, drag, expect, expectPiece, idle, piece, shownNode, startGame, test, type } from "./fixtures";

interface State {
  head: number;
  version: number;
  result: string;
  nodes: { id: number; parent: number | null; san: string | null; comments: { text: string }[]; position: { turn: string; moves: Record<string, string>; promotions: string[] } | null }[];
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

/** Delays the responses to moves, and delays, swaps and drops messages of the WebSocket. */
async function disturb(page: Page, next: (n: number) => number): Promise<void> {
  await page.route(/\/moves$/, async (route) => {
    const response = await route.fetch();
    await new Promise((done) => setTimeout(done, next(120)));
    await route.fulfill({ response });
  });
  await page.routeWebSocket(/\/api\/live$/, (socket: WebSocketRoute) => {
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

test("games against the fastest computer never show a stale board when responses are late, swapped or lost", async ({ page, server }) => {
  test.setTimeout(300_000);
  const next = numbers(18);
  await disturb(page, next);
  await page.goto(server.address);
  for (let round = 0; round < 30; round += 1) {
    await startGame(page, round % 2 === 0 ? "white" : "black", "random");
    for (let turn = 0; turn < 3; turn += 1) {
      const side = round % 2 === 0 ? "white" : "black";
      let state = await stateOf(page);
      const mine = (): boolean => state.nodes.find((node) => node.id === state.head)?.position?.turn === side;
      while (!mine()) state = await stateOf(page);
      await expect.poll(() => shownNode(page)).toBe(state.head);
      const moves = state.nodes.find((node) => node.id === state.head)?.position?.moves ?? {};
      const from = Object.keys(moves).sort()[next(Object.keys(moves).length)]!;
      const targets = moves[from]!;
      const move = from + targets.slice(0, 2);
      await page.getByRole("textbox", { name: "Type a move" }).fill(move);
      await page.keyboard.press("Enter");
      await expect.poll(async () => (await stateOf(page)).nodes.length).toBeGreaterThan(state.nodes.length + 1);
      state = await stateOf(page);
      await expect.poll(() => shownNode(page)).toBe(state.head);
      // No late response moves the view back.
      await idle(page);
      expect(await shownNode(page)).toBe(state.head);
      await expect(page.locator(".elsewhere")).toHaveCount(0);
    }
  }
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
  await expect(page.locator(".chessboard > .pieces")).not.toHaveAttribute("data-side", /./);
  await expect(piece(page, "g1")).toHaveAttribute("data-piece", "wn");
  server.resume();
  await expect(page.locator(".banner")).toHaveCount(0);
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5"]);
  await drag(page, "g1", "f3");
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3"]);
});

test("a browser that is offline shows a lasting banner", async ({ page, context, server, expected }) => {
  expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket/);
  await page.goto(server.address);
  await type(page, "e4");
  await context.setOffline(true);
  await drag(page, "e7", "e5");
  await expect(page.locator(".banner")).toContainText("connection to pinsight is lost");
  await expectPiece(page, "e7", "bp");
  await context.setOffline(false);
  await expect(page.locator(".banner")).toHaveCount(0);
  await drag(page, "e7", "e5");
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5"]);
});
