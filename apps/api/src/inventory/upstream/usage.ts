/** What gateways report of upstreams: bytes on their sockets, once a report (spec/supply#money). */
import type { UpstreamUsageRow } from "@turnpike/contract/upstream-facts.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { hourMs } from "@turnpike/rules/statistics.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid, nilUuid } from "../../platform/db/uuid.ts";
import { addDays, type UpstreamDay } from "./store/days.ts";

/** Adds rows of reports that were not applied yet, in the transaction that marks them applied. */
export async function addUpstreamUsage(
  tx: Tx,
  rows: UpstreamUsageRow[],
  now: number,
): Promise<void> {
  await addDays(
    tx,
    rows.flatMap((row) => {
      const counts = [row.sentBytes, row.receivedBytes, row.connections, row.failures];
      if (!isUuid(row.upstreamId) || !counts.every(isCount)) return [];
      return [dayOf(row, now)];
    }),
  );
}

function dayOf(row: UpstreamUsageRow, now: number): UpstreamDay {
  const { day, accountId, country, ...rest } = row;
  const isSound = Number.isSafeInteger(day) && day >= 0 && day <= now + hourMs;
  return {
    ...rest,
    day: new Date(isSound ? day : now).toISOString().slice(0, 10),
    accountId: isUuid(accountId) ? accountId : nilUuid,
    country: /^[A-Z]{2}$/.test(country) ? country : "",
  };
}
