/** The evaluation graph: White's win chance along the reviewed line, one column per ply. A click shows that ply. */

import { useEffect, useRef, useState } from "preact/hooks";
import { columnAt } from "../game/strip";
import { goTo } from "../state/view";
import { current, game } from "../store";
import { areaPath, graphPoints } from "./graph";
import { review } from "./store";
import { isBad, JUDGEMENTS } from "./threats";

const HEIGHT = 72;

export function EvalGraph() {
  const found = review.value;
  const body = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(600);
  useEffect(() => {
    const host = body.current;
    if (!host) return undefined;
    const observer = new ResizeObserver(() => setRoom(host.clientWidth));
    observer.observe(host);
    return () => observer.disconnect();
  }, [found === null]);
  if (!found || found.moves.length < 2) return null;
  const state = game.value;
  const points = graphPoints(found, (node) => state?.nodes.get(node)?.color === "white");
  const columns = found.nodes.length;
  const width = room / columns;
  const at = found.nodes.indexOf(current.value);
  const go = (column: number): void => {
    const id = found.nodes[column];
    if (id !== undefined) goTo(id);
  };
  return (
    <section class="panel eval-graph" aria-labelledby="graph-title">
      <h2 id="graph-title">Evaluation</h2>
      <div class="graph-body" ref={body}>
        <svg
          width={room}
          height={HEIGHT}
          role="img"
          aria-label="White's win chance after each move"
          onClick={(event) => go(columnAt(event.clientX - event.currentTarget.getBoundingClientRect().left, width, columns))}
        >
          <rect class="black-area" width={room} height={HEIGHT} />
          <path class="white-area" d={areaPath(points, width, HEIGHT)} />
          <path class="middle" d={`M0 ${HEIGHT / 2}h${room}`} />
          {at >= 0 && <rect class="now" x={at * width} width={Math.max(2, width)} height={HEIGHT} />}
          {points.map(
            (point) =>
              point.judgement &&
              isBad(point.judgement) && (
                <circle
                  key={point.node}
                  class={`judged ${point.judgement}`}
                  cx={(point.column + 0.5) * width}
                  cy={Math.max(5, Math.min(HEIGHT - 5, (1 - point.chance) * HEIGHT))}
                  r="4"
                >
                  <title>{JUDGEMENTS[point.judgement].name}</title>
                </circle>
              ),
          )}
        </svg>
      </div>
    </section>
  );
}
