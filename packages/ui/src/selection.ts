import type { MouseEvent } from "react";

/** Ids with one more or one fewer. */
export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

/** Not on something that has a use of its own, and not the end of marking text. */
export function isPlainClick(event: MouseEvent): boolean {
  const onControl = (event.target as Element).closest("a, button, input, label") !== null;
  return !onControl && String(getSelection() ?? "") === "";
}
