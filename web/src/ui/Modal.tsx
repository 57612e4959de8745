import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { dialog } from "../store";
import { Button } from "./Button";

/** A dialog of the browser: it keeps the focus inside, and Escape closes it. */
export function Modal({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
    // The browser would begin with the button that closes.
    element.current?.querySelector<HTMLElement>(".dialog-body > :not(header) :is(button, input, textarea, select)")?.focus();
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? "wide" : ""}
      aria-labelledby="dialog-title"
      onClose={() => (dialog.value = null)}
      onClick={(event) => {
        if (event.target === element.current) element.current?.close();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <Button icon="close" title="Close" onClick={() => element.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
