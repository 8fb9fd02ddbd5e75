import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { openOverlay, useOverlay } from "@turnpike/ui/palette/overlay.ts";
import { Suspense, useEffect } from "react";
import { useNavigate } from "react-router";
import { isTaken, keyReader, opensPalette } from "./keys.ts";

const Palette = lazyComponent(async () => (await import("./Palette.tsx")).Palette);
const Shortcuts = lazyComponent(async () => (await import("./Shortcuts.tsx")).Shortcuts);

/** The command palette and the list of shortcuts, with their keys; each is loaded on first use. */
export function Overlays() {
  const which = useOverlay();
  useKeys();
  const close = () => openOverlay(null);
  return (
    <Suspense>
      {which === "palette" && <Palette onClose={close} />}
      {which === "keys" && <Shortcuts onClose={close} />}
    </Suspense>
  );
}

function useKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const read = keyReader();
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      if (opensPalette(event)) {
        event.preventDefault();
        return openOverlay("palette");
      }
      if (isTaken(event.target)) return;
      const meaning = read(event);
      if (meaning === null) return;
      event.preventDefault();
      if (meaning === "search") focusSearch();
      else if (meaning === "keys") openOverlay("keys");
      else void navigate(meaning.go);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [navigate]);
}

/** Focuses the screen's own search field, or opens the palette if it has none. */
function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('#screen input[type="search"]');
  const field = [...fields].find((one) => one.getClientRects().length > 0);
  if (!field) return openOverlay("palette");
  field.focus();
  field.select();
}
