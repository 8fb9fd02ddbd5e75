/** Sends one call after the other until all rows have been processed. */
import { CallCancelled, CallFailed, CallRefused } from "../../lib/call.ts";

/** The outcome of a row: the answer of its call, or the refusal's message. */
export type Outcome<A> = { done: true; answer: A } | { done: false; why: string };

/** `stopped`: there was no answer; `left`: the user navigated away, so nothing is shown. */
export type BatchEnd = "ended" | "stopped" | "left";

const SESSION_ENDED = 300;
const NOT_FOUND = 404;

/**
 * Sends `batchSize` rows per call. If an unknown id makes the API refuse the whole call
 * (spec/api#refusal-order), sends its halves, so that only such ids fail. Stops when unanswered.
 */
export async function runBatch<Row, A>(batch: {
  rows: readonly Row[];
  batchSize: number;
  /** Only rows with the same result share a call; any rows by default. */
  groupBy?: ((row: Row) => string | number) | undefined;
  send: (rows: Row[]) => Promise<A>;
  onOutcome: (rows: readonly Row[], outcome: Outcome<A>) => void;
}): Promise<BatchEnd> {
  const { rows, batchSize, groupBy = () => 0 } = batch;
  const groups = [...Map.groupBy(rows, groupBy).values()];
  const waiting = groups.flatMap((group) => split(group, batchSize));
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    try {
      batch.onOutcome(part, { done: true, answer: await batch.send(part) });
    } catch (error) {
      if (error instanceof CallCancelled) return "left";
      if (error instanceof CallFailed) return "stopped";
      if (!(error instanceof CallRefused)) throw error;
      if (error.code === SESSION_ENDED) return "left";
      if (error.code === NOT_FOUND && part.length > 1) {
        waiting.unshift(...split(part, Math.ceil(part.length / 2)));
      } else batch.onOutcome(part, { done: false, why: error.msg });
    }
  }
  return "ended";
}

/** Splits the rows into parts of at most `most`, in order. */
export function split<Row>(rows: readonly Row[], most: number): Row[][] {
  const parts: Row[][] = [];
  for (let from = 0; from < rows.length; from += most) parts.push(rows.slice(from, from + most));
  return parts;
}
