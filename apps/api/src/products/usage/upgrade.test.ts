/** Usage report of traffic from before the report existed (migration 0033). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, test } from "vitest";
import { startUpgraded } from "../../../testing/upgraded.ts";
import type { Db } from "../../platform/db/database.ts";
import { foldRecent } from "./store/fold.ts";
import { connectsOf, sumsByProduct, topKeys, topSubAccounts } from "./store/read.ts";
import { usageChecks } from "./verify.ts";

const [owner, sub] = [randomUUID(), randomUUID()];
const nil = "00000000-0000-0000-0000-000000000000";
const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const span = { from: today - 400 * dayMs, to: today + dayMs };
const filter = { accountId: owner, subAccountId: null, product: null, country: null, domain: null };

let db: Db;
const upgraded = forTests(() => startUpgraded("0028_blocked_targets.sql", before));
beforeAll(() => {
  db = upgraded.db;
});

async function before(client: pg.Client): Promise<void> {
  const at = new Date(today - 40 * dayMs);
  for (const scope of [sub, nil])
    await client.query(
      `insert into usage_hour values ($1, $2, 'traffic', $3, 30, 70, 6),
        ($1, $2, 'traffic', $3::timestamptz + interval '1 hour', 5, 6, 1)`,
      [owner, scope, at],
    );
  await client.query(
    `insert into usage_place_day values ($1, $2::timestamptz at time zone 'UTC', 'DE', 'berlin', 61, 4),
      ($1, $2::timestamptz at time zone 'UTC', 'US', '', 50, 3)`,
    [owner, at],
  );
}

test("Traffic before the migration is reported by sub-account, country and city, exact to the byte", async () => {
  const products = await sumsByProduct(db, filter, span);
  expect(products.map(({ key, upBytes, downBytes }) => [key, upBytes, downBytes])).toEqual([
    ["traffic", 35, 76],
  ]);
  const subs = await topSubAccounts(db, filter, { span, now: span.to, limit: 5 });
  expect(subs.map(({ key, requests }) => [key, requests])).toEqual([[sub, 7]]);
  const countries = await topKeys(db, filter, { span, key: "country", limit: 5 });
  expect(countries.map((each) => [each.key, each.upBytes + each.downBytes])).toEqual([
    ["DE", 61],
    ["US", 50],
  ]);
  expect(countries.reduce((sum, { upBytes }) => sum + upBytes, 0)).toBe(35);
  const cities = await topKeys(db, filter, { span, key: "city", limit: 5 });
  expect(cities.map(({ key }) => key)).toEqual(["DE/berlin", "US/(unknown)"]);
  expect((await connectsOf(db, filter, span)).every((count) => count === 0)).toBe(true);
  expect(await foldRecent(db)).toBe(0);
  for (const { title, find } of usageChecks)
    expect([title, (await sql.raw(find).execute(db)).rows]).toEqual([title, []]);
});

test("The previous release can still record usage without breaking the checks", async () => {
  await sql`insert into usage_hour values (${owner}, ${nil}, 'traffic', now(), 1, 1, 1)`.execute(
    db,
  );
  await sql`insert into usage_place_day values (${owner}, now(), 'DE', 'berlin', 2, 1)`.execute(db);
  for (const { title, find } of usageChecks)
    expect([title, (await sql.raw(find).execute(db)).rows]).toEqual([title, []]);
});
