import type { PinKind } from "../api/types";

/** A sample of the line for pins of this kind: solid with a filled head, or dashed with an open head. */
export function KindSample({ kind }: { kind: PinKind }) {
  const absolute = kind === "absolute_pin";
  return (
    <svg class={`kind-sample ${absolute ? "absolute" : "relative"}`} viewBox="0 0 34 12" aria-hidden="true">
      <path class="line" d="M1 6h9M18 6h9" />
      <circle class="ring" cx="14" cy="6" r="4" />
      <path class="head" d={absolute ? "M26 1.5l7 4.5-7 4.5z" : "M27 1.5l6 4.5-6 4.5"} />
    </svg>
  );
}
