/**
 * The prompt for a proof of identity, requested wherever a call needs one and shown by `MfaPrompt`,
 * which is rendered once, in the shell.
 */
import { onCancelled } from "./call.ts";

/** The second factor, a fresh proof without one, or the code that verifies the e-mail. */
export type PromptKind = "mfa" | "proof" | "verify";
/** What was entered, under the calls' field names. */
export interface Proof {
  mfaCode?: string;
  password?: string;
  confirmCode?: string;
  code?: string;
}

export interface Prompt {
  kind: PromptKind;
  /** Why the last code was refused, in the user's language; empty at first. */
  fault: string;
  /** A code was entered and the call is in progress. */
  busy: boolean;
  /** Answers the prompt; undefined if the user gave up. */
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

/** Asks for a proof; resolves to undefined if the user gives up. Stays open until `closePrompt`. */
export function askForProof(kind: PromptKind, error: string): Promise<Proof | undefined> {
  prompt?.answer(undefined);
  return new Promise((resolve) => {
    const answer = (proof: Proof | undefined) => {
      if (prompt?.answer !== answer) return;
      show(proof === undefined ? null : { kind, fault: "", busy: true, answer: cancel });
      resolve(proof);
    };
    show({ kind, fault: error, busy: false, answer });
  });
}

/** While the call is in progress there is nothing to answer: giving up only closes the dialog. */
const cancel = () => show(null);

/** Closes the dialog when the call is done, successful or not. */
export const closePrompt = (): void => show(null);

// Navigating to another screen counts as giving up.
onCancelled(() => prompt?.answer(undefined));
