/**
 * Buffers keys typed after the palette was requested and before its field has the focus, since its
 * code may still be loading. They go to the field and have no effect on the page.
 */
let buffered: string[] | null = null;
/** Enter was pressed before there was a row to run. */
let entered = false;

/** Starts buffering keys; called when the palette is requested. */
export function startKeyBuffer(): void {
  buffered ??= [];
  entered = false;
}

/** Returns what was typed and stops buffering: from now on the field receives the keys itself. */
export function takeBufferedKeys(): { text: string; entered: boolean } {
  const taken = { text: buffered?.join("") ?? "", entered };
  buffered = null;
  entered = false;
  return taken;
}

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "preventDefault" | "stopPropagation"
>;

/** Buffers a key while the palette loads; returns whether it did. Escape cancels the palette. */
export function bufferKey(pressed: KeyPress, cancel: () => void): boolean {
  if (buffered === null || pressed.isComposing) return false;
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return false;
  const { key } = pressed;
  if (key === "Escape") {
    buffered = null;
    cancel();
  } else if (key === "Enter") entered = true;
  else if (key === "Backspace") buffered.pop();
  else if ([...key].length === 1) buffered.push(key);
  else return false;
  pressed.preventDefault();
  pressed.stopPropagation();
  return true;
}
