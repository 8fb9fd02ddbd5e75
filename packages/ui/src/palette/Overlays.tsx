import { type ComponentType, Suspense, useEffect } from "react";
import { useNavigate } from "react-router";
import { preloadToasts } from "../lib/toast.ts";
import { bufferKey, startKeyBuffer, takeBufferedKeys } from "./early-keys.ts";
import { type GoKeys, handlesOwnKeys, shortcutReader, opensPalette, singleKeys } from "./keys.ts";
import { onOverlay, openOverlay, useOverlay } from "./overlay.ts";

interface OverlaysProps {
  /** Both are loaded when first opened. */
  palette: ComponentType<{ onClose: () => void }>;
  shortcuts: ComponentType<{ onClose: () => void }>;
  goKeys: GoKeys;
  /** Loads the palette's code and translations. */
  preload: () => void;
}
/** By then the screen has loaded everything it needs. */
const IDLE_MS = 4_000;

/** The palette and the list of shortcuts, and their keys. */
export function Overlays(props: OverlaysProps) {
  const { palette: Palette, shortcuts: Shortcuts, preload } = props;
  const which = useOverlay();
  useKeys(props);
  useEarlyKeys();
  useEffect(() => {
    const timer = setTimeout(() => {
      preload();
      preloadToasts();
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [preload]);
  const close = () => openOverlay(null);
  return (
    <Suspense>
      {which === "palette" && <Palette onClose={close} />}
      {which === "keys" && <Shortcuts onClose={close} />}
    </Suspense>
  );
}

function useKeys({ goKeys, preload }: OverlaysProps): void {
  const navigate = useNavigate();
  useEffect(() => {
    const read = shortcutReader(goKeys);
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      // Ctrl or ⌘ is pressed first: loading starts before the second key follows.
      if (event.key === "Control" || event.key === "Meta") preload();
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
  }, [navigate, goKeys, preload]);
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
