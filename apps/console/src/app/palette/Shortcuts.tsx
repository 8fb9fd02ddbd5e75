import { Shortcuts as SharedShortcuts } from "@turnpike/ui/palette/Shortcuts.tsx";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import { screens } from "../navigation/screens.ts";

/** The list of shortcuts: the screens with a key that the role may see. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  useT();
  const canCall = useCanCall();
  const goes = screens.flatMap(({ name, key, needs }) =>
    key && canCall(needs) ? [{ letter: key, title: word("screens", `${name}.title`) }] : [],
  );
  return <SharedShortcuts goes={goes} onClose={onClose} />;
}
