import { expect, test } from "vitest";
import { fileName, scriptSafe } from "./save";

test("JSON in a script element has no markup", () => {
  const value = { white: "</script><script>alert('1')</script>", x: "<!-- & -->" };
  const safe = scriptSafe(value);
  expect(safe).not.toMatch(/[<>&]/);
  expect(JSON.parse(safe)).toEqual(value);
});

test("file names are valid everywhere and say which game it is", () => {
  expect(fileName("Morphy - Duke Karl / Count Isouard", "1858.11.02")).toBe("Morphy-Duke-Karl-Count-Isouard-1858-11-02.html");
  expect(fileName("Game 3", "1858.??.??")).toBe("Game-3.html");
  expect(fileName("???", undefined)).toBe("game.html");
});
