/** Adds billed rows to the statistics: by hour, by domain and by place. */
import { dayMs, hourMs } from "@turnpike/rules/statistics.ts";
import type { Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { BilledRow } from "./bill.ts";
import { addDomains, addHours, addPlaces, type DomainRow, type HourRow } from "./store/rollups.ts";

/** The nil id stands for the whole account. */
const scopesOf = ({ sub }: BilledRow) => [sub.id, nilUuid];

/** Adds billed rows to the statistics. */
export async function countUsage(tx: Tx, rows: BilledRow[], now: number): Promise<void> {
  const counted = rows.map((each) => ({ ...each, at: countedHour(each, now) }));
  const hours = new Map<string, HourRow>();
  const domains = new Map<string, DomainRow>();
  const places = new Map<string, Parameters<typeof addPlaces>[1][number]>();
  for (const each of counted) {
    const { row, sub, upBytes, downBytes, at } = each;
    const account = sub.account_id;
    const { product, requests } = row;
    const day = Math.floor(at / dayMs) * dayMs;
    const bytes = upBytes + downBytes;
    for (const scope of scopesOf(each)) {
      const hour = { account, scope, product, hour: new Date(at), upBytes, downBytes, requests };
      add(hours, `${account}/${scope}/${at}/${product}`, hour);
      const domain = domainOf(row.domain);
      const of = { account, scope, day: new Date(day), domain, bytes, requests };
      add(domains, `${account}/${scope}/${day}/${domain}`, of);
    }
    const city = cityOf(row.city);
    const country = countryOf(row.country);
    const place = { account, day: new Date(day), country, city, bytes, requests };
    add(places, `${account}/${day}/${country}/${city}`, place);
  }
  await addHours(tx, sorted(hours));
  await addDomains(tx, sorted(domains));
  await addPlaces(tx, sorted(places));
}

/** The form in which a target's host is counted. */
export const domainOf = (host: string) => host.toLowerCase().slice(0, 253) || "-";

/** A country's code; empty for what is none, so that a machine cannot make up countries. */
export const countryOf = (country: string) => (/^[A-Z]{2}$/.test(country) ? country : "");

/** A city as it is counted: an index has no room for any length. */
export const cityOf = (city: string) => city.slice(0, 200).toWellFormed();

/**
 * The start of the hour that a row counts for. An impossible hour, ahead of the API's clock, counts
 * as now. None is before its lease was granted: daily limits rely on that.
 */
export function countedHour({ row, lease }: BilledRow, now: number): number {
  const at = Math.max(soundHour(row.hour, now), lease?.created_at.getTime() ?? 0);
  return Math.floor(at / hourMs) * hourMs;
}

/** Returns a reported instant, or `now` if it is impossible. */
export function soundHour(hour: number, now: number): number {
  return Number.isSafeInteger(hour) && hour >= 0 && hour <= now + hourMs ? hour : now;
}

function add<T extends object>(sums: Map<string, T>, key: string, more: T): void {
  const sum = sums.get(key) as Record<string, unknown> | undefined;
  if (sum === undefined) {
    sums.set(key, { ...more });
    return;
  }
  for (const [name, value] of Object.entries(more)) {
    if (typeof value === "number") sum[name] = (sum[name] as number) + value;
  }
}

/** Sorts rows by key, so that concurrent batches lock in the same order and do not deadlock. */
function sorted<T>(sums: Map<string, T>): T[] {
  const keys = [...sums.keys()].sort();
  return keys.map((key) => sums.get(key) as T);
}
