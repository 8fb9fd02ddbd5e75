/** One change to many rows, with the outcome of each. */
import type { CallName } from "@turnpike/contract/calls.ts";
import { useState } from "react";
import { type CallResult, callApi, type CallParameters } from "../../lib/call.ts";
import { makeStale } from "../../lib/stale.ts";
import { whileBusy } from "../../lib/use-command.ts";
import { type BatchEnd, type Outcome, runBatch } from "./run-batch.ts";

export interface BatchTask<K extends CallName, Row> {
  rows: readonly Row[];
  /** Rows per call; 1 by default. */
  batchSize?: number;
  /** A value that all rows of a call must share. */
  groupBy?: (row: Row) => string | number;
  parameters: (rows: Row[]) => CallParameters<K>;
  /** For calls with a requestId: the same for the same rows, so that `retry` does nothing twice. */
  requestId?: (rows: Row[]) => string;
}

/** The state that `BatchOutcomes` shows. */
export interface Batch<A, Row extends { id: string }> {
  rows: readonly Row[];
  outcomes: Readonly<Record<string, Outcome<A>>>;
  running: boolean;
  /** There was no answer, so some rows were not processed. */
  stopped: boolean;
  /** Retries the rows that are not done. */
  retry: () => void;
}

const callOptionsOf = <K extends CallName, Row>({ requestId }: BatchTask<K, Row>, part: Row[]) => ({
  handles: () => true,
  ...(requestId ? { requestId: requestId(part) } : {}),
});

/**
 * Leaving the screen stops the batch. While it runs `useBusy(name)` is true everywhere. `onEnd`
 * gets the completed rows, and whether those are all, each time a run ends.
 */
export function useBatch<K extends CallName, Row extends { id: string }>(
  name: K,
  options: { onEnd?: (done: readonly Row[], all: boolean) => void } = {},
) {
  const [task, setTask] = useState<BatchTask<K, Row> | null>(null);
  const [outcomes, setOutcomes] = useState<Batch<CallResult<K>, Row>["outcomes"]>({});
  const [end, setEnd] = useState<BatchEnd | "running" | null>(null);
  const [opened, setOpened] = useState(false);
  const run = (task: BatchTask<K, Row>) =>
    whileBusy(name, async () => {
      setEnd("running");
      const done: Row[] = [];
      const ended = await runBatch<Row, CallResult<K>>({
        rows: task.rows,
        batchSize: task.batchSize ?? 1,
        groupBy: task.groupBy,
        send: (part) => callApi(name, task.parameters(part), callOptionsOf(task, part)),
        onOutcome(part, outcome) {
          if (outcome.done) done.push(...part);
          const updates = Object.fromEntries(part.map(({ id }) => [id, outcome]));
          setOutcomes((before) => ({ ...before, ...updates }));
        },
      });
      setEnd(ended);
      void makeStale({ after: name });
      if (ended !== "left") options.onEnd?.(done, done.length === task.rows.length);
    });
  const rows = task?.rows ?? [];
  return {
    /** True from the start until it is closed; the content stays, for a dialog that fades out. */
    opened,
    rows,
    outcomes,
    running: end === "running",
    stopped: end === "stopped",
    start(next: BatchTask<K, Row>) {
      setTask(next);
      setOpened(true);
      setOutcomes({});
      void run(next);
    },
    retry() {
      if (!task || end === "running") return;
      const remaining = rows.filter(({ id }) => !outcomes[id]?.done);
      setOutcomes((before) =>
        Object.fromEntries(Object.entries(before).filter(([, outcome]) => outcome.done)),
      );
      void run({ ...task, rows: remaining });
    },
    close: () => setOpened(false),
  };
}
