/** Reads counted bytes, and subtracts bytes from the statistics by hour, domain and place alike. */
import { splitProportionally } from "@turnpike/rules/usage-repair.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { nilUuid } from "../../../platform/db/uuid.ts";
import { replaceDay } from "../../usage/store/erase.ts";

/** Counted bytes of the traffic plan by sub-account. */
export async function countedBySubAccount(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select sub_account_id as id, sum(up_bytes + down_bytes)::bigint as bytes from usage_hour
    where product = 'traffic' and sub_account_id <> ${nilUuid} group by 1`.execute(db);
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** A sub-account's counted bytes by the start of their hour, in milliseconds since 1970. */
export async function countedByHour(tx: Tx, subAccountId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ at: number; bytes: number }>`
    select (extract(epoch from hour) * 1000)::bigint as at,
      sum(up_bytes + down_bytes)::bigint as bytes
    from usage_hour where sub_account_id = ${subAccountId} and product = 'traffic'
    group by 1 order by 1`.execute(tx);
  return new Map(rows.map(({ at, bytes }) => [at, bytes]));
}

type Owner = { id: string; account_id: string };

/** Subtracts `bytesByHour` from each hour, keyed by its start. Lock the sub-account first. */
export async function subtractUsage(
  tx: Tx,
  sub: Owner,
  bytesByHour: Map<number, number>,
): Promise<void> {
  const days = new Map<number, number>();
  for (const [hour, bytes] of bytesByHour) {
    await subtractFromHour(tx, sub, { hour, bytes });
    const day = Math.floor(hour / dayMs) * dayMs;
    days.set(day, (days.get(day) ?? 0) + bytes);
  }
  for (const [at, bytes] of days) {
    const day = new Date(at).toISOString().slice(0, 10);
    for (const scope of [sub.id, nilUuid])
      await subtractFromDomains(tx, sub, { scope, day, bytes });
    await subtractFromPlaces(tx, sub, { day, bytes });
    for (const scope of [sub.id, nilUuid]) await replaceUsageDay(tx, sub, { scope, at });
  }
}

/** Sets a day of the usage report to the corrected sums. */
async function replaceUsageDay(
  tx: Tx,
  { account_id: accountId }: Owner,
  { scope, at }: { scope: string; at: number },
): Promise<void> {
  const day = new Date(at);
  const { rows } = await sql<{ upBytes: number; downBytes: number; requests: number }>`
    select coalesce(sum(up_bytes), 0)::bigint as "upBytes",
      coalesce(sum(down_bytes), 0)::bigint as "downBytes",
      coalesce(sum(requests), 0)::bigint as requests
    from usage_hour where account_id = ${accountId} and sub_account_id = ${scope}
      and product = 'traffic' and hour >= ${day} and hour < ${new Date(at + dayMs)}`.execute(tx);
  const sums = rows[0] ?? { upBytes: 0, downBytes: 0, requests: 0 };
  await replaceDay(tx, { accountId, scope, day, ...sums });
}

/** Subtracts the same bytes from the sub-account's and the whole account's hour, per direction. */
async function subtractFromHour(
  tx: Tx,
  { id, account_id: account }: Owner,
  { hour, bytes }: { hour: number; bytes: number },
): Promise<void> {
  const { rows } = await sql<{ up: number; down: number; requests: number }>`
    select up_bytes as up, down_bytes as down, requests from usage_hour
    where account_id = ${account} and sub_account_id = ${id} and hour = ${new Date(hour)}
      and product = 'traffic' for update`.execute(tx);
  const { up = 0, down = 0, requests = 0 } = rows[0] ?? {};
  const [upTaken = 0, downTaken = 0] = splitProportionally([up, down], bytes);
  const [requestsTaken = 0] = splitProportionally(
    [requests],
    Math.round((requests * bytes) / (up + down)),
  );
  await sql`
    update usage_hour set up_bytes = up_bytes - ${upTaken}::bigint,
      down_bytes = down_bytes - ${downTaken}::bigint,
      requests = greatest(0, requests - ${requestsTaken}::bigint)
    where account_id = ${account} and sub_account_id = any(${[id, nilUuid]}::uuid[])
      and hour = ${new Date(hour)} and product = 'traffic'`.execute(tx);
}

async function subtractFromDomains(
  tx: Tx,
  { account_id: account }: Owner,
  { scope, day, bytes }: { scope: string; day: string; bytes: number },
): Promise<void> {
  const { rows } = await sql<{ domain: string; bytes: number; requests: number }>`
    select domain, bytes, requests from usage_domain_day
    where account_id = ${account} and sub_account_id = ${scope} and day = ${day}::date
    order by bytes desc, domain for update`.execute(tx);
  const { bytesTaken, requestsTaken } = sharesOf(rows, bytes);
  await sql`
    update usage_domain_day d set bytes = d.bytes - taken.bytes,
      requests = d.requests - taken.requests
    from unnest(${rows.map((row) => row.domain)}::text[], ${bytesTaken}::bigint[],
      ${requestsTaken}::bigint[]) as taken (domain, bytes, requests)
    where d.account_id = ${account} and d.sub_account_id = ${scope} and d.day = ${day}::date
      and d.domain = taken.domain`.execute(tx);
}

async function subtractFromPlaces(
  tx: Tx,
  { account_id: account }: Owner,
  { day, bytes }: { day: string; bytes: number },
): Promise<void> {
  const { rows } = await sql<{ country: string; city: string; bytes: number; requests: number }>`
    select country, city, bytes, requests from usage_place_day
    where account_id = ${account} and day = ${day}::date
    order by bytes desc, country, city for update`.execute(tx);
  const { bytesTaken, requestsTaken } = sharesOf(rows, bytes);
  await sql`
    update usage_place_day d set bytes = d.bytes - taken.bytes,
      requests = d.requests - taken.requests
    from unnest(${rows.map((row) => row.country)}::text[], ${rows.map((row) => row.city)}::text[],
      ${bytesTaken}::bigint[], ${requestsTaken}::bigint[])
      as taken (country, city, bytes, requests)
    where d.account_id = ${account} and d.day = ${day}::date
      and d.country = taken.country and d.city = taken.city`.execute(tx);
}

/** How much to take from each row, in proportion to its bytes. */
function sharesOf(rows: { bytes: number; requests: number }[], bytes: number) {
  const bytesTaken = splitProportionally(
    rows.map((row) => row.bytes),
    bytes,
  );
  const requestsTaken = rows.map((row, at) => {
    const part = row.bytes === 0 ? 0 : (bytesTaken[at] ?? 0) / row.bytes;
    return Math.min(row.requests, Math.round(row.requests * part));
  });
  return { bytesTaken, requestsTaken };
}
