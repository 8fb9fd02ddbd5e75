import { useState } from "react";

/** Maximum number of options rendered at a time; a search finds the others. */
const DRAWN = 200;

/**
 * Props of a searchable `Select` with many options: renders at most 200, and only once it is
 * focused or opened. Closed lists are part of the page; three could be half of its elements.
 */
export function useLongList() {
  const [isOpened, setAsked] = useState(false);
  const open = () => setAsked(true);
  // Some assistive software opens a list without focusing it.
  return { limit: isOpened ? DRAWN : 0, onFocus: open, onDropdownOpen: open };
}
