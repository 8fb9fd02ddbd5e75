/** The members of pools but the first, and who is none of the first. */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

export interface MemberShare {
  priority: number;
  weight: number;
}

/** Makes something a member of a pool, or changes its share. */
export async function putMember(
  tx: Tx,
  { pool, memberId, priority, weight }: { pool: string; memberId: string } & MemberShare,
): Promise<void> {
  await sql`
    insert into pool_member (pool, member_id, priority, weight)
    values (${pool}, ${memberId}, ${priority}, ${weight})
    on conflict (pool, member_id) do update
      set priority = excluded.priority, weight = excluded.weight`.execute(tx);
}

/** Takes a member out of a pool; false if it was none. */
export async function deleteMember(
  tx: Tx,
  { pool, memberId }: { pool: string; memberId: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from pool_member where pool = ${pool} and member_id = ${memberId}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Takes an upstream out of the first pool. */
export async function leaveFirstPool(tx: Tx, upstreamId: string): Promise<void> {
  await sql`update upstream set in_first_pool = false where id = ${upstreamId}`.execute(tx);
}
