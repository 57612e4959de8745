import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { gzipped, LIMIT } from "./sizes.ts";
import { pieceId, sprite } from "./sprite.ts";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

test("the sprite contains the twelve pieces with the ids that the board uses", () => {
  const ids = [...sprite().matchAll(/<g id="(..)">/g)].map((match) => match[1]);
  expect(ids.sort()).toEqual(["bb", "bk", "bn", "bp", "bq", "br", "wb", "wk", "wn", "wp", "wq", "wr"]);
  expect(pieceId("mod.rs")).toBeNull();
});

test("the sprite contains nothing that the content security policy forbids", () => {
  expect(sprite()).not.toMatch(/style=|<script|<style|on\w+=/);
});

test("the built page is below its size limit and has no inline script or style", () => {
  expect(existsSync(DIST), "npm run build comes first").toBe(true);
  const assets = join(DIST, "assets");
  const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
  const total = scripts.reduce((sum, file) => sum + gzipped(readFileSync(join(assets, file))), 0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(total).toBeLessThan(LIMIT);
  const page = readFileSync(join(DIST, "index.html"), "utf8");
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=/);
});
