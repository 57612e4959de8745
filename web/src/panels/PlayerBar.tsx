/** A player's name, captured pieces, material balance and clock. */

import type { Color } from "../api/types";
import { balanceOf, groups, playerName } from "../format";
import { about, game, node, position } from "../store";
import { pieceInWords } from "../board/words";
import { Piece } from "../ui/Icon";

function clockOf(color: Color): string | null {
  const shown = node.value;
  if (!shown) return null;
  if (shown.color === color) return shown.clock;
  return game.value?.nodes.get(shown.parent ?? -1)?.clock ?? null;
}

export function PlayerBar({ color }: { color: Color }) {
  const at = position.value;
  const header = game.value?.header;
  const other = color === "white" ? "black" : "white";
  const taken = groups(at?.captured[other] ?? "");
  const ahead = at ? balanceOf(color, at.balance) : "";
  const name = header ? playerName(color, header.tags, header.play, about.value) : color === "white" ? "White" : "Black";
  const elo = header?.tags[color === "white" ? "WhiteElo" : "BlackElo"];
  const clock = clockOf(color);
  const turn = at?.turn === color && !at.outcome;
  const words = taken.map(({ letter, count }) => `${count} ${pieceInWords(other.charAt(0) + letter)}${count > 1 ? "s" : ""}`);
  return (
    <div class={`player ${turn ? "to-move" : ""}`} data-color={color}>
      <span class={`disc ${color}`} aria-hidden="true" />
      <span class="name">{name}</span>
      {elo && <span class="elo muted">{elo}</span>}
      {turn && <span class="visually-hidden">to move</span>}
      {header?.play.thinking === color && <span class="thinking" role="img" aria-label="thinking" />}
      <span class="taken">
        {taken.map(({ letter, count }) => (
          <span class="stack" key={letter}>
            {Array.from({ length: count }, (_, i) => <Piece key={i} id={other.charAt(0) + letter} />)}
          </span>
        ))}
        {words.length > 0 && <span class="visually-hidden">has taken {words.join(", ")}</span>}
      </span>
      {ahead && <span class="ahead" title="Material">{ahead}</span>}
      {clock && <span class="clock">{clock.replace(/^0:/, "")}</span>}
    </div>
  );
}
