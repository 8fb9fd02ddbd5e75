/** The keyboard shortcuts as data, and the meaning of a pressed key. */
import { browserStore } from "../lib/storage.ts";

/** `g` followed by a letter opens a screen: its path, by letter. */
export type GoKeys = Readonly<Record<string, string>>;

/** How long to wait for the next key after `g`. */
const SEQUENCE_TIMEOUT_MS = 1_500;

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
/** The palette's shortcut as written on this system. */
export const paletteKeys: readonly string[] = isMac ? ["⌘", "K"] : ["Ctrl", "K"];

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "timeStamp"
>;

/** The letter of a key, on non-Latin keyboards too. */
function letterOf({ key, code }: KeyPress): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  return /^\p{L}$/u.test(key) && latin ? latin.toLowerCase() : key;
}

/** Ctrl K, or ⌘ K on a Mac, where Ctrl K cuts a line in text fields. */
export function opensPalette(pressed: KeyPress, mac = isMac): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = pressed;
  if (altKey || shiftKey || isComposing) return false;
  return (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && letterOf(pressed) === "k";
}

type ShortcutAction = "search" | "keys" | { go: string } | null;

/** Returns a reader of consecutive single keys. Do not pass it keys typed into a field. */
export function shortcutReader(goKeys: GoKeys): (pressed: KeyPress) => ShortcutAction {
  let goSince: number | null = null;
  return (pressed) => {
    const { ctrlKey, metaKey, altKey, isComposing, key, timeStamp } = pressed;
    if (key === "Shift") return null;
    const going = goSince !== null && timeStamp - goSince <= SEQUENCE_TIMEOUT_MS;
    goSince = null;
    if (ctrlKey || metaKey || altKey || isComposing) return null;
    const letter = letterOf(pressed);
    if (going) {
      const path = Object.hasOwn(goKeys, letter) ? goKeys[letter] : undefined;
      return path === undefined ? null : { go: path };
    }
    if (letter === "g") goSince = timeStamp;
    if (key === "/") return "search";
    return key === "?" ? "keys" : null;
  };
}

const KEY_HANDLING_SELECTOR =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox]";
const INPUT_EXCEPTIONS =
  "input[type=checkbox], input[type=radio], input[type=button], input[type=submit]";

/** Whether the element handles the key itself: a field, a menu, an open dialog. */
export function handlesOwnKeys(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  if (!(target instanceof Element) || target.matches(INPUT_EXCEPTIONS)) return false;
  return target.closest(KEY_HANDLING_SELECTOR) !== null;
}

const STORAGE_KEY = "app.keys";
/** Single-key shortcuts can be switched off, for people who use speech input (WCAG 2.1.4). */
export const singleKeys = {
  on: (): boolean => browserStore.get(STORAGE_KEY) !== "off",
  set: (on: boolean): void =>
    on ? browserStore.remove(STORAGE_KEY) : browserStore.set(STORAGE_KEY, "off"),
};
