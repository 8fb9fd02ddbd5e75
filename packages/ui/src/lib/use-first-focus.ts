import { useEffect, useRef } from "react";

/**
 * Focus for a step that appears within an open dialog: the dialog itself places it only once, and
 * it would be lost with the button of the step before.
 */
export function useFirstFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
