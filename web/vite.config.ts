import { defineConfig } from "vitest/config";
import { pieces } from "./build/sprite.ts";
import { sizes } from "./build/sizes.ts";

export default defineConfig({
  plugins: [pieces(), sizes()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:7464", ws: true } } },
  test: { include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"], environment: "node" },
});
