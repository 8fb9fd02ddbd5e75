/** A call whose refusals are shown by the screen itself. */
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  type CallResult,
  ask,
  CallRefused,
  type CallOptions,
  type Question,
} from "../../lib/call.ts";

/** One of the two, or neither without an answer (a toast has said so, unless sent with `as`). */
export type AskOutcome<K extends CallName> = { answer?: CallResult<K>; refused?: CallRefused };

export async function tryAsk<K extends CallName>(
  name: K,
  question: Question<K>,
  how: CallOptions = {},
): Promise<AskOutcome<K>> {
  try {
    return { answer: await ask(name, question, { handles: () => true, ...how }) };
  } catch (error) {
    return error instanceof CallRefused ? { refused: error } : {};
  }
}
