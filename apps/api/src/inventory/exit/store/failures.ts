/**
 * Failures of exits shared by every node: such an exit has failed once every serving node has
 * failed to reach it since any node last reached it.
 */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Deletes the failures of exits that a node has reached. */
export async function clearFailures(tx: Tx, exitIds: string[]): Promise<void> {
  await sql`delete from exit_failure where exit_id = any(${exitIds}::uuid[])`.execute(tx);
}

/** Records a node's failures to reach exits; returns the exits that all of `nodeIds` failed on. */
export async function noteFailures(
  tx: Tx,
  { nodeId, exitIds, nodeIds }: { nodeId: string; exitIds: string[]; nodeIds: string[] },
): Promise<string[]> {
  await sql`
    insert into exit_failure (exit_id, node_id)
    select id, ${nodeId} from unnest(${exitIds}::uuid[]) as given (id)
    order by id on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select exit_id as id from exit_failure
    where exit_id = any(${exitIds}::uuid[]) and node_id = any(${nodeIds}::uuid[])
    group by exit_id having count(*) >= ${nodeIds.length}`.execute(tx);
  return rows.map(({ id }) => id);
}
