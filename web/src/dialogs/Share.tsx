import { copy } from "../state/clipboard";
import { api, exportPath } from "../api/client";
import { current, flipped, game, showPins } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

export function ShareDialog() {
  const id = game.value?.header.id;
  if (id === undefined) return null;
  const picture = { node: current.value, flip: flipped.value, pins: showPins.value };
  const forms = [
    { form: "pgn", name: "PGN", what: "the whole game with variations and comments", options: {}, type: "text/plain" },
    { form: "fen", name: "FEN", what: "the position on the board", options: { node: current.value }, type: "text/plain" },
    { form: "svg", name: "SVG", what: "a picture for print and web", options: picture, type: "text/plain" },
    { form: "png", name: "PNG", what: "a picture for chats and documents", options: { ...picture, size: 1200 }, type: "image/png" },
  ] as const;
  return (
    <Modal title="Copy or save">
      <ul class="forms">
        {forms.map(({ form, name, what, options, type }) => (
          <li key={form}>
            <span><b>{name}</b><small class="muted">{what}</small></span>
            <Button
              onClick={() => void copy(name, type, () => {
                const path = exportPath(id, form, options);
                return form === "png" ? api.blob(path) : api.text(path).then((text) => (form === "fen" ? text.trim() : text));
              })}
            >
              Copy
            </Button>
            <a class="button" href={`/api${exportPath(id, form, { ...options, download: true })}`} download>
              <span class="label">Save</span>
            </a>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
