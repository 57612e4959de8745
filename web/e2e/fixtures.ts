/** Starts a server for each test; fails the test on unexpected console messages. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Locator, type Page } from "@playwright/test";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = process.env["PINSIGHT"] ?? join(ROOT, "target/debug/pinsight");

export const OPERA = join(ROOT, "docs/examples/opera.pgn");

export class Server {
  address = "";
  private process: ChildProcess | null = null;
  private port = "0";

  constructor(readonly data: string) {}

  async start(...options: string[]): Promise<void> {
    const args = ["serve", "--port", this.port, "--data", this.data, "--page", join(ROOT, "web/dist"), ...options];
    const child = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.process = child;
    let words = "";
    child.stderr.on("data", (chunk) => (words += String(chunk)));
    const failed = once(child, "exit").then(() => {
      throw new Error(`pinsight ended: ${PROGRAM} ${args.join(" ")}\n${words}`);
    });
    failed.catch(() => undefined);
    const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), failed])) as [string];
    this.address = line;
    this.port = new URL(line).port;
  }

  /** Stops the process, which then answers nothing but keeps its connections. */
  pause(): void {
    this.process?.kill("SIGSTOP");
  }

  resume(): void {
    this.process?.kill("SIGCONT");
  }

  /** Kills the process without a chance to clean up. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

/** Printed by Chromium now and then on a machine without an audio device. */
const NO_AUDIO_DEVICE = /AudioContext encountered an error from the audio device/;

/** Printed by Chromium when the server is killed or the network is off, in whatever state the connections are. */
export const NO_SERVER = /net::ERR_|WebSocket/;

interface Fixtures {
  server: Server;
  /** Patterns of console messages that the test expects. */
  expected: RegExp[];
  complaints: string[];
}

export const test = base.extend<Fixtures>({
  server: async ({ context }, use) => {
    const data = mkdtempSync(join(tmpdir(), "pinsight-e2e-"));
    const server = new Server(data);
    await server.start();
    await use(server);
    // Close the pages first: requests or reconnects after the server stops would count as errors.
    await Promise.all(context.pages().map((page) => page.close()));
    await server.kill();
    rmSync(data, { recursive: true, force: true });
  },
  expected: async ({}, use) => use([NO_AUDIO_DEVICE]),
  complaints: [
    async ({ context, expected }, use) => {
      const complaints: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      context.on("weberror", (error) => complaints.push(String(error.error())));
      await use(complaints);
      expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Returns the screen coordinates of a square. */
export async function pointOf(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(".chessboard > .pieces").boundingBox();
  if (!box) throw new Error("no board");
  const flipped = (await page.locator(".squares text").first().textContent()) === "1";
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  const [column, row] = flipped ? [7 - file, rank] : [file, 7 - rank];
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

/** Waits until no dialog is open; keys and clicks have no effect behind one. */
async function expectNoDialog(page: Page): Promise<void> {
  await expect(page.locator("dialog")).toHaveCount(0);
}

/** Waits until the piece is on the square and its side can move; a drag has no effect before that. */
async function expectMovable(page: Page, square: string): Promise<void> {
  const side = { w: "white", b: "black" }[((await piece(page, square).getAttribute("data-piece")) ?? "").charAt(0)];
  await expect(page.locator(".chessboard > .pieces")).toHaveAttribute("data-side", side ?? "");
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  await expectNoDialog(page);
  await expectMovable(page, from);
  await dragAnyway(page, from, to);
}

/** Drags a piece without checking that it can be moved. */
export async function dragAnyway(page: Page, from: string, to: string): Promise<void> {
  const start = await pointOf(page, from);
  const end = await pointOf(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

export async function click(page: Page, square: string): Promise<void> {
  await expectNoDialog(page);
  await expect(page.locator(".chessboard > .pieces")).toHaveAttribute("data-side", /white|black/);
  const { x, y } = await pointOf(page, square);
  await page.mouse.click(x, y);
}

/** Locates the piece on a square: `[data-piece=wn]`. */
export function piece(page: Page, square: string): Locator {
  return page.locator(`.chessboard > .pieces [data-square="${square}"]`);
}

export async function expectPiece(page: Page, square: string, id: string | null): Promise<void> {
  if (id === null) await expect(piece(page, square)).toHaveCount(0);
  else await expect(piece(page, square)).toHaveAttribute("data-piece", id);
}

/** Waits until the page has no work under way. */
export async function idle(page: Page): Promise<void> {
  await expect(page.locator("html")).not.toHaveAttribute("data-pending", /./);
}

/** Returns the displayed node; 0 is the start. */
export async function shownNode(page: Page): Promise<number> {
  const node = await page.evaluate(() => document.querySelector<HTMLElement>(".moves [aria-current]")?.dataset["node"]);
  return Number(node ?? 0);
}

/** Opens a new game of two people at the start position. */
export async function freshBoard(page: Page, server: Server): Promise<void> {
  const { origin } = new URL(server.address);
  await page.request.post(`${origin}/api/games`, { data: {} });
  await page.goto(server.address);
}

/** Starts a game against a computer. */
export async function startGame(page: Page, side: "white" | "black", computer: string): Promise<void> {
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: side === "white" ? "Play White" : "Play Black" }).click();
  await page.getByRole("combobox", { name: `${side === "white" ? "Black" : "White"}: who plays` }).selectOption(computer);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expectNoDialog(page);
}

/** Locates the highlighted move in the list. */
export function currentMove(page: Page): Locator {
  return page.locator(".moves [aria-current]");
}

export async function type(page: Page, ...moves: string[]): Promise<void> {
  const field = page.getByRole("textbox", { name: "Type a move" });
  const list = page.locator(".moves .move");
  await expectNoDialog(page);
  for (const move of moves) {
    const before = await list.count();
    await field.fill(move);
    await field.press("Enter");
    // Wait for the server's confirmation; a computer may have replied already.
    await expect.poll(() => list.count()).toBeGreaterThan(before);
  }
  await field.blur();
}

export async function importText(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("textbox", { name: "PGN or FEN" }).fill(text);
  await page.locator("dialog").getByRole("button", { name: "Import", exact: true }).click();
}

/** Imports one game and waits until it is shown. */
export async function openText(page: Page, text: string): Promise<void> {
  await importText(page, text);
  await expect(page.locator("dialog")).toHaveCount(0);
}

export async function importFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator("input[type=file]").setInputFiles(file);
}

/** Opens the example game and waits until it is shown. */
export async function openOpera(page: Page): Promise<void> {
  await importFile(page, OPERA);
  await expect(page.locator(".moves .move")).toHaveCount(33);
}

/** Starts the server again with an engine. */
export async function withEngine(server: Server, name: string, path: string): Promise<void> {
  await server.kill();
  await server.start("--engine", `${name}=${path}`);
}

/** Creates an engine with scripted reactions to `go` and `stop`. */
export function scripted(server: Server, go: string, stop = ":"): string {
  const path = join(server.data, "engine.sh");
  writeFileSync(
    path,
    `#!/bin/sh
cd "${server.data}"
while read line; do
  case "$line" in
    uci) echo uciok;;
    isready) echo readyok;;
    go*) ${go};;
    stop) ${stop};;
    quit) exit 0;;
  esac
done
`,
  );
  chmodSync(path, 0o755);
  return path;
}
