/** Opens the dialog of a change to many rows: asks, then shows the outcome of each. */
import type { CallName } from "@turnpike/contract/calls.ts";
import { type Act, type Sent, showAct } from "@turnpike/ui/act/act.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import type { CallParameters } from "../../lib/call.ts";
import type { BatchOf, RunBatch } from "../batch/RunBatch.tsx";

const Run = lazyComponent(
  async () => (await import("../batch/RunBatch.tsx")).RunBatch,
) as typeof RunBatch;

type Question = Omit<Act, "send" | "explain" | "done" | "onDone" | "result" | "ownButtons">;
interface BatchAct<K extends CallName, Row extends { id: string }>
  extends Question,
    Omit<BatchOf<K, Row>, "rows" | "groupBy" | "parameters" | "back"> {
  /** What it is done to, which the form may decide. */
  rows: readonly Row[] | ((sent: Sent) => readonly Row[]);
  groupBy?: (sent: Sent) => BatchOf<K, Row>["groupBy"];
  parameters: (rows: Row[], sent: Sent) => CallParameters<K>;
  /** The button that leads back to the form if some rows failed. */
  backLabel?: string;
}

export function openBatch<K extends CallName, Row extends { id: string }>(
  batch: BatchAct<K, Row>,
): void {
  const { rows, groupBy, parameters, backLabel, done, onEnd, ...rest } = batch;
  showAct<Sent>({
    ...(rest as Question),
    send: async (sent) => sent,
    explain: () => null,
    result: (sent, _close, { back }) => (
      <Run<K, Row>
        {...rest}
        {...(done ? { done } : {})}
        onEnd={onEnd}
        rows={typeof rows === "function" ? rows(sent) : rows}
        groupBy={groupBy?.(sent)}
        parameters={(part) => parameters(part, sent)}
        back={backLabel === undefined ? undefined : { label: backLabel, open: back }}
      />
    ),
    ownButtons: true,
  });
}
