import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ask, CallCancelled } from "../../lib/call.ts";

export interface BatchTask {
  rows: SubAccount[];
  enabled: boolean;
}
/** What came of a row: done, or the sentence of the refusal. */
export type Outcome = "done" | { msg: string };
export type Outcomes = Readonly<Record<string, Outcome>>;

/** Enables or disables row after row; leaving the screen ends it where it stands. */
export function useBatch(onDone: () => void) {
  const client = useQueryClient();
  const [task, setTask] = useState<BatchTask | null>(null);
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const run = async ({ rows, enabled }: BatchTask) => {
    for (const { id } of rows) {
      const outcome = await setEnabled(id, enabled);
      if (outcome === null) return;
      setOutcomes((before) => ({ ...before, [id]: outcome }));
    }
    for (const call of ["subUsers", "availableSubUsers"]) {
      void client.invalidateQueries({ queryKey: [call] });
    }
    onDone();
  };
  return {
    task,
    outcomes,
    start(next: BatchTask) {
      setOutcomes({});
      setTask(next);
      void run(next);
    },
    close: () => setTask(null),
  };
}

/** Null where the person has gone elsewhere. */
async function setEnabled(id: string, enabled: boolean): Promise<Outcome | null> {
  try {
    await ask("upSubUser", { id, enabled }, { handles: () => true });
    return "done";
  } catch (error) {
    if (error instanceof CallCancelled) return null;
    return { msg: error instanceof Error ? error.message : String(error) };
  }
}
