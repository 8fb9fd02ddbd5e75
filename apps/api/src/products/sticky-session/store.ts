/**
 * Which exit a session id holds (spec/gateway#sessions), or a whitelisted port: then
 * `sub_account_id` is the port's. The only file that names the table.
 */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import { decideHold, type Hold, mostHolds } from "@turnpike/rules/session-hold.ts";
import { sql } from "kysely";
import { type Db, type Tx, transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";

type StickySessionRequest = Questions["hold"]["question"];
type Answer = Questions["hold"]["answer"];

interface StickySessionRow {
  exit_id: string;
  minutes: number;
  until: Date;
  changed_at: Date;
}

/** About how many holds a sub-account has: counted on, so that not each new one is looked at. */
interface Counted {
  holds: number;
  /** When the rows were counted, and how many have come since. */
  at: number;
  added: number;
  /** One at a time looks and removes; the others only count. */
  busy: boolean;
}
/** Until the rows are counted again: others may have removed or added some. */
const COUNTED_MS = 10_000;
const COUNTED_FOR = 200;
/** Sub-accounts that are counted; beyond, all are looked at afresh. */
const COUNTED_AT_MOST = 20_000;

/** Answers holds; of each sub-account `mostHolds` at most (spec/limits#caps): the oldest goes. */
export function stickySessions(
  services: Services,
): (asked: StickySessionRequest) => Promise<Answer> {
  const counted = new Map<string, Counted>();
  return async (asked) => {
    const { hold, isNew } = await holdExit(services, asked);
    if (isNew) await keepToCap(services, counted, asked.subAccountId);
    const full = (counted.get(asked.subAccountId)?.holds ?? 0) >= mostHolds;
    return full ? { ...hold, full } : hold;
  };
}

async function keepToCap(
  { db, world }: Services,
  counted: Map<string, Counted>,
  subAccountId: string,
): Promise<void> {
  if (!counted.has(subAccountId) && counted.size >= COUNTED_AT_MOST) counted.clear();
  // Unknown: as if too many, so that the rows are counted.
  const unknown = { holds: mostHolds, at: 0, added: COUNTED_FOR, busy: false };
  const of = counted.get(subAccountId) ?? unknown;
  counted.set(subAccountId, of);
  of.holds++;
  of.added++;
  if (of.busy) return;
  of.busy = true;
  try {
    while (of.holds > mostHolds) {
      if (of.added >= COUNTED_FOR || Math.abs(world.now() - of.at) > COUNTED_MS) {
        Object.assign(of, { at: world.now(), added: 0 });
        const before = of.holds;
        const rows = await countHolds(db, subAccountId);
        // What came meanwhile may not have been counted.
        of.holds = rows + of.holds - before;
        continue;
      }
      const beyond = of.holds - mostHolds;
      of.holds -= beyond;
      await removeOldest(db, subAccountId, beyond);
    }
  } finally {
    of.busy = false;
  }
}

/** Decides and keeps the hold that stands for a session id. */
async function holdExit(
  { db, world }: Services,
  asked: StickySessionRequest,
): Promise<{ hold: Hold; isNew: boolean }> {
  const { minutes, proposedExitId, deadExitId } = asked;
  return transaction(db, async (tx) => {
    const now = world.now();
    const fresh = decideHold({ held: null, now, minutes, proposedExitId, deadExitId });
    if (await insertHold(tx, asked, fresh)) return { hold: fresh, isNew: true };
    const held = await lockHold(tx, asked);
    const hold = decideHold({ held, now, minutes, proposedExitId, deadExitId });
    await keepHold(tx, asked, hold);
    return { hold, isNew: false };
  });
}

async function insertHold(
  tx: Tx,
  { subAccountId, key }: StickySessionRequest,
  hold: Hold,
): Promise<boolean> {
  const { rows } = await sql`
    insert into session_hold (sub_account_id, key, exit_id, minutes, until, changed_at)
    values (${subAccountId}, ${key}, ${hold.exitId}, ${hold.minutes}, ${new Date(hold.until)},
      ${new Date(hold.changedAt)})
    on conflict do nothing returning true`.execute(tx);
  return rows.length > 0;
}

async function lockHold(tx: Tx, { subAccountId, key }: StickySessionRequest): Promise<Hold | null> {
  const { rows } = await sql<StickySessionRow>`
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

async function keepHold(
  tx: Tx,
  { subAccountId, key }: StickySessionRequest,
  hold: Hold,
): Promise<void> {
  await sql`
    insert into session_hold (sub_account_id, key, exit_id, minutes, until, changed_at)
    values (${subAccountId}, ${key}, ${hold.exitId}, ${hold.minutes}, ${new Date(hold.until)},
      ${new Date(hold.changedAt)})
    on conflict (sub_account_id, key) do update set exit_id = excluded.exit_id,
      minutes = excluded.minutes, until = excluded.until,
      changed_at = excluded.changed_at`.execute(tx);
}

async function countHolds(db: Db, subAccountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from session_hold
    where sub_account_id = ${subAccountId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ends the oldest holds of a sub-account; those that others end at this moment are passed over. */
async function removeOldest(db: Db, subAccountId: string, count: number): Promise<void> {
  await sql`
    delete from session_hold where ctid = any(array(
      select ctid from session_hold where sub_account_id = ${subAccountId}
      order by changed_at limit ${count} for update skip locked))`.execute(db);
}

/** Forgets holds that ended and whose duration was set before `changedBefore`; 10,000 at most. */
export async function removeEndedSessions(
  db: Db,
  { now, changedBefore }: { now: Date; changedBefore: Date },
): Promise<void> {
  await sql`
    delete from session_hold where (sub_account_id, key) in (
      select sub_account_id, key from session_hold
      where until < ${now} and changed_at < ${changedBefore}
      order by until limit 10000)`.execute(db);
}
