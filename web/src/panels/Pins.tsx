/** The ledger: the pins that the move created, kept and released, in the server's words. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { moveTitle } from "../game/tree";
import { pinsHere } from "../review/store";
import { allPins, lit, node } from "../store";
import { detailsOf, kindInWords } from "../game/pinwords";
import { matters, pinKey, type ShownPin, shownPins } from "../game/relevance";
import { Button } from "../ui/Button";
import { KindSample } from "./KindSample";

const SECTIONS = [
  { status: "new", sign: "+", name: "New" },
  { status: "kept", sign: "=", name: "Kept" },
  { status: "standing", sign: "=", name: "Standing" },
  { status: "released", sign: "−", name: "Released" },
] as const;

function Entry({ pin }: { pin: ShownPin }) {
  const open = useSignal(false);
  const details = detailsOf(pin);
  const light = (): void => {
    lit.value = pin;
  };
  const dim = (): void => {
    // The coach's answer replaces the pin by an equal one.
    if (lit.value && pinKey(lit.value) === pinKey(pin)) lit.value = null;
  };
  // A pin that the coach's answer hides is left without an event.
  useEffect(() => dim, []);
  return (
    <li>
      <button
        type="button"
        class={`pin-entry ${matters(pin) ? "" : "potential"}`}
        aria-expanded={open.value}
        onPointerEnter={(event) => event.pointerType === "mouse" && light()}
        onPointerLeave={dim}
        onFocus={light}
        onBlur={dim}
        onClick={() => (open.value = !open.value)}
      >
        <span class="sentence">{pin.sentence}</span>
        {pin.reason && <span class="reason">{pin.reason}</span>}
        <span class={`kind by-${pin.attacker.color}`}>
          <KindSample kind={pin.kind} />
          {kindInWords(pin)}
        </span>
        {open.value && details && <span class="details">{details}</span>}
      </button>
    </li>
  );
}

export function Pins() {
  const title = node.value && moveTitle(node.value);
  const all = [...pinsHere.value.pins, ...pinsHere.value.released];
  const shown = shownPins(all, allPins.value);
  return (
    <section class="panel pins" aria-labelledby="pins-title">
      <h2 id="pins-title">
        {title ? (
          <>
            Pins after <span class="san">{title}</span>
          </>
        ) : (
          "Pins at the start"
        )}
      </h2>
      <Button class="all-pins" title="Also show pins that cost nothing now" keys="a" pressed={allPins.value} onClick={() => (allPins.value = !allPins.value)}>
        All pins
      </Button>
      <div class="scroll" tabIndex={0} role="region" aria-label="Pins in words">
        {shown.length === 0 && <p class="empty">{all.length === 0 ? "No piece is pinned here." : "No pin costs anything here."}</p>}
        {SECTIONS.map(({ status, sign, name }) => {
          const pins = shown.filter((pin) => pin.status === status);
          if (pins.length === 0) return null;
          return (
            <div class={`ledger ${status}`} key={status}>
              <h3>
                <span class="sign" aria-hidden="true">
                  {sign}
                </span>
                {name}
              </h3>
              <ul>
                {pins.map((pin) => (
                  <Entry key={`${node.value?.id}${pin.sentence}`} pin={pin} />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}
