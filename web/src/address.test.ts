import { expect, test } from "vitest";
import { placeOf } from "./address";

test("a path names a game, an import or nothing", () => {
  expect(placeOf("/games/7")).toEqual({ kind: "game", id: 7 });
  expect(placeOf("/imports/3/")).toEqual({ kind: "import", id: 3 });
  for (const path of ["/", "/games", "/games/x", "/games/7/8", "/api/games/7"]) expect(placeOf(path)).toEqual({ kind: "none" });
});
