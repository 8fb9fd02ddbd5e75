/** Open leases while migration 0022 runs: their bytes move from buckets to counters. */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, test } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { startUpgraded } from "../../../testing/upgraded.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { realWorld } from "../../platform/world.ts";
import { settleLeases } from "./leases.ts";

const [owner, main, allotted] = [randomUUID(), randomUUID(), randomUUID()];
const leases = { main: randomUUID(), allotted: randomUUID(), settled: randomUUID() };
const nil = "00000000-0000-0000-0000-000000000000";
const at = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);

let db: Db;
let services: Services;
const upgraded = forTests(() => startUpgraded("0022", before));
beforeAll(() => {
  db = upgraded.db;
  services = { db, world: realWorld(), memory: new Map() } as unknown as Services;
});

/** 10 MB bought, 4 MB of them allotted; 3 MB and 2 MB on lease, 1 MB of each carried. */
async function before(client: pg.Client): Promise<void> {
  const move = (key: string, kind: string, lines: [string | null, string, number][]) =>
    client.query("select ledger_post($1, $2, 'x', $3, $4)", [
      key,
      kind,
      at,
      JSON.stringify(
        lines.map(([of, bucket, mb]) => ({
          owner: of,
          asset: "traffic",
          bucket,
          amount: mb * 1e6,
        })),
      ),
    ]);
  await client.query(
    `insert into account (id, email, invite_code, access_key_sealed, access_key_lookup, created_at)
      values ($1, 'leased@example.com', 'old00002', '', '', now())`,
    [owner],
  );
  const subs = [
    [main, "Mainlease", true, 1_000_000],
    [allotted, "Sublease1", false, 4_000_000],
  ] as const;
  for (const [id, sub, isMain, allottedBytes] of subs) {
    await client.query(
      `insert into sub_account (id, account_id, name, sealed_password, verifier, main,
        allotted_bytes, used_bytes, created_at) values ($1, $2, $3, '', $4, $5, $6, 1000000, now())`,
      [id, owner, sub, "0".repeat(64), isMain, allottedBytes],
    );
    await client.query("insert into sub_account_day values ($1, current_date, 1000000)", [id]);
  }
  await client.query(
    "update sub_account_day set day = ($1::timestamptz at time zone 'UTC')::date",
    [at],
  );
  await move("grant", "order", [
    [owner, "main", 10],
    [null, "stock", -10],
  ]);
  await move("allot", "allot", [
    [owner, "main", -4],
    [owner, `sub:${allotted}`, 4],
  ]);
  await move("lease:1", "lease", [
    [owner, "main", -3],
    [owner, `lease:${main}`, 3],
  ]);
  await move("lease:2", "lease", [
    [owner, `sub:${allotted}`, -2],
    [owner, `lease:${allotted}`, 2],
  ]);
  const lease = (id: string, sub: string, source: string, bytes: number, settled: boolean) =>
    client.query(
      `insert into lease (id, account_id, sub_account_id, gateway, epoch, source, leased_bytes,
        used_bytes, created_at, expires_at, settled_at)
        values ($1, $2, $3, 'g', 'e', $4, $5, $6, $7, $7, $8)`,
      [id, owner, sub, source, bytes * 1e6, settled ? 0 : 1e6, at, settled ? at : null],
    );
  await lease(leases.main, main, "main", 3, false);
  await lease(leases.allotted, allotted, "sub", 2, false);
  await lease(leases.settled, allotted, "sub", 1, true);
  for (const sub of [main, allotted]) {
    await move(`usage:g:e:1:${sub}`, "usage", [
      [owner, `lease:${sub}`, -1],
      [null, "usage", 1],
    ]);
    await client.query(`insert into usage_hour values ($1, $2, 'traffic', $3, 0, 1000000, 1)`, [
      owner,
      sub,
      at,
    ]);
  }
  await client.query(`insert into usage_hour values ($1, $2, 'traffic', $3, 0, 2000000, 2)`, [
    owner,
    nil,
    at,
  ]);
  for (const [sub, bytes] of [
    [main, 1e6],
    [allotted, 1e6],
    [nil, 2e6],
  ])
    await client.query(
      `insert into usage_domain_day
        values ($1, $2, ($3::timestamptz at time zone 'UTC')::date, 'a.test', $4, 1)`,
      [owner, sub, at, bytes],
    );
  await client.query(
    `insert into usage_place_day
      values ($1, ($2::timestamptz at time zone 'UTC')::date, 'DE', 'berlin', 2000000, 2)`,
    [owner, at],
  );
}

const traffic = async () => {
  const buckets = Object.entries(await bucketsOf(services, owner));
  return Object.fromEntries(buckets.filter(([bucket]) => bucket.startsWith("traffic")));
};

test("Traffic on lease before the upgrade is reserved in its source bucket and returns there", async () => {
  expect((await verifyAccounting(db)).difference).toBeNull();
  expect(await traffic()).toEqual({
    "traffic main": 3e6,
    "traffic main reserved": 2e6,
    [`traffic sub:${allotted}`]: 2e6,
    [`traffic sub:${allotted} reserved`]: 1e6,
  });
  const ids = [leases.main, leases.allotted, leases.settled];
  expect(await settleLeases(services, ids, { node: "local" })).toBe(3);
  expect(await traffic()).toEqual({ "traffic main": 5e6, [`traffic sub:${allotted}`]: 3e6 });
  expect((await verifyAccounting(db)).difference).toBeNull();
});
