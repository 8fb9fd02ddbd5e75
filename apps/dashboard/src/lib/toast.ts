/** Short messages at the edge of the screen. What shows them is loaded with the first one. */
import i18next from "i18next";

type Loaded = typeof import("@mantine/notifications");
let outlet: (loaded: Loaded) => void = () => {};

/** Where messages are shown; told with each one what can show it. */
export function onToast(listener: (loaded: Loaded) => void): void {
  outlet = listener;
}

async function show(color: string, message: string): Promise<void> {
  const loaded = await import("@mantine/notifications");
  outlet(loaded);
  const closeButtonProps = { "aria-label": i18next.t("ui:close") };
  // The same message twice is one message: its id is its text.
  loaded.notifications.show({ id: message, color, message, withBorder: true, closeButtonProps });
}
// Without its code a message cannot be shown; what it was about goes on.
const tell = (color: string, message: string) => void show(color, message).catch(() => undefined);

export const toast = {
  success: (message: string) => tell("pike", message),
  warning: (message: string) => tell("yellow", message),
  error: (message: string) => tell("red", message),
};
