/**
 * Converts reports to rows of the usage report (`../usage`): billed traffic as billed, other
 * products as counted, and how requests ended. Skips rows with unknown owners or invalid counts.
 */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { OutcomeRow } from "@turnpike/contract/outcome-row.ts";
import { outcomes as outcomeNames } from "@turnpike/contract/request-log.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { dayMs, hourMs } from "@turnpike/rules/statistics.ts";
import { connectBuckets, unknownKey } from "@turnpike/rules/usage.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid, nilUuid } from "../../platform/db/uuid.ts";
import { ownersOfOpened } from "../pool/store/opened-ips.ts";
import { ownersOfStatics } from "../static/store/usage.ts";
import { accountsOf } from "../sub-account/store/lists.ts";
import { ownersOfPorts } from "../unlimited/store/usage.ts";
import type { UsedRow } from "../usage/store/add.ts";
import { noSums } from "../usage/store/columns.ts";
import type { BilledRow } from "./bill.ts";
import { cityOf, countedHour, countryOf, domainOf, soundHour } from "./count.ts";

/** A cap per row and count that only false reports reach. */
const maxCounted = 1_000_000_000;
const longestReason = /^(refused|cut|failed):[A-Za-z]{1,40}$/;

type Reported = Pick<UsageRow, "subAccountId" | "product" | "hour" | "domain" | "country" | "city">;
interface Owner {
  accountId: string;
  /** Earlier usage counts at this time, milliseconds since 1970. */
  since: number;
}

/** The usage report's rows for a batch, merged by key. */
export async function usedRows(
  tx: Tx,
  batch: { billed: BilledRow[]; counted: UsageRow[]; outcomes: OutcomeRow[]; now: number },
): Promise<UsedRow[]> {
  const { billed, counted, outcomes, now } = batch;
  const owners = await ownersOf(tx, [...counted, ...outcomes]);
  const rows: UsedRow[] = [];
  for (const each of billed) {
    const { row, sub, upBytes, downBytes } = each;
    const to = emptyRowOf(row, { accountId: sub.account_id, at: countedHour(each, now) });
    rows.push({ ...to, subAccountId: sub.id, upBytes, downBytes, requests: row.requests });
  }
  for (const row of counted) {
    const { upBytes, downBytes, requests } = row;
    const owner = owners.get(row.subAccountId);
    if (owner === undefined || ![upBytes, downBytes, requests].every(isCount)) continue;
    rows.push({ ...emptyRowOf(row, ownerAndTime(row, owner, now)), upBytes, downBytes, requests });
  }
  for (const row of outcomes) {
    const owner = owners.get(row.subAccountId);
    if (owner !== undefined)
      rows.push(...outcomeRows(row, emptyRowOf(row, ownerAndTime(row, owner, now))));
  }
  return mergeRows(rows);
}

/** A row with all sums 0, at the start of its hour. */
function emptyRowOf(row: Reported, { accountId, at }: { accountId: string; at: number }): UsedRow {
  return {
    ...noSums(),
    accountId,
    subAccountId: row.product === "traffic" ? row.subAccountId : nilUuid,
    product: row.product,
    hour: new Date(Math.floor(at / hourMs) * hourMs),
    country: countryOf(row.country) || unknownKey,
    city: cityOf(row.city) || unknownKey,
    domain: row.domain === "" ? unknownKey : domainOf(row.domain),
    reason: "",
    connects: [],
  };
}

/** A gateway without a link reports later than this only if it was away for months. */
const oldestMs = 93 * dayMs;

const ownerAndTime = ({ hour }: Reported, { accountId, since }: Owner, now: number) => ({
  accountId,
  at: Math.max(soundHour(hour, now), since, now - oldestMs),
});

/** How requests ended: one row with all outcomes, and one for each reason. */
function outcomeRows({ outcomes, reasons, connects }: OutcomeRow, to: UsedRow): UsedRow[] {
  const sums = { ...to, connects: connects.slice(0, connectBuckets).map(validCount) };
  for (const name of outcomeNames) sums[name] = validCount(outcomes[name]);
  const why = Object.entries(reasons).flatMap(([reason, count]) => {
    const outcome = longestReason.exec(reason)?.[1] as "refused" | "cut" | "failed" | undefined;
    return outcome === undefined ? [] : [{ ...to, reason, [outcome]: validCount(count) }];
  });
  return [sums, ...why];
}

const validCount = (count: number | undefined) =>
  count !== undefined && isCount(count) ? Math.min(count, maxCounted) : 0;

function mergeRows(rows: UsedRow[]): UsedRow[] {
  const sums = new Map<string, UsedRow>();
  for (const row of rows) {
    const { accountId, subAccountId, product, hour, country, city, domain, reason } = row;
    const key = [accountId, subAccountId, product, hour.getTime(), country, city, domain, reason];
    const name = JSON.stringify(key);
    const known = sums.get(name);
    if (known === undefined) sums.set(name, { ...row });
    else add(known, row);
  }
  return [...sums.values()];
}

function add(sum: UsedRow, more: UsedRow): void {
  for (const name of Object.keys(noSums()) as (keyof ReturnType<typeof noSums>)[])
    sum[name] += more[name];
  sum.connects = Array.from(
    { length: Math.max(sum.connects.length, more.connects.length) },
    (_, at) => (sum.connects[at] ?? 0) + (more.connects[at] ?? 0),
  );
}

/** The owners of the rows' sub-accounts, static IPs, ports and opened IPs, by id. */
async function ownersOf(tx: Tx, rows: Reported[]): Promise<Map<string, Owner>> {
  const ids = (...products: string[]) => [
    ...new Set(
      rows
        .filter(({ product, subAccountId }) => products.includes(product) && isUuid(subAccountId))
        .map(({ subAccountId }) => subAccountId),
    ),
  ];
  const subs = ids("traffic");
  const accounts = subs.length === 0 ? [] : [...(await accountsOf(tx, subs))];
  const owned = [
    ...(await ownersOfStatics(tx, ids("static", "short"))),
    ...(await ownersOfPorts(tx, ids("port", "bandwidth"))),
    ...(await ownersOfOpened(tx, ids("ip"))),
  ];
  return new Map<string, Owner>([
    ...accounts.map(([id, accountId]) => [id, { accountId, since: 0 }] as const),
    ...owned.map(({ id, ...owner }) => [id, owner] as const),
  ]);
}
