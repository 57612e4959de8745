import { expect, test, vi } from "vitest";
import { play, soundOf } from "./sound";
import { position } from "./game/fixtures";

test("the sound of a move tells captures, checks and the end of the game", () => {
  const of = (san: string | null) => soundOf({ san, position: position() });
  expect([of("e4"), of("exd5"), of("Bb5+"), of("Qxf7#"), of("O-O"), of(null)]).toEqual(["move", "capture", "check", "end", "move", null]);
  const drawn = position({ outcome: { result: "1/2-1/2", termination: "stalemate", text: "stalemate" } as never });
  expect(soundOf({ san: "Kb6", position: drawn })).toBe("end");
});

test("without WebAudio there is no sound and no error", () => {
  expect(typeof AudioContext).toBe("undefined");
  expect(() => play("move")).not.toThrow();
});

test("each stroke of a sound starts one source, once the user has used the page", async () => {
  vi.useFakeTimers();
  const started: number[] = [];
  const node = (): object => ({
    connect: (to: object) => to,
    start: (at: number) => started.push(at),
    stop: () => undefined,
    frequency: { value: 0 },
    Q: { value: 0 },
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
  });
  let devices = 0;
  class Fake {
    constructor() {
      devices += 1;
    }
    state = "running";
    currentTime = 10;
    sampleRate = 8000;
    createGain = node;
    createOscillator = node;
    createBiquadFilter = node;
    createBufferSource = node;
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  }
  vi.stubGlobal("AudioContext", Fake);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  play("capture");
  await vi.runAllTimersAsync();
  expect(devices).toBe(0);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  play("capture");
  // The device is opened later: it would delay the frame that shows the move.
  await Promise.resolve();
  expect(devices).toBe(0);
  await vi.runAllTimersAsync();
  expect(started).toEqual([10, 10.045]);
  play("move");
  await vi.runAllTimersAsync();
  expect([devices, started.length]).toEqual([1, 3]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
