/** Short messages at the edge of the screen. What shows them is loaded with the first one. */
import i18next from "i18next";
import type { ReactNode } from "react";
import { onceOnline } from "./once-online.ts";

type Loaded = typeof import("@mantine/notifications");
/** Longer than other messages: whose account one is in is not to be missed. */
const NOTICE_MS = 12_000;
let outlet: (loaded: Loaded) => void = () => {};
let shown: Loaded | undefined;

/** Where messages are shown; called with each one. */
export function onToast(listener: (loaded: Loaded) => void): void {
  outlet = listener;
  if (shown) listener(shown);
}

/** Fetches what shows messages before there is one: the first may be that the network fails. */
export function preloadToasts(): void {
  onceOnline(load).catch(() => undefined);
}
async function load(): Promise<Loaded> {
  shown ??= await import("@mantine/notifications");
  return shown;
}

/** Draws a message's content in place of the bare text; `close` takes the message away. */
export type MessageContent = (close: () => void) => Promise<ReactNode>;

async function show(
  color: string,
  message: string,
  how: { ms?: number; id?: string; content?: MessageContent } = {},
): Promise<void> {
  // A message that comes when the network is back would be about something else by then.
  if (!shown && !navigator.onLine) return;
  const loaded = await load();
  outlet(loaded);
  // The same message twice is one message: its id is its text.
  const { ms, id = message, content } = how;
  loaded.notifications.show({
    id,
    message: content ? await content(() => loaded.notifications.hide(id)) : message,
    color,
    withBorder: true,
    closeButtonProps: { "aria-label": i18next.t("ui:close") },
    ...(ms ? { autoClose: ms } : {}),
  });
}

// Without its code a message cannot be shown; what it was about goes on.
const tell = (...what: Parameters<typeof show>) => void show(...what).catch(() => undefined);
/** Two messages with a button may have the same text. */
let actionable = 0;

export const toast = {
  notice: (message: string) => tell("pike", message, { ms: NOTICE_MS }),
  success: (message: string) => tell("pike", message),
  warning: (message: string) => tell("yellow", message),
  error: (message: string) => tell("red", message),
  /** A message with a button: `content` draws both in place of the bare text. */
  withAction: (message: string, content: MessageContent) =>
    tell("pike", message, { ms: NOTICE_MS, id: `action ${++actionable}`, content }),
};
