/** A virtual list: only visible rows are in the DOM, and rows are loaded in pages. */

import type { Signal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { pagesFor, visibleRange } from "./range";

const PAGE = 100;
const SPARE = 6;

interface Props<T> {
  label: string;
  rowHeight: number;
  /** A new key discards the loaded rows. */
  version: string;
  load(offset: number, limit: number): Promise<{ total: number; rows: T[] }>;
  row(item: T, index: number): ComponentChildren;
  empty: ComponentChildren;
  /** The index of the row that Enter opens. */
  selected?: number;
  /** Receives the function that returns a loaded row. */
  rows?: RefObject<(index: number) => T | undefined>;
}

/** Returns a key handler for a search field: arrows select a row, Enter opens it. */
export function listKeys<T>(
  selected: Signal<number>,
  rows: RefObject<(index: number) => T | undefined>,
  open: (item: T) => void,
): (event: KeyboardEvent) => void {
  const at = (index: number): T | undefined => rows.current?.(index);
  return (event) => {
    if (event.key === "ArrowDown" && at(selected.value + 1) !== undefined) selected.value += 1;
    else if (event.key === "ArrowUp") selected.value = Math.max(0, selected.value - 1);
    else if (event.key === "Enter") {
      const item = at(selected.value);
      if (item !== undefined) open(item);
    } else return;
    event.preventDefault();
  };
}

export function VirtualList<T>(props: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState(0);
  const [height, setHeight] = useState(400);
  const [total, setTotal] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [, redraw] = useState(0);
  const pages = useRef(new Map<number, T[] | "loading">());
  const wanted = useRef(props.version);

  useEffect(() => {
    wanted.current = props.version;
    pages.current = new Map();
    setTotal(null);
    if (box.current) box.current.scrollTop = 0;
    setScroll(0);
    void fetchPage(0);
  }, [props.version]);

  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 400));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  async function fetchPage(page: number): Promise<void> {
    if (pages.current.has(page)) return;
    const { version } = props;
    pages.current.set(page, "loading");
    try {
      const answer = await props.load(page * PAGE, PAGE);
      if (wanted.current !== version) return;
      pages.current.set(page, answer.rows);
      setTotal(answer.total);
      setRefused(null);
      redraw((n) => n + 1);
    } catch (error) {
      if (wanted.current !== version) return;
      pages.current.delete(page);
      setRefused(error instanceof Error ? error.message : String(error));
    }
  }

  function itemAt(index: number): T | undefined {
    const page = pages.current.get(Math.floor(index / PAGE));
    return page && page !== "loading" ? page[index % PAGE] : undefined;
  }
  if (props.rows) props.rows.current = itemAt;
  useEffect(() => {
    const shown = box.current;
    if (!shown || props.selected === undefined) return;
    const top = props.selected * props.rowHeight;
    if (top < shown.scrollTop) shown.scrollTop = top;
    else if (top + props.rowHeight > shown.scrollTop + height) shown.scrollTop = top + props.rowHeight - height;
  }, [props.selected]);

  const [first, end] = visibleRange(scroll, height, props.rowHeight, total ?? 0, SPARE);
  useEffect(() => {
    for (const page of pagesFor(first, end, PAGE)) void fetchPage(page);
  }, [first, end, total]);

  const rows: ComponentChildren[] = [];
  for (let index = first; index < end; index += 1) {
    const item = itemAt(index);
    rows.push(
      <li
        key={index}
        class={index === props.selected ? "selected" : undefined}
        style={{ top: `${index * props.rowHeight}px`, height: `${props.rowHeight}px` }}
        aria-posinset={index + 1}
        aria-setsize={total ?? -1}
      >
        {item === undefined ? <span class="muted">…</span> : props.row(item, index)}
      </li>,
    );
  }
  return (
    <div class="virtual-list" ref={box} tabIndex={0} role="region" aria-label={props.label} onScroll={() => setScroll(box.current?.scrollTop ?? 0)}>
      {total === 0 && <div class="empty">{props.empty}</div>}
      {refused && total === null && (
        <p class="empty refused" role="alert">
          {refused}
        </p>
      )}
      <ul style={{ height: `${(total ?? 0) * props.rowHeight}px` }}>{rows}</ul>
    </div>
  );
}
