/** The keyboard shortcuts, and how pressed keys map to them. */
import { screens } from "../navigation/screens.ts";

/** How long to wait for the next key after `g`. */
const WAIT_MS = 1_500;
const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
/** The palette's shortcut as it is written on this platform. */
export const paletteKeys: readonly string[] = isMac ? ["⌘", "K"] : ["Ctrl", "K"];

type Pressed = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "timeStamp"
>;

/** The letter of a key, also on keyboards with non-Latin alphabets. */
function letterOf({ key, code }: Pressed): string {
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  return /^\p{L}$/u.test(key) ? (/^[a-z]$/i.test(key) ? key : (latin ?? key)).toLowerCase() : key;
}

/** Ctrl K, or ⌘ K on a Mac: there Ctrl K deletes to the end of the line in text fields. */
export function opensPalette(pressed: Pressed, mac = isMac): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = pressed;
  if (altKey || shiftKey || isComposing) return false;
  return (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && letterOf(pressed) === "k";
}

export type Meaning = "search" | "keys" | { go: string } | null;

/** Reads single keys in sequence. Do not pass keys that were typed into a field. */
export function keyReader(): (pressed: Pressed) => Meaning {
  let goSince: number | null = null;
  return (pressed) => {
    const { ctrlKey, metaKey, altKey, isComposing, key, timeStamp } = pressed;
    if (key === "Shift") return null;
    const afterGo = goSince !== null && timeStamp - goSince <= WAIT_MS;
    goSince = null;
    if (ctrlKey || metaKey || altKey || isComposing) return null;
    const letter = letterOf(pressed);
    if (afterGo) {
      const screen = screens.find((one) => one.key === letter);
      return screen ? { go: screen.path } : null;
    }
    if (letter === "g") goSince = timeStamp;
    if (key === "/") return "search";
    return key === "?" ? "keys" : null;
  };
}

const writes = "input, textarea, select, [contenteditable], [role=menu], [role=listbox]";
const ticks = "input[type=checkbox], input[type=radio]";

/** Whether the focused element handles keys itself: a field, a menu or an open dialog. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  if (!(target instanceof Element) || target.matches(ticks)) return false;
  return target.closest(writes) !== null;
}
