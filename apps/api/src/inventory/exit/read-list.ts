/** Parses lists of exits in a worker thread: megabytes take seconds, in which customers would wait. */
import { ActRefused } from "../../platform/act-refused.ts";
import { ThreadQueue } from "../../platform/thread-queue.ts";
import type { ReadList } from "./read-csv.ts";

export interface ListQuestion {
  text: string;
  /** See `readLines`. */
  internal: boolean;
}
/** `fault`: why the text is not a list of exits. */
export type ListAnswer = ReadList | { fault: string };

const reader = new ThreadQueue<ListQuestion, ListAnswer>({
  name: "exit list parse",
  thread: new URL("./read-thread.ts", import.meta.url),
  workMs: 60_000,
  waitMs: 30_000,
});

/**
 * Parses a list (`readLines`).
 * @throws ActRefused if the text is not a list of exits
 * @throws Refusal notReady if too many lists are waiting
 */
export async function readList(question: ListQuestion): Promise<ReadList> {
  const answer = await reader.ask(question);
  if ("fault" in answer) throw new ActRefused(answer.fault);
  return answer;
}
