/**
 * The browser's storage; nothing else touches it (`tools/repository-laws.test.ts`). A browser may block it or
 * have no room left: values then live in memory, as long as the page, and the page says so.
 */
import { useSyncExternalStore } from "react";

export interface Store {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
  keys: () => string[];
}

let isLost = false;
const listeners = new Set<() => void>();

function reportLost(): void {
  if (isLost) return;
  isLost = true;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether something could not be stored: it is forgotten when the page is closed or reloaded. */
export const useStorageLost = (): boolean => useSyncExternalStore(subscribe, () => isLost);

/** Runs an access; false if the browser refuses it. */
function isDone(access: () => void): boolean {
  try {
    access();
    return true;
  } catch {
    return false;
  }
}

/** `open` is called each time: in some browsers even reading the property throws. */
function storeOf(open: () => Storage): Store {
  /** What could not be stored; null for what could not be removed. */
  const unstored = new Map<string, string | null>();
  const isReadable = () => isDone(() => open().getItem(""));
  return {
    get(key) {
      let value: string | null = null;
      if (!unstored.has(key) && !isDone(() => (value = open().getItem(key)))) reportLost();
      return unstored.get(key) ?? value;
    },
    set(key, value) {
      unstored.delete(key);
      if (isDone(() => open().setItem(key, value))) return;
      // An older value would come back with the next page.
      isDone(() => open().removeItem(key));
      unstored.set(key, value);
      reportLost();
    },
    remove(key) {
      unstored.delete(key);
      if (!isDone(() => open().removeItem(key)) && isReadable()) unstored.set(key, null);
    },
    keys() {
      const stored: string[] = [];
      isDone(() => stored.push(...Object.keys(open())));
      return [...new Set([...stored, ...unstored.keys()])];
    },
  };
}

/** Kept for all windows of this browser. */
export const browserStore = storeOf(() => localStorage);
/** What the first releases kept, under a prefix of their own. */
const FORMER =
  /^[a-z]{8}\.(session|user|mirrored|lang|keys|verifyHint|proxyForm|proxyTemplate|guideHidden|seenNews|views\..+|recent\..+)$/;

/** Moves what the first releases kept to where it is looked for now; called before anything is read. */
export function adoptFormerKeys(): void {
  for (const key of browserStore.keys()) {
    const name = FORMER.exec(key)?.[1];
    if (name === undefined) continue;
    const value = browserStore.get(key);
    if (value !== null && browserStore.get(`app.${name}`) === null)
      browserStore.set(`app.${name}`, value);
    browserStore.remove(key);
  }
}

/** Kept for this tab, also when the page is reloaded. */
export const tabStore = storeOf(() => sessionStorage);

/** All cookies that scripts can see, as one text; empty where they are blocked. */
export function cookieText(): string {
  let text = "";
  isDone(() => (text = document.cookie));
  return text;
}

/** Sets one cookie; nothing happens where they are blocked. */
export function writeCookieText(text: string): void {
  isDone(() => (document.cookie = text));
}

const changed = new Set<() => void>();
const notifyChanged = () => {
  for (const listener of changed) listener();
};
/** Other windows may change the same value. */
const subscribeChanged = (listener: () => void) => {
  if (changed.size === 0) addEventListener("storage", notifyChanged);
  changed.add(listener);
  return () => {
    changed.delete(listener);
    if (changed.size === 0) removeEventListener("storage", notifyChanged);
  };
};

/** What a JSON text says; null if there is none, or if it cannot be read. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Whether the browser refuses this site's cookies; `navigator.cookieEnabled` does not tell. */
export function blocksCookies(): boolean {
  const cookie = "app.probe=1";
  writeCookieText(`${cookie}; Path=/; Max-Age=10; SameSite=Strict`);
  const isKept = cookieText().includes(cookie);
  writeCookieText("app.probe=; Path=/; Max-Age=0");
  return !isKept;
}

/** A value kept in this browser as JSON, and a function to change it; null if there is none. */
export function useStored(key: string): [unknown, (value: unknown) => void] {
  const text = useSyncExternalStore(subscribeChanged, () => browserStore.get(key));
  const store = (value: unknown) => {
    browserStore.set(key, JSON.stringify(value));
    notifyChanged();
  };
  return [parsed(text), store];
}
