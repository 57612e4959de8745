/** Stroke icons for buttons, with a viewBox of 24 by 24. */

const PATHS = {
  first: "M6 5v14M18 6l-7 6 7 6",
  back: "M15 5l-7 7 7 7",
  on: "M9 5l7 7-7 7",
  last: "M18 5v14M6 6l7 6-7 6",
  flip: "M8 4v15M8 4L4.5 7.5M8 4l3.5 3.5M16 20V5M16 20l-3.5-3.5M16 20l3.5-3.5",
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 5 5V18",
  redo: "M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0-5 5V18",
  play: "M8 5.5v13l10-6.5z",
  pause: "M9 6v12M15 6v12",
  step: "M6 6v12l8-6zM18 6v12",
  now: "M13 3L6 13.5h5L10 21l8-11h-5.5z",
  plus: "M12 5v14M5 12h14",
  import: "M12 4v11M7.5 10.5L12 15l4.5-4.5M5 19.5h14",
  games: "M5 6.5h14M5 12h14M5 17.5h9",
  share: "M12 15V4M7.5 8.5L12 4l4.5 4.5M6 12v7.5h12V12",
  settings: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h11M19 17h1M17 15v4",
  help: "M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1.1-1.3 2.1M12 17.5v.1",
  close: "M6 6l12 12M18 6L6 18",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7",
  raise: "M12 19V6M6.5 11.5L12 6l5.5 5.5",
  lower: "M12 5v13M6.5 12.5L12 18l5.5-5.5",
  hand: "M8 12V6.5a1.5 1.5 0 0 1 3 0V11M11 11V5a1.5 1.5 0 0 1 3 0v6M14 11V6.5a1.5 1.5 0 0 1 3 0V15a5.5 5.5 0 0 1-11 0l-1.5-3a1.4 1.4 0 0 1 2.4-1.4L8 12",
  note: "M5 5h14v10.5h-8L7 19v-3.5H5z",
  players: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19a5.5 5.5 0 0 1 11 0M16 5.3a3 3 0 0 1 0 5.4M17 14a5.5 5.5 0 0 1 3.5 5",
  pin: "M5 19L19 5M13 5h6v6M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  flag: "M6 20V5M6 5h11l-2.5 4L17 13H6",
  draw: "M5 9.5h14M5 14.5h14",
  pencil: "M5 19l.8-3.6L16.2 5l2.8 2.8L8.6 18.2zM14 7.2l2.8 2.8",
  warning: "M12 4.5L3.5 19h17zM12 10v4M12 16.5v.1",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A piece, by its sprite id such as `wn`. */
export function Piece({ id }: { id: string }) {
  return (
    <svg class="piece-icon" viewBox="0 0 100 100" aria-hidden="true">
      <use href={`#${id}`} />
    </svg>
  );
}
