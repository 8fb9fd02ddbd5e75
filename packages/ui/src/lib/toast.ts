/** Toasts. The code that displays them is loaded with the first one. */
import i18next from "i18next";
import type { ReactNode } from "react";
import { onceOnline } from "./once-online.ts";

type Loaded = typeof import("@mantine/notifications");
/** Longer than other toasts: nobody should miss whose account they are in. */
const NOTICE_MS = 12_000;
let outlet: (loaded: Loaded) => void = () => {};
let loadedModule: Loaded | undefined;

/** Registers what displays toasts; called with each toast. */
export function onToast(listener: (loaded: Loaded) => void): void {
  outlet = listener;
  if (loadedModule) listener(loadedModule);
}

/** Loads the toast code in advance: the first toast may be about a network failure. */
export function preloadToasts(): void {
  onceOnline(load).catch(() => undefined);
}
async function load(): Promise<Loaded> {
  loadedModule ??= await import("@mantine/notifications");
  return loadedModule;
}

/** Renders a toast's content instead of the plain text; `close` removes the toast. */
export type MessageContent = (close: () => void) => Promise<ReactNode>;

async function show(
  color: string,
  message: string,
  how: { ms?: number; id?: string; content?: MessageContent } = {},
): Promise<void> {
  // Once the network is back, the toast would be out of date.
  if (!loadedModule && !navigator.onLine) return;
  const loaded = await load();
  outlet(loaded);
  // The text is the id, so that a repeated toast shows only once.
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

// If the code cannot be loaded, the toast is dropped; the action itself continues.
const showToast = (...what: Parameters<typeof show>) => void show(...what).catch(() => undefined);
/** Makes ids unique, since two toasts with buttons may have the same text. */
let actionable = 0;

export const toast = {
  notice: (message: string) => showToast("good", message, { ms: NOTICE_MS }),
  success: (message: string) => showToast("good", message),
  warning: (message: string) => showToast("yellow", message),
  error: (message: string) => showToast("red", message),
  /** A toast with a button: `content` renders both instead of the plain text. */
  withAction: (message: string, content: MessageContent) =>
    showToast("good", message, { ms: NOTICE_MS, id: `action ${++actionable}`, content }),
};
