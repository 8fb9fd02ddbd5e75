/**
 * Which exit a session id holds (contract §13), or a whitelisted port: then `sub_account_id` is the
 * port's. The only file that names the table.
 */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import { decideHold, type Hold } from "@turnpike/rules/session-hold.ts";
import { sql } from "kysely";
import { type Db, type Tx, transaction } from "../db/database.ts";
import type { Services } from "../services.ts";

type Asked = Questions["hold"]["question"];

interface HoldRow {
  exit_id: string;
  minutes: number;
  until: Date;
  changed_at: Date;
}

/** Decides and keeps the hold that stands for a session id. */
export async function holdExit({ db, world }: Services, asked: Asked): Promise<Hold> {
  const { minutes, proposedExitId, deadExitId } = asked;
  return transaction(db, async (tx) => {
    const now = world.now();
    const fresh = decideHold({ held: null, now, minutes, proposedExitId, deadExitId });
    if (await insertHold(tx, asked, fresh)) return fresh;
    const held = await lockHold(tx, asked);
    const hold = decideHold({ held, now, minutes, proposedExitId, deadExitId });
    await keepHold(tx, asked, hold);
    return hold;
  });
}

async function insertHold(tx: Tx, { subAccountId, key }: Asked, hold: Hold): Promise<boolean> {
  const { rows } = await sql`
    insert into session_hold (sub_account_id, key, exit_id, minutes, until, changed_at)
    values (${subAccountId}, ${key}, ${hold.exitId}, ${hold.minutes}, ${new Date(hold.until)},
      ${new Date(hold.changedAt)})
    on conflict do nothing returning true`.execute(tx);
  return rows.length > 0;
}

async function lockHold(tx: Tx, { subAccountId, key }: Asked): Promise<Hold | null> {
  const { rows } = await sql<HoldRow>`
    select exit_id, minutes, until, changed_at from session_hold
    where sub_account_id = ${subAccountId} and key = ${key} for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    exitId: row.exit_id,
    minutes: row.minutes,
    until: row.until.getTime(),
    changedAt: row.changed_at.getTime(),
  };
}

async function keepHold(tx: Tx, { subAccountId, key }: Asked, hold: Hold): Promise<void> {
  await sql`
    insert into session_hold (sub_account_id, key, exit_id, minutes, until, changed_at)
    values (${subAccountId}, ${key}, ${hold.exitId}, ${hold.minutes}, ${new Date(hold.until)},
      ${new Date(hold.changedAt)})
    on conflict (sub_account_id, key) do update set exit_id = excluded.exit_id,
      minutes = excluded.minutes, until = excluded.until,
      changed_at = excluded.changed_at`.execute(tx);
}

/** Forgets holds that ended and whose duration was set before `changedBefore`; 10,000 at most. */
export async function removeEndedHolds(
  db: Db,
  { now, changedBefore }: { now: Date; changedBefore: Date },
): Promise<void> {
  await sql`
    delete from session_hold where (sub_account_id, key) in (
      select sub_account_id, key from session_hold
      where until < ${now} and changed_at < ${changedBefore}
      order by until limit 10000)`.execute(db);
}
