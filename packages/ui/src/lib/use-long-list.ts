import { useState } from "react";

/** So many are drawn at a time; a search finds the others. */
const DRAWN = 200;

/**
 * What a searchable `Select` with many options receives: they are drawn once it has the focus or is
 * opened, 200 at most. A closed list is part of the page; three of them can be half of its elements.
 */
export function useLongList() {
  const [isAsked, setAsked] = useState(false);
  const ask = () => setAsked(true);
  // Some assistive software opens a list without giving it the focus.
  return { limit: isAsked ? DRAWN : 0, onFocus: ask, onDropdownOpen: ask };
}
