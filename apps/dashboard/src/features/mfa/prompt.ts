/**
 * The question for the second factor, asked from wherever a call needs it and shown by `MfaPrompt`,
 * which stands once in the shell.
 */
import { onCancelled } from "../../lib/call.ts";

export interface Prompt {
  /** Why the last code was not taken, in the reader's language; empty at first. */
  fault: string;
  /** A code was given and the call is under way. */
  busy: boolean;
  /** Settles the question; undefined where the person gave up. */
  answer: (code: string | undefined) => void;
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

/** Asks for a code; undefined where the person gave up. The dialog stays until `closePrompt`. */
export function askForCode(fault: string): Promise<string | undefined> {
  prompt?.answer(undefined);
  return new Promise((resolve) => {
    const answer = (code: string | undefined) => {
      if (prompt?.answer !== answer) return;
      show(code === undefined ? null : { fault: "", busy: true, answer: giveUp });
      resolve(code);
    };
    show({ fault, busy: false, answer });
  });
}

/** While the call is under way there is nothing to answer any more; leaving closes the dialog. */
const giveUp = () => show(null);

/** The call is done, one way or the other. */
export const closePrompt = (): void => show(null);

// Whoever goes to another screen has given up.
onCancelled(() => prompt?.answer(undefined));
