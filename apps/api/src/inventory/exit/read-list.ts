/** Parses lists of exits in a worker thread: megabytes take seconds, in which customers would wait. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import { ThreadQueue } from "../../platform/thread-queue.ts";
import type { AllowedNetworks, ReadList } from "./read-csv.ts";

/** See `readLines`. */
export interface ListQuestion extends AllowedNetworks {
  text: string;
}
/** `fault`: why the text is not a list of exits. */
export type ListAnswer = ReadList | { fault: string };

/** Which internal networks exits and their upstreams may be in. */
export const allowedNetworks = (env: Environment): AllowedNetworks => ({
  internal: env.lab,
  networks: env.EXIT_NETWORKS,
});

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
