/** One change to many rows, which begins when this appears, and the outcome of each. */
import { Button } from "@mantine/core";
import type { CallName } from "@turnpike/contract/calls.ts";
import { useCloseDialog } from "@turnpike/ui/Dialog.tsx";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import type { CallParameters, CallResult } from "../../lib/call.ts";
import { BatchOutcomes } from "./BatchOutcomes.tsx";
import { useBatch } from "./use-batch.ts";

/** Rows per call; few enough for the progress bar to move. */
const ROWS_AT_ONCE = 100;

export interface BatchOf<K extends CallName, Row extends { id: string }> {
  call: K;
  rows: readonly Row[];
  rowsAtOnce?: number;
  /** A value that all rows of a call must share. */
  groupBy?: ((row: Row) => string | number) | undefined;
  parameters: (rows: Row[]) => CallParameters<K>;
  /** For calls with a requestId: the same for the same rows, so that trying again does nothing twice. */
  requestId?: ((rows: Row[]) => string) | undefined;
  rowName: (row: Row) => ReactNode;
  /** Shown below the name of a completed row; "Done" by default. */
  outcome?: (row: Row, answer: CallResult<K>) => ReactNode;
  /** Buttons beside the one that closes, for the answers that came. */
  actions?: (answers: CallResult<K>[]) => ReactNode;
  /** The button that leads back if some rows failed. */
  back?: { label: string; open: () => void } | undefined;
  /** What is said if all rows are done; the dialog then closes. */
  done?: (count: number) => string;
  /** Called with the ids of the rows that are done, each time a run ends. */
  onEnd?: ((ids: readonly string[]) => void) | undefined;
}

/** In a dialog, which it closes if all went well and `done` says so. */
export function RunBatch<K extends CallName, Row extends { id: string }>(props: BatchOf<K, Row>) {
  const { rows, rowsAtOnce = ROWS_AT_ONCE, groupBy, parameters, requestId, back } = props;
  const close = useCloseDialog();
  const batch = useBatch<K, Row>(props.call, {
    onEnd: (done, all) => {
      props.onEnd?.(done.map(({ id }) => id));
      if (!all || !props.done) return;
      toast.success(props.done(done.length));
      close();
    },
  });
  const isStarted = useRef(false);
  const start = useEffectEvent(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    batch.start({
      rows,
      batchSize: rowsAtOnce,
      parameters,
      ...(groupBy ? { groupBy } : {}),
      ...(requestId ? { requestId } : {}),
    });
  });
  useEffect(() => start(), []);
  const outcomes = Object.values(batch.outcomes);
  const answers = outcomes.flatMap((one) => (one.done ? [one.answer] : []));
  return (
    <BatchOutcomes
      batch={batch}
      name={props.rowName}
      {...(props.outcome ? { result: props.outcome } : {})}
      actions={
        <>
          {answers.length > 0 && props.actions?.(answers)}
          {back && answers.length < outcomes.length && (
            <Button variant="default" onClick={back.open}>
              {back.label}
            </Button>
          )}
        </>
      }
    />
  );
}
