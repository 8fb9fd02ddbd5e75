import { createElement } from "react";
import { toast } from "./lib/toast.ts";

/** Says what was done, with a button that takes it back for as long as the message shows. */
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
