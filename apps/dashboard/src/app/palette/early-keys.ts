/**
 * Keys that are typed after the palette was asked for and before its field can take them: its code
 * may still be on its way. They are kept for the field, and mean nothing to the page.
 */
let kept: string[] | null = null;
/** Enter was pressed before there was anything to run. */
let entered = false;

/** From now on keys are kept; called as the palette is asked for. */
export function keepEarlyKeys(): void {
  kept ??= [];
  entered = false;
}

/** What was typed meanwhile; the field takes the keys itself from now on. */
export function takeEarlyKeys(): { text: string; entered: boolean } {
  const taken = { text: kept?.join("") ?? "", entered };
  kept = null;
  entered = false;
  return taken;
}

type Pressed = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "preventDefault" | "stopPropagation"
>;

/** Keeps a key where the palette is awaited; true where it did. Escape gives the palette up. */
export function keepEarlyKey(pressed: Pressed, giveUp: () => void): boolean {
  if (kept === null || pressed.isComposing) return false;
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return false;
  const { key } = pressed;
  if (key === "Escape") {
    kept = null;
    giveUp();
  } else if (key === "Enter") entered = true;
  else if (key === "Backspace") kept.pop();
  else if ([...key].length === 1) kept.push(key);
  else return false;
  pressed.preventDefault();
  pressed.stopPropagation();
  return true;
}
