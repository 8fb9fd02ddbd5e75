/** Assigns exits to the nodes that have their addresses (spec/nodes#ownership). */
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Tx } from "../../platform/db/database.ts";
import { assignOwners } from "./store/owners.ts";

/** Assigns owners to the exits `ids` (null: all) and notifies gateways of those that moved. */
export async function moveExits(tx: Tx, ids: string[] | null): Promise<void> {
  const moved = await assignOwners(tx, ids);
  await recordChanges(tx, [
    ...moved.map(({ id }) => ({ kind: "exit" as const, id })),
    ...moved.flatMap(({ takenBy }) =>
      takenBy === null ? [] : { kind: "staticIp" as const, id: takenBy },
    ),
  ]);
}
