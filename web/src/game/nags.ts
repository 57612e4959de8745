/** Numeric annotation glyphs: how they are shown, what they mean, and which ones the page offers. */

import type { Color, Nag } from "../api/types";

/** Text and meaning of each usual NAG. The texts avoid symbols that many fonts lack. */
const NAGS: Record<number, [text: string, words: string]> = {
  1: ["!", "good move"],
  2: ["?", "mistake"],
  3: ["!!", "brilliant move"],
  4: ["??", "blunder"],
  5: ["!?", "interesting move"],
  6: ["?!", "dubious move"],
  7: ["□", "only move"],
  8: ["□", "no reasonable alternative"],
  9: ["worst", "worst move"],
  10: ["=", "equal position"],
  11: ["=", "equal chances, quiet position"],
  12: ["=", "equal chances, active position"],
  13: ["∞", "unclear position"],
  14: ["+=", "White is slightly better"],
  15: ["=+", "Black is slightly better"],
  16: ["±", "White is better"],
  17: ["∓", "Black is better"],
  18: ["+−", "White is winning"],
  19: ["−+", "Black is winning"],
  20: ["+−", "White should win at once"],
  21: ["−+", "Black should win at once"],
  22: ["⊙", "White is in zugzwang"],
  23: ["⊙", "Black is in zugzwang"],
  32: ["↻", "White leads in development"],
  33: ["↻", "Black leads in development"],
  36: ["↑", "White has the initiative"],
  37: ["↑", "Black has the initiative"],
  40: ["→", "White has the attack"],
  41: ["→", "Black has the attack"],
  44: ["=∞", "White has compensation"],
  45: ["=∞", "Black has compensation"],
  132: ["⇆", "White has counterplay"],
  133: ["⇆", "Black has counterplay"],
  138: ["⊕", "White is in time trouble"],
  139: ["⊕", "Black is in time trouble"],
  140: ["∆", "with the idea"],
  141: ["∇", "aimed against"],
  142: ["better", "better is"],
  143: ["worse", "worse is"],
  144: ["equal", "equivalent is"],
  145: ["RR", "editorial comment"],
  146: ["N", "novelty"],
  220: ["D", "diagram"],
  221: ["D", "diagram, seen from Black"],
};

/** The text of a NAG; a number without a usual meaning is shown as PGN writes it. */
export function nagText({ number, glyph }: Nag): string {
  return NAGS[number]?.[0] ?? glyph ?? `$${number}`;
}

export function nagWords({ number }: Pick<Nag, "number">): string {
  return NAGS[number]?.[1] ?? `annotation ${number}`;
}

export interface NagChoice {
  number: number;
  text: string;
  words: string;
}

/** NAGs of which a move has at most one. */
export const NAG_GROUPS: [name: string, numbers: readonly (number | readonly [white: number, black: number])[]][] = [
  ["Move", [3, 1, 5, 6, 2, 4, 7]],
  ["Position", [18, 16, 14, 10, 13, 15, 17, 19]],
  ["Also", [[36, 37], [40, 41], [132, 133], [44, 45], [32, 33], [23, 22], [138, 139], 140, 142, 146]],
];

/** The offered NAGs of a group for a move of a side: its initiative, the zugzwang of its opponent. */
export function choicesOf(numbers: (typeof NAG_GROUPS)[number][1], mover: Color): NagChoice[] {
  return numbers.map((entry) => {
    const number = typeof entry === "number" ? entry : entry[mover === "white" ? 0 : 1];
    return { number, text: nagText({ number, glyph: null }), words: nagWords({ number }) };
  });
}

/** Adds a NAG, or removes it. In the groups of moves and positions it replaces another one. */
export function withNag(nags: readonly number[], number: number): number[] {
  if (nags.includes(number)) return nags.filter((each) => each !== number);
  const group = NAG_GROUPS.slice(0, 2).find(([, numbers]) => numbers.includes(number))?.[1] ?? [];
  return [...nags.filter((each) => !group.includes(each)), number].sort((a, b) => a - b);
}
