/** Short messages at the edge of the screen. */
import { notifications } from "@mantine/notifications";

const show = (color: string, message: string) => {
  // The same message twice is one message: its id is its text.
  notifications.show({ id: message, color, message, withBorder: true });
};

export const toast = {
  success: (message: string) => show("pike", message),
  warning: (message: string) => show("yellow", message),
  error: (message: string) => show("red", message),
};
