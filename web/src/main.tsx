import "./styles/index.css";
import { render } from "preact";
import pieces from "virtual:pieces";
import { App } from "./App";
import { start } from "./state/games";
import { receiveDrops } from "./drop";
import { startEffects } from "./effects";
import { listen } from "./keys";

/** Adds the piece sprite to the page once; all pieces refer to it. */
function placePieces(): void {
  const sprite = new DOMParser().parseFromString(pieces, "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(sprite);
}

placePieces();
startEffects();
const page = document.getElementById("page");
if (page) render(<App />, page);
listen();
receiveDrops();
void start();
