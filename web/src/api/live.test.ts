import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Connection, Live, pause } from "./live";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: object[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as object);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const states: Connection[] = [];
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  states.length = 0;
  live = new Live("ws://localhost/api/live", {
    message: () => undefined,
    connection: (state) => states.push(state),
    version: (game) => (game === 7 ? 12 : undefined),
  });
  live.connect();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("after a lost connection it reconnects and subscribes from the local version", () => {
  live.follow(7);
  const [first] = FakeSocket.made;
  expect(first?.sent).toEqual([]);
  first?.open();
  expect(first?.sent).toEqual([{ type: "subscribe", game: 7, version: 12 }]);
  first?.drop();
  vi.advanceTimersByTime(pause(0));
  const second = FakeSocket.made[1];
  second?.open();
  expect(second?.sent).toEqual([{ type: "subscribe", game: 7, version: 12 }]);
  expect(states).toEqual(["open", "lost", "open"]);
});

test("the delays between attempts grow and are reset after success", () => {
  for (const attempt of [0, 1, 2]) {
    FakeSocket.made.at(-1)?.drop();
    vi.advanceTimersByTime(pause(attempt) - 1);
    expect(FakeSocket.made).toHaveLength(attempt + 1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(attempt + 2);
  }
  FakeSocket.made.at(-1)?.open();
  FakeSocket.made.at(-1)?.drop();
  vi.advanceTimersByTime(pause(0));
  expect(FakeSocket.made).toHaveLength(5);
  expect(pause(100)).toBe(4000);
});

test("an analysis is requested once, and again after a reconnect unless it was stopped", () => {
  FakeSocket.made[0]?.open();
  live.analyse("fen", "search", 3);
  live.analyse("fen", "search", 3);
  expect(FakeSocket.made[0]?.sent).toEqual([{ type: "analyse", fen: "fen", player: "search", lines: 3 }]);
  FakeSocket.made[0]?.drop();
  live.wake();
  FakeSocket.made[1]?.open();
  expect(FakeSocket.made[1]?.sent).toEqual([{ type: "analyse", fen: "fen", player: "search", lines: 3 }]);
  live.stop();
  FakeSocket.made[1]?.drop();
  live.wake();
  FakeSocket.made[2]?.open();
  expect(FakeSocket.made[2]?.sent).toEqual([]);
});

test("subscribing to another game unsubscribes from the previous one", () => {
  FakeSocket.made[0]?.open();
  live.follow(7);
  live.follow(8);
  expect(FakeSocket.made[0]?.sent).toEqual([
    { type: "subscribe", game: 7, version: 12 },
    { type: "unsubscribe", game: 7 },
    { type: "subscribe", game: 8 },
  ]);
});

test("the whole game is requested once, however many changes reveal a gap", () => {
  const socket = FakeSocket.made[0];
  socket?.open();
  live.follow(8);
  live.reload(8);
  expect(socket?.sent).toEqual([{ type: "subscribe", game: 8 }]);
  socket?.onmessage?.({ data: JSON.stringify({ type: "game", game: { id: 8 } }) });
  live.reload(8);
  live.reload(8);
  expect(socket?.sent).toEqual([
    { type: "subscribe", game: 8 },
    { type: "subscribe", game: 8 },
  ]);
});

test("a server that does not answer pings is silent until it sends something", () => {
  live.follow(7);
  const socket = FakeSocket.made.at(-1)!;
  socket.open();
  vi.advanceTimersByTime(1000);
  expect(socket.sent.at(-1)).toEqual({ type: "ping", game: 7, version: 12 });
  socket.onmessage?.({ data: JSON.stringify({ type: "pong" }) });
  vi.advanceTimersByTime(5000);
  expect(states.at(-1)).toBe("silent");
  socket.onmessage?.({ data: JSON.stringify({ type: "pong" }) });
  expect(states.at(-1)).toBe("open");
});
