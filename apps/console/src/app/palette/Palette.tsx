import { Palette as SharedPalette } from "@turnpike/ui/palette/Palette.tsx";
import { useFinding } from "./use-finding.ts";

/** The command palette: finds screens by name, and customers by any of their data. */
export function Palette({ onClose }: { onClose: () => void }) {
  return <SharedPalette useFinding={useFinding} onClose={onClose} />;
}
