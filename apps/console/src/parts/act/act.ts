/** An act: a call that changes something, as its dialog needs to know it. */
import type { ReactNode } from "react";
import type { CallName, CallResult } from "../../lib/call.ts";

interface FieldBase {
  /** The call's field. Its words are `fields.<words>`, or `fields.<name>`. */
  name: string;
  words?: string;
  /** Says more below the field. */
  help?: string;
  optional?: boolean;
  initial?: string;
  /** Shown where this holds for what is filled in. */
  when?: (values: Values) => boolean;
}
export type Field = FieldBase &
  (
    | { kind: "text" | "long" | "email" | "integer" | "moment" | "day" }
    /** Dollars in the form, cents (`scale` 100) or millionths of a dollar in the call. */
    | { kind: "money"; scale: 100 | 1_000_000 }
    | { kind: "select"; options: readonly { value: string; label: string }[] }
  );
/** What is filled in, by the fields' names: texts as they were typed. */
export type Values = Record<string, string>;

export interface Act<K extends CallName = CallName> {
  call: K;
  /** What it is done to, as people name it; in the words as `{{name}}`. */
  name?: string;
  /** Words other than the call's own: `acts.<words>`. */
  words?: string;
  /** What goes with it; below the words. */
  notice?: ReactNode;
  danger?: boolean;
  /** Has to be typed before it can be done. */
  typed?: string;
  fields?: readonly Field[];
  /** Fields of the call that nobody fills in. */
  fixed?: object;
  /** The call's fields out of the form's, where they differ. */
  toQuestion?: (values: Record<string, unknown>) => object;
  /** Shown in place of the form once it is done; without it the dialog closes. */
  result?: (answer: CallResult<K>) => ReactNode;
  /** More about what was done, for the message. */
  done?: (answer: CallResult<K>) => string;
  onDone?: (answer: CallResult<K>) => void;
}

/** An act of any call. */
export type AnyAct = { [K in CallName]: Act<K> }[CallName];

/** A form's texts as the call takes them; what is empty or not shown is missing. */
export function questionOf(fields: readonly Field[], values: Values): Record<string, unknown> {
  const question: Record<string, unknown> = {};
  for (const field of fields) {
    const text = (values[field.name] ?? "").trim();
    if (text === "" || field.when?.(values) === false) continue;
    question[field.name] = typed(field, text);
  }
  return question;
}

function typed(field: Field, text: string): unknown {
  if (field.kind === "integer") return Number(text);
  if (field.kind === "money") return Math.round(Number(text) * field.scale);
  // The field has no zone: it is the person's own clock.
  if (field.kind === "moment") return new Date(text).toISOString();
  return text;
}
