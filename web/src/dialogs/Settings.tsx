/** The user's choices: looks, sounds, input, confirmations. */

import type { Signal } from "@preact/signals";
import { BOARDS, boardColours, confirmDelete, confirmEnd, letterKeys, PIECES, pieceColours, premoves, sounds, wheelSteps } from "../settings";
import { theme } from "../store";
import { Modal } from "../ui/Modal";

function Choice<T extends string>({ label, value, names }: { label: string; value: Signal<T>; names: Record<T, string> }) {
  return (
    <label class="field row-field">
      {label}
      <select value={value.value} onChange={(event) => (value.value = event.currentTarget.value as T)}>
        {(Object.entries(names) as [T, string][]).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Switch({ label, value }: { label: string; value: Signal<boolean> }) {
  return (
    <label class="switch">
      <input type="checkbox" role="switch" checked={value.value} onChange={(event) => (value.value = event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** Four squares with a piece of each side, in the chosen colours. */
function Sample() {
  return (
    <svg class="sample" viewBox="0 0 400 100" aria-hidden="true">
      {[0, 1, 2, 3].map((i) => (
        <rect key={i} class={i % 2 ? "dark" : "light"} x={i * 100} width="100" height="100" />
      ))}
      {["wk", "bq", "wn", "bp"].map((id, i) => (
        <use key={id} href={`#${id}`} x={i * 100} />
      ))}
    </svg>
  );
}

export function SettingsDialog() {
  return (
    <Modal title="Settings">
      <div class="settings">
        <h3>Looks</h3>
        <Choice label="Page" value={theme} names={{ auto: "Follow the system", light: "Light", dark: "Dark" }} />
        <Choice label="Board" value={boardColours} names={BOARDS} />
        <Choice label="Pieces" value={pieceColours} names={PIECES} />
        <Sample />
        <h3>Playing</h3>
        <Switch label="Sounds" value={sounds} />
        <Switch label="Premoves: enter a move while the computer thinks" value={premoves} />
        <Switch label="Mouse wheel over the board steps through the game" value={wheelSteps} />
        <h3>Ask first</h3>
        <Switch label="Before resigning or agreeing on a draw" value={confirmEnd} />
        <Switch label="Before deleting moves or games" value={confirmDelete} />
        <h3>Keyboard</h3>
        <Switch label="Single letters are shortcuts (f, p, m, n …)" value={letterKeys} />
      </div>
    </Modal>
  );
}
