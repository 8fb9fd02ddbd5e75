/** Rotations: a modem's link is called, at most once per interval (spec/supply#modems). */
import { clockToleranceMs } from "@turnpike/rules/trace.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { endAddress } from "./modems.ts";

/** What became of a request for a new address. */
export type RotationStart =
  | { sealedUrl: string; minSeconds: number; before: Date | null }
  | { tooSoonSeconds: number }
  | null;

/** A modem needs a moment before it hangs up. */
const firstReadMs = 1_000;

/**
 * Notes that a modem's address changes now, if its interval has passed: of several that ask at once,
 * one is first. Null: the exit is no modem.
 */
export async function startRotation(tx: Tx, exitId: string, now: Date): Promise<RotationStart> {
  const { rows } = await sql<{ sealedUrl: string; minSeconds: number; before: Date | null }>`
    select m.sealed_rotate_url as "sealedUrl", m.min_seconds as "minSeconds",
      m.rotated_at as before
    from modem m join exit e on e.id = m.exit_id
    where m.exit_id = ${exitId} and e.retired_at is null
    for no key update of m`.execute(tx);
  const [modem] = rows;
  if (modem === undefined) return null;
  const wait = retryAfter(modem, now.getTime());
  if (wait > 0) return { tooSoonSeconds: wait };
  const due = new Date(now.getTime() + firstReadMs);
  await sql`
    update modem set rotated_at = ${now}, changing_since = ${now}, due_at = ${due},
      rotations = rotations + 1 where exit_id = ${exitId}`.execute(tx);
  await endAddress(tx, exitId, now);
  return modem;
}

/** Whole seconds until a modem's link may be called again; 0: now. */
function retryAfter(
  { before, minSeconds }: { before: Date | null; minSeconds: number },
  now: number,
) {
  const sinceMs = before === null ? Number.POSITIVE_INFINITY : now - before.getTime();
  // Replicas' clocks differ a little; one that was set back must not lock the modem.
  if (sinceMs < -clockToleranceMs) return 0;
  return Math.max(0, Math.ceil((minSeconds * 1_000 - Math.max(0, sinceMs)) / 1_000));
}

/**
 * Notes that a link failed: it may be called again at once. Whether the address is the same as before
 * cannot be said, so it is read.
 */
export async function failRotation(
  tx: Tx,
  exitId: string,
  { before, now, trouble }: { before: Date | null; now: Date; trouble: string },
): Promise<void> {
  await sql`
    update modem set rotated_at = ${before}, due_at = ${now}, rotations = rotations - 1,
      failed_at = ${now}, trouble = ${trouble}
    where exit_id = ${exitId}`.execute(tx);
}

/** What the customer of a modem sees of it. */
export interface ModemState {
  minSeconds: number;
  /** Whole seconds until its link may be called again. */
  retryAfter: number;
  changing: boolean;
}

/** The modems among the exits, by exit id. */
export async function modemStates(
  db: Db,
  exitIds: string[],
  now: number,
): Promise<Map<string, ModemState>> {
  const { rows } = await sql<{
    id: string;
    minSeconds: number;
    before: Date | null;
    changing: boolean;
  }>`
    select exit_id as id, min_seconds as "minSeconds", rotated_at as before,
      changing_since is not null as changing
    from modem where exit_id = any(${exitIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, changing, ...modem }) => [
      id,
      { minSeconds: modem.minSeconds, retryAfter: retryAfter(modem, now), changing },
    ]),
  );
}
