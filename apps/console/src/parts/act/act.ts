/** An action: a call that changes something, described for its dialog. */
import type { ReactNode } from "react";
import type { Field as UiField } from "@turnpike/ui/act/act.ts";
import type { CallName, CallResult } from "../../lib/call.ts";

/** A field: its texts are `fields.<words>`, or `fields.<name>`. */
export type Field = DistributiveOmit<UiField, "label"> & { words?: string };
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;

export interface Act<K extends CallName = CallName> {
  call: K;
  /** Display name of the object acted on; `{{name}}` in the texts. */
  name?: string;
  /** Key of the texts, `acts.<words>`; defaults to the call's name. */
  words?: string;
  /** Additional content below the texts. */
  notice?: ReactNode;
  danger?: boolean;
  /** The dialog is wider, as for a file that is written in it. */
  size?: "md" | "lg" | "xl";
  /** Text that must be typed to confirm the action. */
  confirmText?: string;
  fields?: readonly Field[];
  /** Fields of the call that the form does not ask for. */
  fixed?: object;
  /** Converts the form's fields to the call's, where they differ. */
  toInput?: (values: Record<string, unknown>) => object;
  /** Shown instead of the form after success; without it the dialog closes. */
  result?: (answer: CallResult<K>) => ReactNode;
  /** The result cannot be seen again: only its button closes the dialog. */
  isShownOnce?: boolean;
  /** The success message; by default `acts.<words>.done`, or none where a result is shown. */
  done?: (answer: CallResult<K>) => string;
  onDone?: (answer: CallResult<K>) => void;
}

/** An action of any call. */
export type AnyAct = { [K in CallName]: Act<K> }[CallName];
