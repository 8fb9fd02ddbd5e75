/** Short messages at the edge of the screen. What shows them is loaded with the first one. */
import i18next from "i18next";

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

async function show(color: string, message: string, autoClose?: number): Promise<void> {
  const loaded = await import("@mantine/notifications");
  shown = loaded;
  outlet(loaded);
  const closeButtonProps = { "aria-label": i18next.t("ui:close") };
  // The same message twice is one message: its id is its text.
  const look = { color, withBorder: true, closeButtonProps, ...(autoClose ? { autoClose } : {}) };
  loaded.notifications.show({ id: message, message, ...look });
}
// Without its code a message cannot be shown; what it was about goes on.
const tell = (color: string, message: string, ms?: number) =>
  void show(color, message, ms).catch(() => undefined);

export const toast = {
  notice: (message: string) => tell("pike", message, NOTICE_MS),
  success: (message: string) => tell("pike", message),
  warning: (message: string) => tell("yellow", message),
  error: (message: string) => tell("red", message),
};
