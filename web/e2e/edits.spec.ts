/** Edits made while the computer is to move: each belongs to the node for which it was made. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { currentMove, expect, idle, pointOf, scripted, type Server, test, type, withEngine } from "./fixtures";

/** Responses and messages that a test holds back. */
interface Gate {
  shut(): void;
  open(): void;
}

/** Holds back the responses to moves while the gate is shut. */
async function holdResponses(page: Page): Promise<Gate> {
  let release = (): void => undefined;
  let opened: Promise<void> = Promise.resolve();
  await page.route(/\/moves$/, async (route) => {
    const response = await route.fetch();
    await opened;
    await route.fulfill({ response });
  });
  return { shut: () => (opened = new Promise((done) => (release = done))), open: () => release() };
}

/** Holds back what the WebSocket says of games while the gate is shut. */
async function holdMessages(page: Page): Promise<Gate> {
  let held: (() => void)[] | null = null;
  await page.routeWebSocket(/\/api\/v1\/live$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const pass = (): void => socket.send(message);
      if (held && /^{"type":"(change|game)"/.test(String(message))) held.push(pass);
      else pass();
    });
  });
  return {
    shut: () => (held = []),
    open: () => {
      const waiting = held ?? [];
      held = null;
      for (const pass of waiting) pass();
    },
  };
}

interface Game {
  /** The URL of the game in the API. */
  url: string;
  page: Page;
}

interface State {
  nodes: unknown[];
  play: { thinking: string | null };
}

async function stateOf({ page, url }: Game): Promise<State> {
  return (await (await page.request.get(url)).json()) as State;
}

/** Returns tags and moves of the exported PGN, with single spaces and none inside of braces. */
async function pgnOf({ page, url }: Game): Promise<[tags: string, moves: string]> {
  const [tags = "", ...moves] = (await (await page.request.get(`${url}/pgn`)).text()).split("\n\n");
  return [
    tags,
    moves
      .join(" ")
      .replace(/\s+/g, " ")
      .replace(/(?<={) | (?=})/g, "")
      .trim(),
  ];
}

