import { about } from "../store";
import { Modal } from "../ui/Modal";
import { KindSample } from "../panels/KindSample";

const KEYS: [keys: string[], what: string][] = [
  [["←", "→"], "one move back or forward"],
  [["↑", "↓"], "between variations"],
  [["Home", "End"], "to the start, to the end"],
  [["f"], "flip the board"],
  [["p"], "show or hide pins on the board"],
  [["a"], "show only pins that cost something, or all"],
  [["m"], "type a move"],
  [["Ctrl+Z", "Ctrl+Y"], "undo and redo any change"],
  [["Delete"], "delete from this move on"],
  [["n"], "new game"],
  [["e"], "set up a position"],
  [["g"], "games"],
  [["[", "]"], "previous and next game"],
  [["i"], "import; or just paste or drop"],
  [["Tab"], "to the board: arrow keys select a square, Enter picks a piece up and puts it down"],
  [["right click"], "a circle on a square; drag for an arrow; Shift, Alt change the colour; on a touch screen press long"],
  [["wheel"], "over the board: one move back or forward"],
  [[","], "settings; single letters can be switched off there"],
  [["?"], "this help"],
];

export function HelpDialog() {
  return (
    <Modal title="Help">
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h3>Signs</h3>
      <dl class="keys">
        <div>
          <dt>
            <KindSample kind="absolute_pin" />
          </dt>
          <dd>absolute pin: the piece shields its king</dd>
        </div>
        <div>
          <dt>
            <KindSample kind="relative_pin" />
          </dt>
          <dd>relative pin: it shields a more valuable piece, or one that would hang</dd>
        </div>
        <div>
          <dt class="pin-mark">●</dt>
          <dd>the move creates a pin</dd>
        </div>
        <div>
          <dt class="pin-mark">○</dt>
          <dd>the move releases a pin</dd>
        </div>
      </dl>
      {about.value && (
        <p class="muted">
          {about.value.name} {about.value.version}
        </p>
      )}
    </Modal>
  );
}
