import { dismiss } from "../state/messages";
import { busy, dialog, toasts } from "../store";
import { Button } from "./Button";

/** Messages. A modal dialog shows them itself, because everything outside of it is inert. */
export function Toasts() {
  return (
    <div class="toasts" aria-live="assertive">
      {busy.value && dialog.value === null && (
        <div class="toast info">
          <span class="thinking" aria-hidden="true" />
          {busy.value}
        </div>
      )}
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast ${toast.tone}`}>
          <p>{toast.text}</p>
          {toast.undo && (
            <Button
              class="link"
              onClick={() => {
                dismiss(toast.id);
                toast.undo?.();
              }}
            >
              Undo
            </Button>
          )}
          <Button
            icon="close"
            title="Dismiss"
            onClick={() => {
              dismiss(toast.id);
              toast.closed?.();
            }}
          />
        </div>
      ))}
    </div>
  );
}
