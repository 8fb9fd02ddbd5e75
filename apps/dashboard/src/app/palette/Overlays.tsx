import i18next from "i18next";
import { Suspense, useEffect } from "react";
import { useNavigate } from "react-router";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { onceOnline } from "@turnpike/ui/lib/once-online.ts";
import { preloadToasts } from "@turnpike/ui/lib/toast.ts";
import { bufferKey, startKeyBuffer, takeBufferedKeys } from "./early-keys.ts";
import { handlesOwnKeys, shortcutReader, opensPalette, singleKeys } from "./keys.ts";
import { onOverlay, openOverlay, useOverlay } from "@turnpike/ui/palette/overlay.ts";

const loadPalette = async () => (await import("./Palette.tsx")).Palette;
const Palette = lazyComponent(loadPalette);
const Shortcuts = lazyComponent(async () => (await import("./Shortcuts.tsx")).Shortcuts);

/** Preloads the palette's code and translations. */
export function preloadPalette(): void {
  onceOnline(loadPalette).catch(() => undefined);
  void i18next.loadNamespaces("palette");
}
/** By then the screen has loaded everything it needs. */
const IDLE_MS = 4_000;

/** The palette and the list of shortcuts, each loaded when first opened, and their keys. */
export function Overlays() {
  const which = useOverlay();
  useKeys();
  useEarlyKeys();
  useEffect(() => {
    const timer = setTimeout(() => {
      preloadPalette();
      preloadToasts();
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
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
    const read = shortcutReader();
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      // Ctrl or ⌘ is pressed first: loading starts before the second key follows.
      if (event.key === "Control" || event.key === "Meta") preloadPalette();
      if (opensPalette(event)) {
        event.preventDefault();
        return openOverlay("palette");
      }
      if (!singleKeys.on() || handlesOwnKeys(event.target)) return;
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

/** Buffers keys from the moment the palette is requested until its field has the focus. */
function useEarlyKeys(): void {
  useEffect(() => {
    const stop = onOverlay((which) =>
      which === "palette" ? startKeyBuffer() : void takeBufferedKeys(),
    );
    const press = (event: KeyboardEvent) => void bufferKey(event, () => openOverlay(null));
    // In the capture phase, before anything on the page handles the key.
    addEventListener("keydown", press, true);
    return () => {
      stop();
      removeEventListener("keydown", press, true);
    };
  }, []);
}

/** Focuses the screen's own search field; opens the palette if the screen has none. */
function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('#screen input[type="search"]');
  const field = [...fields].find((field) => field.getClientRects().length > 0);
  if (!field) return openOverlay("palette");
  field.focus();
  field.select();
}
