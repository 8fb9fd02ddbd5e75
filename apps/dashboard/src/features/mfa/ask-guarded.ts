/** Asks a call that may need the second factor (spec/sign-in#guarded-calls: 460, 461). */
import type { CallName } from "@turnpike/contract/calls.ts";
import { type Answered, ask, CallCancelled, CallRefused, type How } from "../../lib/call.ts";
import type { Question } from "../../lib/call.ts";
import { askForCode, closePrompt } from "./prompt.ts";

/** Calls that take an `mfaCode`. */
export type GuardedCall = {
  [K in CallName]: "mfaCode" extends keyof Question<K> ? K : never;
}[CallName];

const MFA_NEEDED = 460;
const MFA_WRONG = 461;
const TOO_MANY_TRIES = 429;

/**
 * Like `ask`; where the second factor is needed it asks the person, sends the question again with
 * the code, and asks again while the code is wrong. Throws CallCancelled where they give up.
 */
export async function askGuarded<K extends CallName>(
  name: K,
  question: Question<K>,
  how: How = {},
): Promise<Answered<K>> {
  let mfaCode: string | undefined;
  const asksAgain = ({ code }: CallRefused) =>
    code === MFA_NEEDED ||
    code === MFA_WRONG ||
    // Who has guessed too often reads it where they guess.
    (code === TOO_MANY_TRIES && mfaCode !== undefined);
  const handles = (refused: CallRefused) => asksAgain(refused) || how.handles?.(refused) === true;
  for (;;) {
    try {
      const answer = await ask(name, { ...question, mfaCode }, { ...how, handles });
      closePrompt();
      return answer;
    } catch (error) {
      if (!(error instanceof CallRefused) || !asksAgain(error)) {
        closePrompt();
        throw error;
      }
      mfaCode = await askForCode(error.code === MFA_NEEDED ? "" : error.msg);
      if (mfaCode === undefined) throw new CallCancelled();
    }
  }
}
