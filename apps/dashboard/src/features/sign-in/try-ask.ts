/** A call whose refusals the screen itself shows. */
import type { CallName } from "@turnpike/contract/calls.ts";
import { type Answered, ask, CallRefused, type How, type Question } from "../../lib/call.ts";

/** One of the two, or none where no answer came (which a toast has said, unless asked `as`). */
export type Tried<K extends CallName> = { answer?: Answered<K>; refused?: CallRefused };

export async function tryAsk<K extends CallName>(
  name: K,
  question: Question<K>,
  how: How = {},
): Promise<Tried<K>> {
  try {
    return { answer: await ask(name, question, { handles: () => true, ...how }) };
  } catch (error) {
    return error instanceof CallRefused ? { refused: error } : {};
  }
}
