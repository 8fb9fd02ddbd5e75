import { Overlays as SharedOverlays } from "@turnpike/ui/palette/Overlays.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { onceOnline } from "@turnpike/ui/lib/once-online.ts";
import i18next from "i18next";
import { goKeys } from "./go-keys.ts";

const loadPalette = async () => (await import("./Palette.tsx")).Palette;
const Palette = lazyComponent(loadPalette);
const Shortcuts = lazyComponent(async () => (await import("./Shortcuts.tsx")).Shortcuts);

/** Loads the palette's code and translations. */
export function preloadPalette(): void {
  onceOnline(loadPalette).catch(() => undefined);
  void i18next.loadNamespaces("palette");
}

/** The command palette and the list of shortcuts, with their keys. */
export function Overlays() {
  const parts = { palette: Palette, shortcuts: Shortcuts, goKeys, preload: preloadPalette };
  return <SharedOverlays {...parts} />;
}
