/** An act: a change that a person makes, described for its dialog. */
import type { ReactNode } from "react";

interface FieldBase {
  /** Its name among the form's values, and the name by which a refusal points at it. */
  name: string;
  label: string;
  /** Help text below the field. */
  help?: ReactNode;
  optional?: boolean;
  initial?: string;
  /** The field is shown only while this returns true for the form's values. */
  when?: (values: Values) => boolean;
  /** The sentence that says what is wrong with a value, before it is sent; null if nothing is. */
  fault?: (value: string) => string | null;
}
export type Field = FieldBase &
  (
    | { kind: "text" | "long" | "email" | "integer" | "moment" | "day"; maxLength?: number }
    /** Entered in whole units; sent in cents (`scale` 100) or millionths of the currency. */
    | { kind: "money"; scale: 100 | 1_000_000 }
    | { kind: "select"; options: readonly { value: string; label: string }[] }
    /** A field of the application, such as a password that can be generated. */
    | { kind: "own"; show: (input: OwnInput) => ReactNode }
  );
/** What an application's own field shows and changes. */
export interface OwnInput {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The form's values by field name, as the person typed them. */
export type Values = Record<string, string>;

export interface Act<A = unknown> {
  title: string;
  /** What it does. */
  text?: ReactNode;
  /** Shown below the text. */
  notice?: ReactNode;
  /** Label of its button; the title by default. */
  submit?: string;
  danger?: boolean;
  /** The dialog is wider, as for a file that is written in it. */
  isWide?: boolean;
  /** Text that must be typed to confirm it. */
  confirmText?: string | undefined;
  fields?: readonly Field[];
  /** Sends it; the fields' values have the call's types. */
  send: (values: Record<string, unknown>) => Promise<A>;
  /** Where a refusal is shown; null if it has been shown already. */
  explain: (error: unknown) => { field?: string | undefined; message: string } | null;
  /** Whether this failure leaves nothing to do, so that the dialog closes. */
  closesOn?: (error: unknown) => boolean;
  /** The success message. */
  done?: (answer: A) => string | undefined;
  onDone?: (answer: A) => void;
  /** Shown instead of the form after success; without it the dialog closes. */
  result?: (answer: A, close: () => void) => ReactNode;
  /** The result cannot be seen again: only its button closes the dialog. */
  isShownOnce?: boolean;
  /** The result has its own buttons; otherwise it gets one that closes the dialog. */
  ownButtons?: boolean;
}

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

type Opened = { act: Act; opening: number } | null;
let opened: Opened = null;
const listeners = new Set<() => void>();

/** What the dialog shows, for `useSyncExternalStore`. */
export const openedAct = {
  get: (): Opened => opened,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set: (next: Opened): void => {
    opened = next;
    for (const listener of listeners) listener();
  },
};

/** Opens an act's dialog from anywhere; the shell renders it. */
export function showAct<A>(act: Act<A>): void {
  openedAct.set({ act: act as unknown as Act, opening: (opened?.opening ?? 0) + 1 });
}
