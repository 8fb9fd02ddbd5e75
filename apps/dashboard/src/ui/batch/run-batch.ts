/** Asks call after call until all rows have had their turn. */
import { CallCancelled, CallFailed, CallRefused } from "../../lib/call.ts";

/** What came of a row: the answer of the call that it was part of, or the refusal's sentence. */
export type Outcome<A> = { done: true; answer: A } | { done: false; why: string };

/** `stopped`: no answer came; `left`: the person has gone elsewhere, nothing is shown any more. */
export type End = "ended" | "stopped" | "left";

const SESSION_ENDED = 300;
const NOT_FOUND = 404;

/**
 * Sends `atOnce` rows a call. One unknown id refuses a whole call (spec/api#refusal-order): then
 * its halves are sent, so that only the unknown ones fail. Without an answer nothing more is sent.
 */
export async function runBatch<Row, A>(batch: {
  rows: readonly Row[];
  atOnce: number;
  /** Rows of one call answer the same; any by default. */
  together?: ((row: Row) => string | number) | undefined;
  send: (rows: Row[]) => Promise<A>;
  tell: (rows: readonly Row[], outcome: Outcome<A>) => void;
}): Promise<End> {
  const { rows, atOnce, together = () => 0 } = batch;
  const groups = [...Map.groupBy(rows, together).values()];
  const waiting = groups.flatMap((group) => split(group, atOnce));
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    try {
      batch.tell(part, { done: true, answer: await batch.send(part) });
    } catch (error) {
      if (error instanceof CallCancelled) return "left";
      if (error instanceof CallFailed) return "stopped";
      if (!(error instanceof CallRefused)) throw error;
      if (error.code === SESSION_ENDED) return "left";
      if (error.code === NOT_FOUND && part.length > 1) {
        waiting.unshift(...split(part, Math.ceil(part.length / 2)));
      } else batch.tell(part, { done: false, why: error.msg });
    }
  }
  return "ended";
}

/** The rows in their order, `most` at a time. */
export function split<Row>(rows: readonly Row[], most: number): Row[][] {
  const parts: Row[][] = [];
  for (let from = 0; from < rows.length; from += most) parts.push(rows.slice(from, from + most));
  return parts;
}
