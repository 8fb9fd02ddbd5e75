import type { UseMutationResult } from "@tanstack/react-query";
import type { Answered, Question } from "../../lib/call.ts";
import { type CommandOptions, useCommand } from "../../lib/queries.ts";
import { askGuarded, type GuardedCall } from "./ask-guarded.ts";

/**
 * `useCommand` for a change that needs the second factor where it is bound: a dialog asks for the
 * code and the call is sent again with it. Whoever closes the dialog gives up: the promise is
 * rejected (CallCancelled) and nothing is shown.
 */
export function useGuarded<K extends GuardedCall>(
  name: K,
  options: CommandOptions = {},
): UseMutationResult<Answered<K>, Error, Question<K>> {
  return useCommand(name, { ...options, send: askGuarded });
}
