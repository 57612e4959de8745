import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { dialog } from "../store";
import { Button } from "./Button";
import { Toasts } from "./Toasts";

/** A native modal dialog: it traps the focus, and Escape closes it. */
export function Modal({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  const mine = useRef(dialog.value);
  // The browser fires `close` with a delay: another dialog may have been requested by then, and a key pressed in between
  // must not be lost.
  function close(): void {
    element.current?.close();
    if (dialog.value === mine.current) dialog.value = null;
  }
  useLayoutEffect(() => {
    const shown = element.current;
    shown?.showModal();
    // The browser would focus the close button first.
    shown?.querySelector<HTMLElement>(".dialog-body > :not(header) :is(button, input, textarea, select)")?.focus();
    // Only a closed dialog restores the previous focus.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? "wide" : ""}
      aria-labelledby="dialog-title"
      onClose={close}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <Button icon="close" title="Close" onClick={close} />
        </header>
        {children}
      </div>
      <Toasts />
    </dialog>
  );
}
