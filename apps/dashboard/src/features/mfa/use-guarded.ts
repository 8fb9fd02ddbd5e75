import type { UseMutationResult } from "@tanstack/react-query";
import type { CallName } from "@turnpike/contract/calls.ts";
import type { CallResult, Question } from "../../lib/call.ts";
import { type CommandOptions, useCommand } from "../../lib/queries.ts";
import { askGuarded } from "./ask-guarded.ts";

/** Calls that take a proof of who is there. */
type GuardedCall = {
  [K in CallName]: "mfaCode" extends keyof Question<K>
    ? K
    : "confirmCode" extends keyof Question<K>
      ? K
      : never;
}[CallName];

/**
 * `useCommand` for a change that may need a proof: a dialog asks for the second factor, the password
 * or a mailed code, and the call is sent again with it. Whoever closes the dialog gives up: the
 * promise is rejected (CallCancelled) and nothing is shown.
 */
export function useGuarded<K extends GuardedCall>(
  name: K,
  options: CommandOptions = {},
): UseMutationResult<CallResult<K>, Error, Question<K>> {
  return useCommand(name, { ...options, send: askGuarded });
}
