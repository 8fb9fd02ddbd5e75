/** A call whose refusals are shown by the screen itself. */
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  type CallResult,
  callApi,
  CallRefused,
  type CallOptions,
  type CallParameters,
} from "../../lib/call.ts";

/** One of the two, or neither without an answer (a toast has said so, unless sent with `as`). */
export type CallOutcome<K extends CallName> = { answer?: CallResult<K>; refused?: CallRefused };

export async function tryCall<K extends CallName>(
  name: K,
  parameters: CallParameters<K>,
  options: CallOptions = {},
): Promise<CallOutcome<K>> {
  try {
    return { answer: await callApi(name, parameters, { handles: () => true, ...options }) };
  } catch (error) {
    return error instanceof CallRefused ? { refused: error } : {};
  }
}
