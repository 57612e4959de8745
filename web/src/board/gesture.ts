/**
 * Pointer gestures on the board, by mouse, pen and touch. A press of the main button drags or clicks; the right button
 * or a long touch draws arrows and circles. A swipe that starts where nothing can be moved scrolls the page.
 */

import type { Square } from "../api/types";
import { type Point, squareAt } from "./geometry";

export interface GestureEvents {
  /** The main button goes down on a square. Returns whether the piece on it follows the pointer. */
  press(square: Square): boolean;
  /** The pressed piece is dragged: the pointer in units of squares, and the square below it. */
  drag(point: Point, over: Square | null): void;
  /** The pressed piece is released; `dragged` tells a drag from a click. */
  release(over: Square | null, dragged: boolean): void;
  cancel(): void;
  /** An arrow or, with equal squares, a circle is being drawn; null ends it without a result. */
  draw(from: Square, to: Square | null, keys: Modifiers): void;
  drawn(from: Square, to: Square | null, keys: Modifiers): void;
  /** Whether a touch of the square belongs to the board; otherwise it may scroll the page. */
  claims(square: Square): boolean;
}

export type Modifiers = Pick<PointerEvent, "shiftKey" | "ctrlKey" | "altKey">;

/** The distance in pixels from which a press is a drag. */
const THRESHOLD = 4;
/** The time in milliseconds after which a resting touch draws. */
const LONG_PRESS = 450;

/** What the pressed pointer does. */
interface Press {
  pointer: number;
  square: Square;
  x: number;
  y: number;
  mode: "press" | "drag" | "draw" | "none";
}

export function watchGestures(host: HTMLElement, flipped: () => boolean, events: GestureEvents): () => void {
  let pressed: Press | null = null;
  let longPress: ReturnType<typeof setTimeout> | undefined;

  function pointOf(event: { clientX: number; clientY: number }): Point {
    const box = host.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * 8, y: ((event.clientY - box.top) / box.height) * 8 };
  }
  const at = (event: { clientX: number; clientY: number }): Square | null => squareAt(pointOf(event), flipped());

  function down(event: PointerEvent): void {
    const square = at(event);
    if (pressed || !square || (event.target as Element).closest("button")) return;
    const draws = event.button === 2;
    if (!draws && event.button !== 0) return;
    const follows = !draws && events.press(square);
    pressed = { pointer: event.pointerId, square, x: event.clientX, y: event.clientY, mode: draws ? "draw" : follows ? "press" : "none" };
    host.setPointerCapture(event.pointerId);
    if (draws) events.draw(square, square, event);
    else if (event.pointerType === "touch") longPress = setTimeout(startDrawing, LONG_PRESS, pressed);
  }

  function startDrawing(press: Press): void {
    if (press !== pressed) return;
    if (press.mode === "press") events.cancel();
    press.mode = "draw";
    events.draw(press.square, press.square, { shiftKey: false, ctrlKey: false, altKey: false });
  }

  function move(event: PointerEvent): void {
    if (pressed?.pointer !== event.pointerId) return;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > THRESHOLD;
    if (far) clearTimeout(longPress);
    if (pressed.mode === "press" && far) pressed.mode = "drag";
    if (pressed.mode === "drag") events.drag(pointOf(event), at(event));
    else if (pressed.mode === "draw") events.draw(pressed.square, at(event), event);
  }

  function end(event: PointerEvent): void {
    if (pressed?.pointer !== event.pointerId) return;
    clearTimeout(longPress);
    const { mode, square } = pressed;
    pressed = null;
    const cancelled = event.type === "pointercancel";
    if (mode === "draw") events.drawn(square, cancelled ? null : at(event), event);
    else if (mode !== "none" && cancelled) events.cancel();
    else if (mode !== "none") events.release(at(event), mode === "drag");
  }

  /** Prevents scrolling where a piece can be dragged. */
  function touchStart(event: TouchEvent): void {
    const [touch] = event.touches;
    const square = touch && at(touch);
    if (event.touches.length === 1 && square && events.claims(square)) event.preventDefault();
  }
  function touchMove(event: TouchEvent): void {
    if (pressed && pressed.mode !== "none" && event.cancelable) event.preventDefault();
  }
  const noMenu = (event: Event): void => event.preventDefault();

  const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
    ["contextmenu", noMenu],
    ["touchstart", touchStart, { passive: false }],
    ["touchmove", touchMove, { passive: false }],
  ];
  for (const [name, listener, options] of listeners) host.addEventListener(name, listener as EventListener, options);
  return () => {
    clearTimeout(longPress);
    for (const [name, listener] of listeners) host.removeEventListener(name, listener as EventListener);
  };
}
