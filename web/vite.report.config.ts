/** Builds the page of reports, which `pinsight review -o FILE.html` writes: one script and one style sheet. */

import { defineConfig } from "vite";
import { pieces } from "./build/sprite.ts";

export default defineConfig({
  plugins: [pieces()],
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    outDir: "dist/report",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/report/main.tsx",
      output: { format: "iife", entryFileNames: "report.js", assetFileNames: "report[extname]" },
    },
  },
});
