/** An act: a change that a person makes, described for its dialog. */
import type { ReactNode } from "react";

interface FieldBase {
  /** Its name among the form's values, and the name by which a refusal points at it. */
  name: string;
  label: string;
  /** Help text below the field. */
  help?: ReactNode;
  optional?: boolean;
  /** Belongs to the field above it, such as the one that is ticked to change it. */
  inset?: boolean;
  initial?: string;
  /** The field is shown only while this returns true for the form's values. */
  when?: (values: Values) => boolean;
  placeholder?: string;
  /** Only for the form, such as a repetition: it is not sent. */
  isLocal?: boolean;
  /** The sentence that says what is wrong with a value, before it is sent; null if nothing is. */
  fault?: (value: string, values: Values) => string | null;
}
interface Option {
  value: string;
  label: string;
}
export type Field = FieldBase &
  (
    | { kind: "text" | "long" | "email" | "url" | "integer" | "moment" | "day"; maxLength?: number }
    /** Entered in whole units; sent in cents (`scale` 100) or millionths of the currency. */
    | { kind: "money"; scale: 100 | 1_000_000 }
    | { kind: "select"; options: readonly Option[] | ((values: Values) => readonly Option[]) }
    /** `show` names the button that makes it readable. */
    | { kind: "password"; autoComplete: "current-password" | "new-password"; show: string }
    /** A code of an app or a mail; without `digits` it may have letters. */
    | { kind: "code"; digits?: number }
    /** Sent as true, or omitted; its initial value is "yes" or empty. */
    | { kind: "tick" }
    /** A field of the application, such as a password that can be generated. */
    | { kind: "own"; show: (input: OwnInput) => ReactNode }
  );
/** What an application's own field shows and changes. */
export interface OwnInput {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** The whole form's values. */
  values: Values;
}

/** The form's values by field name, as the person typed them. */
export type Values = Record<string, string>;
/** The same with the types of the call; without those that are empty or hidden. */
export type Sent = Record<string, unknown>;

type DialogSize = "md" | "lg" | "xl";

export interface Act<A = unknown> {
  title: string;
  /** What it does. */
  text?: ReactNode;
  /** Shown below the text. */
  notice?: ReactNode;
  /** Label of its button; the title by default. */
  submit?: string | ((values: Values) => string);
  disabled?: boolean;
  /** Leads back to an earlier step instead of closing the dialog. */
  back?: { label: string; open: () => void };
  danger?: boolean;
  /** Shown below the fields. */
  below?: string;
  /** Larger than "md", as for a file that is written in it. */
  size?: DialogSize;
  /** Text that must be typed to confirm it. */
  confirmText?: string | undefined;
  fields?: readonly Field[];
  /** What is wrong with all of it, such as that nothing was changed. */
  check?: (sent: Sent) => string | undefined;
  /** Sends it; the fields' values have the call's types. */
  send: (values: Sent) => Promise<A>;
  /** Where a refusal is shown; null if it has been shown already. */
  explain: (error: unknown, sent: Sent) => { field?: string | undefined; message: string } | null;
  /** Whether this failure leaves nothing to do, so that the dialog closes. */
  closesOn?: (error: unknown) => boolean;
  /** The success message. */
  done?: (answer: A) => string | undefined;
  onDone?: (answer: A) => void;
  /** Shown instead of the form after success; without it the dialog closes. */
  result?: (answer: A, close: () => void, from: { sent: Sent; back: () => void }) => ReactNode;
  /** The dialog's title while it shows the result. */
  resultTitle?: string;
  /** The result cannot be seen again: only its button closes the dialog. */
  isShownOnce?: boolean;
  /** The result has its own buttons; otherwise it gets one that closes the dialog. */
  ownButtons?: boolean;
}

/** A dialog whose content is the application's: several steps, a live preview, a thing to read. */
export interface OwnDialog {
  title: string;
  size?: DialogSize;
  /** Only its own buttons close it. */
  isShownOnce?: boolean;
  body: (close: () => void) => ReactNode;
}

/** Converts the form's values to the call's types; empty or hidden fields are omitted. */
export function toCallInput(fields: readonly Field[], values: Values): Sent {
  const input: Sent = {};
  for (const field of fields) {
    const text = textOf(field, values);
    if (text === "" || field.isLocal || field.when?.(values) === false) continue;
    input[field.name] = parseValue(field, text);
  }
  return input;
}

/** A field's text; a password keeps its spaces. */
export function textOf({ kind, name }: Field, values: Values): string {
  const text = values[name] ?? "";
  return kind === "password" ? text : text.trim();
}

function parseValue(field: Field, text: string): unknown {
  if (field.kind === "tick") return true;
  if (field.kind === "integer") return Number(text);
  if (field.kind === "money") return Math.round(Number(text) * field.scale);
  // The field has no time zone: it is in the person's local time.
  if (field.kind === "moment") return new Date(text).toISOString();
  return text;
}

type Opened = { act: Act | OwnDialog; opening: number } | null;
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
  openDialog(act as unknown as Act);
}

/** Asks before something that is no call; what fails has said so itself. */
export function ask(question: Omit<Act, "send" | "explain"> & { onYes: () => unknown }): void {
  const { onYes, ...act } = question;
  showAct({ ...act, send: async () => onYes(), explain: () => null });
}

/** The same for a dialog with a content of its own; replaces the one that is open. */
export function openDialog(act: Act | OwnDialog): void {
  openedAct.set({ act, opening: (opened?.opening ?? 0) + 1 });
}
