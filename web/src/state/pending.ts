/** Work under way, as `<html data-pending>`; browser tests wait until the attribute is gone. */

let running = 0;
let settle: ReturnType<typeof setTimeout> | undefined;

function show(): void {
  // Unit tests have no document.
  if (typeof document === "undefined") return;
  clearTimeout(settle);
  if (running > 0) document.documentElement.dataset["pending"] = String(running);
  // Work that ends often starts more: effects and rendering run first.
  else settle = setTimeout(() => delete document.documentElement.dataset["pending"], 20);
}

/** Marks work as under way. Returns the function that ends it; further calls of it have no effect. */
export function begin(): () => void {
  let ended = false;
  running += 1;
  show();
  return () => {
    if (ended) return;
    ended = true;
    running -= 1;
    show();
  };
}

/** Marks a promise as work under way. */
export async function during<T>(work: Promise<T>): Promise<T> {
  const end = begin();
  try {
    return await work;
  } finally {
    end();
  }
}

/** Debounces a function; the delay counts as work under way. */
export function later(ms: number): (run: () => void) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = (): void => undefined;
  return (run) => {
    clearTimeout(timer);
    end();
    end = begin();
    const ended = end;
    timer = setTimeout(() => {
      run();
      ended();
    }, ms);
  };
}
