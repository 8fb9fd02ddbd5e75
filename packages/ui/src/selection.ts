import type { MouseEvent } from "react";

/** Returns the ids with one added or removed. */
export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

/** Returns whether a click was not on a control and does not end a text selection. */
export function isPlainClick(event: MouseEvent): boolean {
  const onControl = (event.target as Element).closest("a, button, input, label") !== null;
  return !onControl && String(getSelection() ?? "") === "";
}
