/**
 * Failures of exits that every node has: such an exit has failed when all nodes that serve failed to
 * reach it since one of them last did.
 */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Forgets the failures of exits that a node reached. */
export async function clearFailures(tx: Tx, exitIds: string[]): Promise<void> {
  await sql`delete from exit_failure where exit_id = any(${exitIds}::uuid[])`.execute(tx);
}

/** Notes that a node failed to reach exits; answers those that all of the nodes failed to reach. */
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
