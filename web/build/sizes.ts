/** Reports the compressed size of the built page, and fails if it exceeds the limit. */

import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Maximum size of the gzipped script in bytes. */
export const LIMIT = 90 * 1024;

export function gzipped(text: string | Uint8Array): number {
  return gzipSync(text, { level: 9 }).length;
}

export function verdict(bytes: number): string {
  return `page script: ${(bytes / 1024).toFixed(1)} KB gzipped, limit ${LIMIT / 1024} KB`;
}

export function sizes(): Plugin {
  return {
    name: "sizes",
    apply: "build",
    writeBundle(_options, bundle) {
      let total = 0;
      for (const file of Object.values(bundle)) if (file.type === "chunk") total += gzipped(file.code);
      if (total > LIMIT) this.error(`${verdict(total)}: too large`);
      console.log(verdict(total));
    },
  };
}
