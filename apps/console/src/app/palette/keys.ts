/** The keyboard's shortcuts, and what a pressed key means. */
import { screens } from "../navigation/screens.ts";

/** After `g` the next key is waited for so long. */
const WAIT_MS = 1_500;
const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
/** How the palette's keys are written here. */
export const paletteKeys: readonly string[] = isMac ? ["⌘", "K"] : ["Ctrl", "K"];

type Pressed = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "timeStamp"
>;

/** The letter of a key, on keyboards of other alphabets too. */
function letterOf({ key, code }: Pressed): string {
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  return /^\p{L}$/u.test(key) ? (/^[a-z]$/i.test(key) ? key : (latin ?? key)).toLowerCase() : key;
}

/** Ctrl K, on a Mac ⌘ K: Ctrl K there cuts a line in text fields. */
export function opensPalette(pressed: Pressed, mac = isMac): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = pressed;
  if (altKey || shiftKey || isComposing) return false;
  return (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && letterOf(pressed) === "k";
}

export type Meaning = "search" | "keys" | { go: string } | null;

/** Reads single keys one after the other; what it is given must not have been typed into a field. */
export function keyReader(): (pressed: Pressed) => Meaning {
  let goSince: number | null = null;
  return (pressed) => {
    const { ctrlKey, metaKey, altKey, isComposing, key, timeStamp } = pressed;
    if (key === "Shift") return null;
    const going = goSince !== null && timeStamp - goSince <= WAIT_MS;
    goSince = null;
    if (ctrlKey || metaKey || altKey || isComposing) return null;
    const letter = letterOf(pressed);
    if (going) {
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

/** Whether a key belongs to what it was pressed in: a field, a menu, a dialog that is open. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  if (!(target instanceof Element) || target.matches(ticks)) return false;
  return target.closest(writes) !== null;
}
