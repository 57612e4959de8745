import "./styles/index.css";
import { render } from "preact";
import pieces from "virtual:pieces";
import { App } from "./App";
import { start } from "./actions";
import { receiveDrops } from "./drop";
import { startEffects } from "./effects";
import { listen } from "./keys";

/** The pieces stand once in the page; everything else refers to them. */
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
