import { useEffect, useRef } from "react";

const FIELDS = "input:not([type=hidden]), textarea, select";

/** Where a person begins: what is marked, the first field (the chosen one of a choice), the button. */
function beginningOf(body: HTMLElement): HTMLElement | null {
  const marked = body.querySelector<HTMLElement>("[data-autofocus]");
  if (marked) return marked;
  const seen = [...body.querySelectorAll<HTMLInputElement>(FIELDS)].filter(isUsable);
  const [first] = seen;
  if (first?.type === "radio") {
    return seen.find(({ name, checked }) => name === first.name && checked) ?? first;
  }
  return first ?? body.querySelector<HTMLElement>("button[data-variant=filled]:not(:disabled)");
}

const isUsable = (field: HTMLInputElement) => !field.disabled && !field.closest("[hidden]");

/**
 * Focus for a dialog whose content comes late, from an address for example: there was nothing but
 * the button that closes when the dialog placed it. Whoever has pressed something is left alone.
 */
export function useArrivedFocus() {
  const body = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const within = body.current;
    if (!within) return;
    const place = () => {
      if (document.activeElement !== close.current) return;
      beginningOf(within)?.focus({ preventScroll: true });
    };
    const arrivals = new MutationObserver(place);
    arrivals.observe(within, { childList: true, subtree: true });
    const stop = () => {
      arrivals.disconnect();
      document.removeEventListener("focusin", place);
      document.removeEventListener("keydown", stop, true);
      document.removeEventListener("pointerdown", stop, true);
    };
    document.addEventListener("focusin", place);
    document.addEventListener("keydown", stop, true);
    document.addEventListener("pointerdown", stop, true);
    return stop;
  }, []);
  return { body, close };
}
