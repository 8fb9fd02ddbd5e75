import { Palette as SharedPalette } from "@turnpike/ui/palette/Palette.tsx";
import { useFinding } from "./use-finding.ts";

/** The command palette: finds screens, actions and the account's items. */
export function Palette({ onClose }: { onClose: () => void }) {
  return <SharedPalette useFinding={useFinding} onClose={onClose} />;
}
