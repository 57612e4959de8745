import { isLoopback } from "../address";
import { copy } from "../state/clipboard";
import { api, exportPath } from "../api/client";
import { API } from "../api/reach";
import { saveReport } from "../review/save";
import { review } from "../review/store";
import { attempt } from "../state/messages";
import { current, flipped, game, showPins } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

interface Form {
  form: "pgn" | "fen" | "svg" | "png" | "gif";
  name: string;
  what: string;
  options: Parameters<typeof exportPath>[2];
  type: string | null;
}

export function ShareDialog() {
  const id = game.value?.header.id;
  if (id === undefined) return null;
  const picture = { node: current.value, flip: flipped.value, pins: showPins.value };
  const noted: Form = {
    form: "pgn",
    name: "PGN with notes",
    what: "the game with the coach's judgements and lines",
    options: { coach: true },
    type: "text/plain",
  };
  const forms: Form[] = [
    { form: "pgn", name: "PGN", what: "the whole game with variations and comments", options: {}, type: "text/plain" },
    ...(review.value ? [noted] : []),
    { form: "fen", name: "FEN", what: "the position on the board", options: { node: current.value }, type: "text/plain" },
    { form: "svg", name: "SVG", what: "a picture for print and web", options: picture, type: "text/plain" },
    { form: "png", name: "PNG", what: "a picture for chats and documents", options: { ...picture, size: 1200 }, type: "image/png" },
    { form: "gif", name: "GIF", what: "the line on the board, move by move", options: { ...picture, size: 480 }, type: null },
  ];
  return (
    <Modal title="Copy or save">
      <ul class="forms">
        <li>
          <span>
            <b>Link</b>
            <small class="muted">to this move, from this side{isLoopback(location.hostname) && "; opens on this computer only"}</small>
          </span>
          <Button onClick={() => void copy("Link", "text/plain", () => Promise.resolve(location.href))}>Copy</Button>
        </li>
        {forms.map(({ form, name, what, options, type }) => (
          <li key={name}>
            <span>
              <b>{name}</b>
              <small class="muted">{what}</small>
            </span>
            {type && (
              <Button
                onClick={() =>
                  void copy(name, type, () => {
                    const path = exportPath(id, form, options);
                    return form === "png" ? api.blob(path) : api.text(path).then((text) => (form === "fen" ? text.trim() : text));
                  })
                }
              >
                Copy
              </Button>
            )}
            <a class="button" href={API + exportPath(id, form, { ...options, download: true })} download>
              <span class="label">Save</span>
            </a>
          </li>
        ))}
        <li>
          <span>
            <b>HTML report</b>
            <small class="muted">a page to send: it works without pinsight</small>
          </span>
          <Button onClick={() => void attempt(saveReport)}>Save</Button>
        </li>
      </ul>
    </Modal>
  );
}
