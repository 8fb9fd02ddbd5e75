/**
 * The question for a proof of who is there, asked from wherever a call needs it and shown by `MfaPrompt`,
 * which stands once in the shell.
 */
import { onCancelled } from "../../lib/call.ts";

/** What is asked for: the second factor, a fresh proof without one, or the code that verifies the e-mail. */
export type PromptKind = "mfa" | "proof" | "verify";
/** What was given, by the names of the fields of calls. */
export interface Proof {
  mfaCode?: string;
  password?: string;
  confirmCode?: string;
  code?: string;
}

export interface Prompt {
  kind: PromptKind;
  /** Why the last code was not taken, in the reader's language; empty at first. */
  fault: string;
  /** A code was given and the call is under way. */
  busy: boolean;
  /** Settles the question; undefined where the person gave up. */
  answer: (proof: Proof | undefined) => void;
}

let prompt: Prompt | null = null;
let listener: () => void = () => {};

function show(next: Prompt | null): void {
  prompt = next;
  listener();
}

/** For `useSyncExternalStore`. */
export const promptStore = {
  read: (): Prompt | null => prompt,
  subscribe: (changed: () => void): (() => void) => {
    listener = changed;
    return () => {
      listener = () => {};
    };
  },
};

/** Asks for a proof; undefined where the person gave up. The dialog stays until `closePrompt`. */
export function askForProof(kind: PromptKind, fault: string): Promise<Proof | undefined> {
  prompt?.answer(undefined);
  return new Promise((resolve) => {
    const answer = (proof: Proof | undefined) => {
      if (prompt?.answer !== answer) return;
      show(proof === undefined ? null : { kind, fault: "", busy: true, answer: giveUp });
      resolve(proof);
    };
    show({ kind, fault, busy: false, answer });
  });
}

/** While the call is under way there is nothing to answer any more; leaving closes the dialog. */
const giveUp = () => show(null);

/** The call is done, one way or the other. */
export const closePrompt = (): void => show(null);

// Whoever goes to another screen has given up.
onCancelled(() => prompt?.answer(undefined));
