import type { UseMutationResult } from "@tanstack/react-query";
import type { CallName } from "@turnpike/contract/calls.ts";
import type { CallResult, CallParameters } from "../../lib/call.ts";
import { type CommandOptions, useCommand } from "../../lib/queries.ts";
import { callGuarded } from "./call-guarded.ts";

/** Calls that accept a proof of identity. */
type GuardedCall = {
  [K in CallName]: "mfaCode" extends keyof CallParameters<K>
    ? K
    : "confirmCode" extends keyof CallParameters<K>
      ? K
      : never;
}[CallName];

/**
 * `useCommand` for a change that may require a proof: a dialog asks for the second factor, the
 * password or a mailed code, and the call is sent again with it. If the user closes the dialog, the
 * promise rejects with CallCancelled and no error is shown.
 */
export function useGuarded<K extends GuardedCall>(
  name: K,
  options: CommandOptions = {},
): UseMutationResult<CallResult<K>, Error, CallParameters<K>> {
  return useCommand(name, { ...options, send: callGuarded });
}
