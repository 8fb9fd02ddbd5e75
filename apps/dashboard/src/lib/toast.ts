/** Short messages at the edge of the screen. What shows them is loaded with the first one. */
import i18next from "i18next";
import { createElement, type ReactNode } from "react";
import { onceOnline } from "./once-online.ts";

type Loaded = typeof import("@mantine/notifications");
/** Longer than other messages: whose account one is in is not to be missed. */
const NOTICE_MS = 12_000;
let outlet: (loaded: Loaded) => void = () => {};
let shown: Loaded | undefined;

/** Where messages are shown; told with each one what can show it. */
export function onToast(listener: (loaded: Loaded) => void): void {
  outlet = listener;
  if (shown) listener(shown);
}

/** Fetches what shows messages before there is one: the first may be that the network fails. */
export function expectToasts(): void {
  onceOnline(load).catch(() => undefined);
}
async function load(): Promise<Loaded> {
  shown ??= await import("@mantine/notifications");
  return shown;
}

/** Makes what is said in place of the bare text; `close` takes the message away. */
type Said = (close: () => void) => Promise<ReactNode>;

async function show(
  color: string,
  message: string,
  how: { ms?: number; id?: string; said?: Said } = {},
): Promise<void> {
  // A message that comes when the network is back would be about something else by then.
  if (!shown && !navigator.onLine) return;
  const loaded = await load();
  outlet(loaded);
  // The same message twice is one message: its id is its text.
  const { ms, id = message, said } = how;
  loaded.notifications.show({
    id,
    message: said ? await said(() => loaded.notifications.hide(id)) : message,
    color,
    withBorder: true,
    closeButtonProps: { "aria-label": i18next.t("ui:close") },
    ...(ms ? { autoClose: ms } : {}),
  });
}

async function withUndo(message: string, undo: () => void, close: () => void): Promise<ReactNode> {
  const { UndoMessage } = await import("../ui/UndoMessage.tsx");
  const onUndo = () => {
    close();
    undo();
  };
  return createElement(UndoMessage, { message, onUndo });
}

// Without its code a message cannot be shown; what it was about goes on.
const tell = (...what: Parameters<typeof show>) => void show(...what).catch(() => undefined);
/** What two messages took back may read the same. */
let undoables = 0;

export const toast = {
  notice: (message: string) => tell("pike", message, { ms: NOTICE_MS }),
  success: (message: string) => tell("pike", message),
  warning: (message: string) => tell("yellow", message),
  error: (message: string) => tell("red", message),
  /** What was done, with a button that takes it back for as long as it shows. */
  undoable: (message: string, undo: () => void) =>
    tell("pike", message, {
      ms: NOTICE_MS,
      id: `undoable ${++undoables}`,
      said: (close) => withUndo(message, undo, close),
    }),
};
