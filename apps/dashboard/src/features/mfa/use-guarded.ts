import type { UseMutationResult } from "@tanstack/react-query";
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  type CallResult,
  ask,
  CallCancelled,
  CallRefused,
  type CallOptions,
  type Question,
} from "../../lib/call.ts";
import { type CommandOptions, useCommand } from "../../lib/queries.ts";
import { askForCode, closePrompt } from "./prompt.ts";

/** Calls that take an `mfaCode`. */
type GuardedCall = {
  [K in CallName]: "mfaCode" extends keyof Question<K> ? K : never;
}[CallName];

const MFA_NEEDED = 460;
const MFA_WRONG = 461;
const TOO_MANY_TRIES = 429;

/**
 * Like `ask`; where the second factor is needed it asks the person, sends the question again with
 * the code, and asks again while the code is wrong. Throws CallCancelled where they give up.
 */
async function askGuarded<K extends CallName>(
  name: K,
  question: Question<K>,
  how: CallOptions = {},
): Promise<CallResult<K>> {
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

/**
 * `useCommand` for a change that needs the second factor where it is bound: a dialog asks for the
 * code and the call is sent again with it. Whoever closes the dialog gives up: the promise is
 * rejected (CallCancelled) and nothing is shown.
 */
export function useGuarded<K extends GuardedCall>(
  name: K,
  options: CommandOptions = {},
): UseMutationResult<CallResult<K>, Error, Question<K>> {
  return useCommand(name, { ...options, send: askGuarded });
}
