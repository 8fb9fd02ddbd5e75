/** Changes of an upstream's state: with an alert, and sent to gateways (spec/supply#states). */
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Tx } from "../../platform/db/database.ts";
import { addAlert } from "./store/alerts.ts";
import { setState, type StoredState } from "./store/upstreams.ts";

export interface StateChange {
  id: string;
  from: readonly StoredState[];
  to: StoredState;
  at: Date;
  nextTryAt?: Date | null;
  /** Why, for the operator; none if the operator did it. */
  alert?: { class: string; text: string };
}

/** Changes the state if it is one of `from`; returns whether it was. */
export async function changeState(tx: Tx, { alert, ...change }: StateChange): Promise<boolean> {
  if (!(await setState(tx, change))) return false;
  if (alert) await addAlert(tx, change.id, { at: change.at, ...alert });
  await recordChanges(tx, [{ kind: "upstream", id: change.id }]);
  return true;
}
