import type { Icon } from "../icons.ts";

/** A row of the palette. */
export interface Row {
  id: string;
  /** What Enter does with it. */
  effect: "screen" | "action" | "thing";
  icon: Icon;
  label: string;
  detail: string;
  run: () => void;
}

/** The rows for a typed text, by the title of their group, and the state of the search. */
export interface Finding {
  groups: readonly (readonly [title: string, rows: readonly Row[]])[];
  /** The typed words, to mark them. */
  words: readonly string[];
  waiting: boolean;
  failed: boolean;
  again: () => void;
  texts: { placeholder: string; searching: string; failed: string; noneHelp: string };
}
