import { useEffect, useRef } from "react";

/**
 * Focuses a step that appears within an open dialog: the dialog sets the focus only once, and the
 * focus would be lost together with the previous step's button.
 */
export function useFirstFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
