import { createElement } from "react";
import { toast } from "./lib/toast.ts";

/** Shows a toast about a completed action, with an undo button while it is visible. */
export function undoToast(message: string, undo: () => void): void {
  toast.withAction(message, async (close) => {
    const { UndoMessage } = await import("./UndoMessage.tsx");
    const onUndo = () => {
      close();
      undo();
    };
    return createElement(UndoMessage, { message, onUndo });
  });
}
