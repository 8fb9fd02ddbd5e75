/** The worker thread's side of a `ThreadQueue`: answers one question at a time, in order. */
import { parentPort } from "node:worker_threads";
import type { ThreadRequest, ThreadResult } from "./thread-queue.ts";

/** Call once in the thread. An error becomes the request's fault. */
export function answerInThread<Question, Answer>(
  work: (question: Question) => Answer | Promise<Answer>,
): void {
  let last: Promise<void> = Promise.resolve();
  const answer = async ({ number, question }: ThreadRequest<Question>) => {
    let result: ThreadResult<Answer>;
    try {
      result = { number, answer: await work(question) };
    } catch (error) {
      result = { number, fault: String((error as Error).stack ?? error) };
    }
    parentPort?.postMessage(result);
  };
  parentPort?.on("message", (request: ThreadRequest<Question>) => {
    last = last.then(() => answer(request));
  });
}
