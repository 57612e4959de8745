import { expect, test } from "vitest";
import { alike } from "./candidates";
import { pin } from "./fixtures";
import { numbered } from "./line";
import { detailsOf, kindInWords } from "./pinwords";

test("engine lines are numbered from the position", () => {
  expect(numbered("8/8/8/8/8/8/8/8 w - - 0 3", ["d4", "Bg4", "dxe5"])).toBe("3. d4 Bg4 4. dxe5");
  expect(numbered("8/8/8/8/8/8/8/8 b - - 0 3", ["Bg4", "dxe5"])).toBe("3... Bg4 4. dxe5");
  expect(numbered("8/8/8/8/8/8/8/8 b - - 0 3", [])).toBe("");
});

test("the tags of a pin name its kind and cause", () => {
  expect(kindInWords(pin({ cause: "stepped_in_front", by: "self" }))).toBe("absolute · stepped in front · self-inflicted");
  expect(kindInWords(pin({ kind: "relative_pin", status: "kept" }))).toBe("relative");
  expect(kindInWords(pin({ status: "released", cause: "pinned_moved", by: null }))).toBe("absolute · pinned moved");
});

test("candidates with the same verdict are grouped in their original order", () => {
  const candidates = [
    { square: "h2", fits: true, verdict: "comes from here" },
    { square: "g2", fits: false, verdict: "cannot reach" },
    { square: "g5", fits: false, verdict: "nothing to take on h4" },
    { square: "b4", fits: false, verdict: "cannot reach" },
  ];
  expect(alike(candidates)).toEqual([
    { squares: ["h2"], fits: true, verdict: "comes from here" },
    { squares: ["g2", "b4"], fits: false, verdict: "cannot reach" },
    { squares: ["g5"], fits: false, verdict: "nothing to take on h4" },
  ]);
});

test("the details omit what the sentence says", () => {
  const explanation = "New absolute pin, created by Bb2: the bishop on b2 pins the queen on g7. The queen may take on b2. It is en prise.";
  expect(detailsOf({ explanation })).toBe("The queen may take on b2. It is en prise.");
  expect(detailsOf({ explanation: "Released." })).toBeNull();
});
