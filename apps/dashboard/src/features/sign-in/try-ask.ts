/** A call whose refusals the screen itself shows. */
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  type CallResult,
  ask,
  CallRefused,
  type CallOptions,
  type Question,
} from "../../lib/call.ts";

/** One of the two, or none where no answer came (which a toast has said, unless asked `as`). */
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
