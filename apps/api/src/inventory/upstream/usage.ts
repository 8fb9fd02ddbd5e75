/** What gateways report of upstreams: bytes on their sockets, once a report (spec/supply#money). */
import type { UpstreamUsageRow } from "@turnpike/contract/upstream-facts.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { dayMs, hourMs } from "@turnpike/rules/statistics.ts";
import { accountsAmong } from "../../identity/account/store/account.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid, nilUuid } from "../../platform/db/uuid.ts";
import { addDays, type UpstreamDay } from "./store/days.ts";

/** A gateway without a link reports later than this only if it was away for months. */
const oldestMs = 93 * dayMs;

/**
 * Adds rows of reports that were not applied yet, in the transaction that marks them applied. Those of
 * unknown accounts count as nobody's.
 */
export async function addUpstreamUsage(
  tx: Tx,
  rows: UpstreamUsageRow[],
  now: number,
): Promise<void> {
  const sound = rows.filter(({ upstreamId, sentBytes, receivedBytes, connections, failures }) => {
    return isUuid(upstreamId) && [sentBytes, receivedBytes, connections, failures].every(isCount);
  });
  if (sound.length === 0) return;
  const ids = new Set(sound.map(({ accountId }) => accountId).filter(isUuid));
  const known = await accountsAmong(tx, [...ids]);
  await addDays(
    tx,
    sound.map((row) => {
      const accountId = known.has(row.accountId) ? row.accountId : nilUuid;
      return dayOf({ ...row, accountId }, now);
    }),
  );
}

function dayOf(row: UpstreamUsageRow, now: number): UpstreamDay {
  const { day, country, ...rest } = row;
  const isSound = Number.isSafeInteger(day) && day >= now - oldestMs && day <= now + hourMs;
  return {
    ...rest,
    day: new Date(isSound ? day : now).toISOString().slice(0, 10),
    country: /^[A-Z]{2}$/.test(country) ? country : "",
  };
}
