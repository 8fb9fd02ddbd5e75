/** An action: a call that changes something, described for its dialog. */
import type { ReactNode } from "react";
import type { CallName, CallResult } from "../../lib/call.ts";

interface FieldBase {
  /** The call's field. Its texts are `fields.<words>`, or `fields.<name>`. */
  name: string;
  words?: string;
  /** Help text below the field. */
  help?: string;
  optional?: boolean;
  initial?: string;
  /** The field is shown only while this returns true for the form's values. */
  when?: (values: Values) => boolean;
}
export type Field = FieldBase &
  (
    | { kind: "text" | "long" | "email" | "integer" | "moment" | "day" }
    /** Entered in dollars; sent in cents (`scale` 100) or millionths of a dollar. */
    | { kind: "money"; scale: 100 | 1_000_000 }
    | { kind: "select"; options: readonly { value: string; label: string }[] }
  );
/** The form's values by field name, as the person typed them. */
export type Values = Record<string, string>;

export interface Act<K extends CallName = CallName> {
  call: K;
  /** Display name of the object acted on; `{{name}}` in the texts. */
  name?: string;
  /** Key of the texts, `acts.<words>`; defaults to the call's name. */
  words?: string;
  /** Additional content below the texts. */
  notice?: ReactNode;
  danger?: boolean;
  /** Text that must be typed to confirm the action. */
  confirmText?: string;
  fields?: readonly Field[];
  /** Fields of the call that the form does not ask for. */
  fixed?: object;
  /** Converts the form's fields to the call's, where they differ. */
  toInput?: (values: Record<string, unknown>) => object;
  /** Shown instead of the form after success; without it the dialog closes. */
  result?: (answer: CallResult<K>) => ReactNode;
  /** Adds details to the success message. */
  done?: (answer: CallResult<K>) => string;
  onDone?: (answer: CallResult<K>) => void;
}

/** An action of any call. */
export type AnyAct = { [K in CallName]: Act<K> }[CallName];

/** Converts the form's values to the call's types; empty or hidden fields are omitted. */
export function toCallInput(fields: readonly Field[], values: Values): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const text = (values[field.name] ?? "").trim();
    if (text === "" || field.when?.(values) === false) continue;
    input[field.name] = parseValue(field, text);
  }
  return input;
}

function parseValue(field: Field, text: string): unknown {
  if (field.kind === "integer") return Number(text);
  if (field.kind === "money") return Math.round(Number(text) * field.scale);
  // The field has no time zone: it is in the person's local time.
  if (field.kind === "moment") return new Date(text).toISOString();
  return text;
}