/** Opens 1. e4 e5 with three variations, where White is to move against an engine that thinks until "Move now". */
async function openGame(page: Page, server: Server): Promise<Game> {
  const { origin } = new URL(server.address);
  const begun = await page.request.post(`${origin}/api/games`, { data: { black: { player: "engine:slow", time: 60_000 }, running: false } });
  const { id } = (await begun.json()) as { id: number };
  const url = `${origin}/api/games/${id}`;
  const play = async (node: number, move: string, intent: string): Promise<void> => {
    const answer = await page.request.post(`${url}/moves`, { data: { node, move, intent } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await play(0, "e4", "play");
  await play(1, "e5", "play");
  await play(1, "c5", "explore");
  await play(3, "Nc3", "explore");
  await play(1, "c6", "explore");
  await play(1, "d5", "explore");
  await page.request.patch(`${url}/play`, { data: { running: true, delay: 0 } });
  await page.goto(`${origin}/games/${id}`);
  await expect(currentMove(page)).toHaveText("e5");
  return { url, page };
}

/** Makes the engine move, and waits until the server has stored its move. */
async function computerMoves(game: Game): Promise<void> {
  await expect.poll(async () => (await stateOf(game)).play.thinking).toBe("black");
  const before = (await stateOf(game)).nodes.length;
  await game.page.request.post(`${game.url}/play/now`);
  await expect.poll(async () => (await stateOf(game)).nodes.length).toBeGreaterThan(before);
}

async function draw(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await pointOf(page, from), await pointOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(end.x, end.y);
  await page.mouse.up({ button: "right" });
}

async function inVariation(page: Page, move: string, action: () => Promise<void>): Promise<void> {
  await page.locator(".line .move", { hasText: move }).click();
  await action();
}

interface EditCase {
  name: string;
  /** Makes the edit, up to the button of a dialog. */
  make(page: Page): Promise<void>;
  /** The dialog is saved in a second step. */
  saves?: boolean;
  /** The first of several changes tells the page of the computer's move. */
  several?: boolean;
  /** The moves of the PGN afterwards. */
  moves: string;
  tag?: string;
}

const LINES = "(1... c5 2. Nc3) (1... c6) (1... d5)";

const EDITS: EditCase[] = [
  {
    name: "a comment",
    saves: true,
    make: async (page) => {
      await page.getByRole("button", { name: "Comment on this move" }).click();
      await page.getByRole("textbox", { name: "Comment" }).fill("Develops.");
    },
    moves: `1. e4 e5 ${LINES} 2. Nf3 {Develops.} 2... Nc6 *`,
  },
  {
    name: "a sign",
    saves: true,
    make: async (page) => {
      await page.getByRole("button", { name: "Comment on this move" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "good move", exact: true }).click();
    },
    moves: `1. e4 e5 ${LINES} 2. Nf3 $1 Nc6 *`,
  },
  { name: "an arrow", make: (page) => draw(page, "f1", "b5"), moves: `1. e4 e5 ${LINES} 2. Nf3 {[%cal Gf1b5]} 2... Nc6 *` },
  { name: "a circle", make: (page) => draw(page, "e5", "e5"), moves: `1. e4 e5 ${LINES} 2. Nf3 {[%csl Ge5]} 2... Nc6 *` },
  {
    name: "two arrows",
    several: true,
    make: async (page) => {
      await draw(page, "f1", "b5");
      await draw(page, "f3", "e5");
    },
    moves: `1. e4 e5 ${LINES} 2. Nf3 {[%cal Gf1b5,Gf3e5]} 2... Nc6 *`,
  },
  {
    name: "a promotion",
    make: (page) => inVariation(page, "d5", () => page.getByRole("button", { name: "Make this variation the main line" }).click()),
    moves: "1. e4 d5 (1... e5 2. Nf3 Nc6) (1... c5 2. Nc3) (1... c6) *",
  },
  {
    name: "a demotion",
    make: (page) => inVariation(page, "c5", () => page.getByRole("button", { name: "Move this line below the next one" }).click()),
    moves: "1. e4 e5 (1... c6) (1... c5 2. Nc3) (1... d5) 2. Nf3 Nc6 *",
  },
  {
    name: "a deletion",
    make: (page) => inVariation(page, "c5", () => page.keyboard.press("Delete")),
    moves: "1. e4 e5 (1... c6) (1... d5) 2. Nf3 Nc6 *",
  },
  {
    name: "a variation",
    make: async (page) => {
      await page.locator(".row .move").first().click();
      const field = page.getByRole("textbox", { name: "Type a move" });
      await field.fill("Nf6");
      await field.press("Enter");
      await page.getByRole("button", { name: "Explore as a variation" }).click();
    },
    moves: "1. e4 e5 (1... c5 2. Nc3) (1... c6) (1... d5) (1... Nf6) 2. Nf3 Nc6 *",
  },
  {
    name: "names",
    saves: true,
    make: async (page) => {
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("textbox", { name: "White" }).fill("Anna");
    },
    moves: `1. e4 e5 ${LINES} 2. Nf3 Nc6 *`,
    tag: '[White "Anna"]',
  },
];

// Each test opens a game for each of the edits.
test.describe.configure({ timeout: 180_000 });

/** Starts the server with an engine that thinks until "Move now". */
async function withSlowEngine(server: Server, move: string): Promise<void> {
  await withEngine(server, "slow", scripted(server, ":", "cat reply"));
  replyWith(server, move);
}

function replyWith(server: Server, move: string): void {
  writeFileSync(join(server.data, "reply"), `bestmove ${move}\n`);
}

async function expectEdited(game: Game, { name, moves, tag }: EditCase): Promise<void> {
  await idle(game.page);
  const [tags, text] = await pgnOf(game);
  expect(text, name).toBe(moves);
  if (tag) expect(tags, name).toContain(tag);
}

/** The page has heard of the computer's move. */
async function expectReply({ page }: Game, { name }: EditCase): Promise<void> {
  await expect(page.locator(".moves .move", { hasText: "Nc6" }), name).toHaveCount(1);
}

test("edits while the computer thinks stay on their nodes, dialogs open during its move included", async ({ page, server }) => {
  await withSlowEngine(server, "b8c6");
  for (const edit of EDITS) {
    const game = await openGame(page, server);
    await type(page, "Nf3");
    await edit.make(page);
    if (!edit.saves) await idle(page);
    await computerMoves(game);
    await expectReply(game, edit);
    if (edit.saves) await page.getByRole("button", { name: "Save" }).click();
    await expectEdited(game, edit);
  }
});

test("edits that wait for the response to a move, which comes after the computer's move, stay on their nodes", async ({ page, server }) => {
  await withSlowEngine(server, "b8c6");
  const gate = await holdResponses(page);
  for (const edit of EDITS) {
    const game = await openGame(page, server);
    gate.shut();
    await type(page, "Nf3");
    await edit.make(page);
    if (edit.saves) await page.getByRole("button", { name: "Save" }).click();
    await computerMoves(game);
    await expectReply(game, edit);
    gate.open();
    await expectEdited(game, edit);
  }
});

test("edits on a page that has not heard of the computer's move stay on their nodes", async ({ page, server }) => {
  await withSlowEngine(server, "b8c6");
  const gate = await holdMessages(page);
  for (const edit of EDITS.filter(({ several }) => !several)) {
    const game = await openGame(page, server);
    await type(page, "Nf3");
    await idle(page);
    gate.shut();
    await computerMoves(game);
    await edit.make(page);
    if (edit.saves) await page.getByRole("button", { name: "Save" }).click();
    await expectEdited(game, edit);
    gate.open();
    await expectReply(game, edit);
    await expectEdited(game, edit);
  }
});

test("undo while the computer moves undoes the last change of the user and nothing before it", async ({ page, server, expected }) => {
  expected.push(/409/);
  await withSlowEngine(server, "b8c6");
  const responses = await holdResponses(page);
  const messages = await holdMessages(page);
  const game = await openGame(page, server);
  const expectMoves = async (moves: string): Promise<void> => {
    await idle(page);
    expect((await pgnOf(game))[1]).toBe(`1. e4 e5 ${LINES} ${moves} *`);
  };
  // While it thinks: the arrow goes, the move stays.
  await type(page, "Nf3");
  await draw(page, "f1", "b5");
  await page.keyboard.press("Control+z");
  await expectMoves("2. Nf3");
  await computerMoves(game);
  await expect(currentMove(page)).toHaveText("Nc6");
  // An arrow and its undo that wait for the response to a move, which comes after the computer's.
  replyWith(server, "g8f6");
  responses.shut();
  await type(page, "Bb5");
  await draw(page, "b5", "c6");
  await page.keyboard.press("Control+z");
  await computerMoves(game);
  responses.open();
  await expectMoves("2. Nf3 Nc6 3. Bb5 Nf6");
  // On a page that has not heard of the computer's move, undo is refused.
  replyWith(server, "f8e7");
  await expect(currentMove(page)).toHaveText("Nf6");
  await type(page, "O-O");
  await draw(page, "f1", "e1");
  await idle(page);
  messages.shut();
  await computerMoves(game);
  await page.keyboard.press("Control+z");
  await expect(page.locator(".toast.error")).toBeVisible();
  await expectMoves("2. Nf3 Nc6 3. Bb5 Nf6 4. O-O {[%cal Gf1e1]} 4... Be7");
  messages.open();
});
