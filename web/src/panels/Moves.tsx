/** The move list. It renders when the tree changes; navigation only moves the highlight. */

import { computed, useSignalEffect } from "@preact/signals";
import { memo } from "../ui/memo";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { demoteLine, promoteVariation, removeMove } from "../state/moves";
import { goTo } from "../state/view";
import { known, plural } from "../format";
import { type Block, type Cell, MAX_INDENT, moveList, type Token } from "../game/movelist";
import { hasLowerSibling, isMainline, ROOT } from "../game/tree";
import { judgements } from "../review/store";
import { JUDGEMENTS } from "../review/threats";
import { current, dialog, game, readOnly } from "../store";
import { Button } from "../ui/Button";

const nodes = computed(() => game.value?.nodes ?? null);
const blocks = computed(() => (nodes.value && game.peek() ? moveList(game.peek()!) : []));

function pinMark(cell: Cell) {
  if (cell.brings === 0 && cell.releases === 0) return null;
  const words = [cell.brings > 0 ? plural(cell.brings, "new pin") : "", cell.releases > 0 ? `${plural(cell.releases, "pin")} released` : ""]
    .filter(Boolean)
    .join(", ");
  return (
    <span class="pin-mark" title={words}>
      <span aria-hidden="true">{cell.brings > 0 ? "●" : "○"}</span>
      <span class="visually-hidden">, {words}</span>
    </span>
  );
}

/** A sign such as `??`, which a screen reader reads as its meaning. */
function Glyph({ kind = "", sign, meaning }: { kind?: string; sign: string; meaning: string }) {
  return (
    <>
      <span class={`glyph ${kind}`} title={meaning} aria-hidden="true">
        {sign}
      </span>
      <span class="visually-hidden">, {meaning}</span>
    </>
  );
}

function Move({ cell, label }: { cell: Cell; label?: string | null }) {
  const judged = judgements.value.get(cell.id);
  return (
    <button type="button" class="move" data-node={cell.id} tabIndex={-1}>
      {label && <span class="number">{label} </span>}
      {cell.san}
      {judged && !/[!?]/.test(cell.glyphs) && <Glyph kind={judged} sign={JUDGEMENTS[judged].glyph} meaning={JUDGEMENTS[judged].name} />}
      {cell.glyphs && <Glyph sign={cell.glyphs} meaning={cell.meaning} />}
      {pinMark(cell)}
    </button>
  );
}

function TokenView({ token }: { token: Token }) {
  switch (token.kind) {
    case "move":
      return <Move cell={token.cell} label={token.label} />;
    case "comment":
      return <span class="comment">{token.text}</span>;
    case "open":
      return <span class="bracket">(</span>;
    case "close":
      return <span class="bracket">)</span>;
  }
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "row":
      return (
        <div class="row">
          <span class="number">{block.number}</span>
          {block.white === "gap" ? <span class="gap">…</span> : block.white && <Move cell={block.white} />}
          {block.black && <Move cell={block.black} />}
        </div>
      );
    case "comment":
      return <p class="comment">{block.text}</p>;
    case "line":
      return (
        <div class={`line depth-${Math.min(block.depth, MAX_INDENT)}`}>
          {block.tokens.map((token, index) => (
            <TokenView key={index} token={token} />
          ))}
        </div>
      );
  }
}

const List = memo(({ list }: { list: Block[] }) => (
  <>
    {list.map((block, index) => (
      <BlockView key={index} block={block} />
    ))}
  </>
));

export function Moves() {
  const box = useRef<HTMLDivElement>(null);
  const list = blocks.value;

  function mark(): void {
    const host = box.current;
    if (!host) return;
    const old = host.querySelector<HTMLElement>("[aria-current]");
    old?.removeAttribute("aria-current");
    if (old) old.tabIndex = -1;
    const move = host.querySelector<HTMLElement>(`[data-node="${current.peek()}"]`);
    if (!move) {
      // A new move is drawn later, and marked then.
      if (current.peek() === ROOT) host.scrollTop = 0;
      return;
    }
    move.setAttribute("aria-current", "true");
    // One tab stop for the whole list; arrow keys go from move to move.
    move.tabIndex = 0;
    // Scroll only the list: on a phone the board has to stay visible.
    const top = move.getBoundingClientRect().top - host.getBoundingClientRect().top;
    if (top < 24 || top > host.clientHeight - 48) host.scrollTop += top - host.clientHeight / 2;
  }
  useSignalEffect(() => {
    void current.value;
    mark();
  });
  // Before the frame is painted: no frame shows the list without its mark.
  useLayoutEffect(mark, [list]);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(mark);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  function onClick(event: MouseEvent): void {
    const id = (event.target as Element).closest<HTMLElement>("[data-node]")?.dataset["node"];
    if (id === undefined) return;
    goTo(Number(id));
  }

  return (
    <div class="moves" ref={box} onClick={onClick} role="region" aria-label="Moves" tabIndex={0}>
      {list.length === 0 && <p class="empty">No move yet. Play one on the board, or type it.</p>}
      <List list={list} />
      <Ending />
    </div>
  );
}

function Ending() {
  const header = game.value?.header;
  if (!header || header.result === "*") return null;
  const outcome = game.value?.nodes.get(header.head)?.position?.outcome;
  const how = known(header.tags["Termination"]);
  return <p class="ending">{outcome?.result === header.result ? outcome.text : `${header.result}${how ? `, ${how}` : ""}`}</p>;
}

/** The actions for the displayed move. */
export function MoveTools() {
  const state = game.value;
  if (!state || readOnly.value) return null;
  const comment = { kind: "annotate", node: current.value } as const;
  if (current.value === ROOT) {
    return (
      <div class="move-tools" role="toolbar" aria-label="The game">
        <Button icon="note" title="Comment before the first move" onClick={() => (dialog.value = comment)} />
      </div>
    );
  }
  return (
    <div class="move-tools" role="toolbar" aria-label="This move">
      <Button icon="note" title="Comment on this move" onClick={() => (dialog.value = comment)} />
      {!isMainline(state, current.value) && <Button icon="raise" title="Make this variation the main line" onClick={promoteVariation} />}
      {hasLowerSibling(state, current.value) && <Button icon="lower" title="Move this line below the next one" onClick={demoteLine} />}
      <Button icon="trash" title="Delete from this move on" keys="Delete" onClick={removeMove} />
    </div>
  );
}
