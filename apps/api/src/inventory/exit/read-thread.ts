/** The worker thread that parses lists of exits. */
import { answerInThread } from "../../platform/answer-in-thread.ts";
import { readLines } from "./read-csv.ts";
import type { ListAnswer, ListQuestion } from "./read-list.ts";

answerInThread(({ text, ...allowed }: ListQuestion): ListAnswer => {
  try {
    return readLines(text, allowed);
  } catch (error) {
    return { fault: (error as Error).message };
  }
});
