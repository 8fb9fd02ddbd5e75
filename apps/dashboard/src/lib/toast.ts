/** Short messages at the edge of the screen. */
import { notifications } from "@mantine/notifications";
import i18next from "i18next";

const show = (color: string, message: string) => {
  // The same message twice is one message: its id is its text.
  const closeButtonProps = { "aria-label": i18next.t("ui:close") };
  notifications.show({ id: message, color, message, withBorder: true, closeButtonProps });
};

export const toast = {
  success: (message: string) => show("pike", message),
  warning: (message: string) => show("yellow", message),
  error: (message: string) => show("red", message),
};
