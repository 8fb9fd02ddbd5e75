/** What an example of a call is. All of them tell of one imaginary customer, on one day. */
import type { Answer, Asked } from "../call.ts";
import type { CallName, Calls } from "../calls.ts";

export type Examples<K extends CallName> = {
  [N in K]: { question: Asked<Calls[N]>; answer: Answer<Calls[N]> };
};
/** Some of them: those of one noun. */
export type SomeExamples = Partial<Examples<CallName>>;

/** An example, whatever its call. */
export interface AnyExample {
  question: Record<string, unknown>;
  answer: unknown;
}

/** Page one of a list that fits on it. */
export const onePage = <T>(items: T[]) => ({ items, total: items.length, page: 1, limit: 10 });
