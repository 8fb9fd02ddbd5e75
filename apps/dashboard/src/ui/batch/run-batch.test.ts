import { expect, test } from "vitest";
import { CallCancelled, CallFailed, CallRefused } from "../../lib/call.ts";
import { type Outcome, runBatch, split } from "./run-batch.ts";

const rows = Array.from({ length: 250 }, (_, at) => at);
/** Runs over `rows`; returns what was sent, the outcome of each row, and how it ended. */
async function run(send: (part: number[], call: number) => string, atOnce = 100) {
  const sent: number[][] = [];
  const outcomes = new Map<number, Outcome<string>>();
  const end = await runBatch<number, string>({
    rows,
    batchSize: atOnce,
    send: async (part) => send(part, sent.push(part)),
    onOutcome: (part, outcome) => {
      for (const row of part) outcomes.set(row, outcome);
    },
  });
  const failed = rows.filter((row) => outcomes.get(row)?.done === false);
  return { sent, outcomes, failed, end };
}
const refused = (code: number) => new CallRefused(code, `refused ${code}`, {});

test("rows are sent in order, in batches, each once", async () => {
  const { sent, outcomes, end } = await run((_part, call) => `answer ${call}`);
  expect(sent.map((part) => part.length)).toEqual([100, 100, 50]);
  expect(sent.flat()).toEqual(rows);
  expect(outcomes.get(249)).toEqual({ done: true, answer: "answer 3" });
  expect([outcomes.size, end]).toEqual([250, "ended"]);
  expect(split([], 3)).toEqual([]);
});

test("a call is sent only after the previous one has completed", async () => {
  const log: string[] = [];
  await runBatch<number, void>({
    rows: [1, 2, 3],
    batchSize: 1,
    send: async ([row]) => {
      log.push(`sent ${row}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
    onOutcome: ([row]) => log.push(`done ${row}`),
  });
  expect(log).toEqual(["sent 1", "done 1", "sent 2", "done 2", "sent 3", "done 3"]);
});

test("an unknown id refuses the complete call (spec/api#refusal-order): then only that id fails", async () => {
  const unknown = [3, 177];
  const { sent, failed, outcomes, end } = await run((part) => {
    if (part.some((row) => unknown.includes(row))) throw refused(404);
    return "";
  });
  expect(failed).toEqual(unknown);
  expect([outcomes.size, end]).toEqual([250, "ended"]);
  expect(sent.length).toBeLessThan(35);
});

test("any other refusal applies to all rows of its call, and the next rows are sent", async () => {
  const { sent, failed, end } = await run((_part, call) => {
    if (call === 1) throw refused(400);
    return "";
  });
  expect(failed).toEqual(rows.slice(0, 100));
  expect([sent.length, end]).toEqual([3, "ended"]);
});

test("without a response, or once the session has ended, nothing more is sent", async () => {
  const lost: [Error, string][] = [
    [new CallFailed("offline"), "stopped"],
    [new CallCancelled(), "left"],
    [refused(300), "left"],
  ];
  for (const [error, said] of lost) {
    const { sent, outcomes, end } = await run((_part, call) => {
      if (call === 2) throw error;
      return "";
    });
    expect([sent.length, outcomes.size, end]).toEqual([2, 100, said]);
  }
});

test("rows share a call only within their group", async () => {
  const sent: number[][] = [];
  await runBatch<number, void>({
    rows: [1, 2, 3, 4, 5, 6, 7],
    batchSize: 2,
    groupBy: (row) => row % 2,
    send: async (part) => void sent.push(part),
    onOutcome: () => undefined,
  });
  expect(sent).toEqual([[1, 3], [5, 7], [2, 4], [6]]);
});
