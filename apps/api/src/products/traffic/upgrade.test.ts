/**
 * An installation whose usage was counted twice (migration 0014): reports sent again after the
 * upgrade are not billed again, and `usage repair` returns what was billed twice.
 */
import { randomUUID } from "node:crypto";
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import type pg from "pg";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, test } from "vitest";
import { startUpgraded } from "../../../testing/upgraded.ts";
import type { Db } from "../../platform/db/database.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import type { Services } from "../../platform/services.ts";
import { realWorld } from "../../platform/world.ts";
import { listQuarantined } from "./store/quarantine.ts";
import { ingest, quarantineReports } from "./ingest.ts";
import { repairUsage } from "./repair.ts";

const [owner, main, allotted] = [randomUUID(), randomUUID(), randomUUID()];
const nil = "00000000-0000-0000-0000-000000000000";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.now();
/** The start of the hour `days` days ago. */
const daysAgo = (days: number) => Math.floor((now - days * dayMs) / hourMs) * hourMs;

let db: Db;
let services: Services;
const upgraded = forTests(() => startUpgraded("0013_webhook.sql", before));
beforeAll(() => {
  db = upgraded.db;
  services = { db, world: realWorld(), memory: new Map() } as unknown as Services;
});

/** Data of the previous version: three reports that were sent again after it had forgotten them. */
async function before(client: pg.Client): Promise<void> {
  const line = (of: string | null, bucket: string, amount: number) => {
    return { owner: of, asset: "traffic", bucket, amount };
  };
  const post = (key: string, kind: string, at: number, lines: ReturnType<typeof line>[]) =>
    client.query("select ledger_post($1, $2, 'x', $3, $4)", [
      key,
      kind,
      new Date(at),
      JSON.stringify(lines),
    ]);
  await client.query(
    `insert into account (id, email, invite_code, access_key_sealed, access_key_lookup, created_at)
      values ($1, 'old@example.com', 'old00001', '', '', now())`,
    [owner],
  );
  for (const [id, sub, isMain] of [
    [main, "Mainold1", true],
    [allotted, "Allotold", false],
  ] as const) {
    await client.query(
      `insert into sub_account (id, account_id, name, sealed_password, verifier, main,
        allotted_bytes, created_at) values ($1, $2, $3, '', $4, $5, $6, now())`,
      [id, owner, sub, "0".repeat(64), isMain, isMain ? 0 : 500_000],
    );
  }
  await post("grant", "order", daysAgo(30), [
    line(owner, "main", 1_000_000),
    line(null, "stock", -1_000_000),
  ]);
  await post("allot", "allot", daysAgo(30), [
    line(owner, "main", -500_000),
    line(owner, `sub:${allotted}`, 500_000),
  ]);
  const count = async (sub: string, at: number, bytes: number) => {
    for (const scope of [sub, nil]) {
      await client.query(
        `insert into usage_hour values ($1, $2, 'traffic', $3, 0, $4, 1)
          on conflict (account_id, sub_account_id, hour, product) do update set
            down_bytes = usage_hour.down_bytes + excluded.down_bytes,
            requests = usage_hour.requests + 1`,
        [owner, scope, new Date(at), bytes],
      );
      await client.query(
        `insert into usage_domain_day values ($1, $2, ($3::timestamptz at time zone 'UTC')::date,
            'a.test', $4, 1)
          on conflict (account_id, sub_account_id, day, domain) do update set
            bytes = usage_domain_day.bytes + excluded.bytes`,
        [owner, scope, new Date(at), bytes],
      );
    }
    await client.query(
      `insert into usage_place_day values ($1, ($2::timestamptz at time zone 'UTC')::date,
          'DE', 'berlin', $3, 1)
        on conflict (account_id, day, country, city) do update set
          bytes = usage_place_day.bytes + excluded.bytes`,
      [owner, new Date(at), bytes],
    );
    await client.query(
      `insert into sub_account_day values ($1, ($2::timestamptz at time zone 'UTC')::date, $3)
        on conflict (sub_account_id, day) do update set
          used_bytes = sub_account_day.used_bytes + excluded.used_bytes`,
      [sub, new Date(at), bytes],
    );
    await client.query(
      `update sub_account set used_bytes = used_bytes + $2,
        allotted_bytes = allotted_bytes + case when main then $2 else 0 end where id = $1`,
      [sub, bytes],
    );
  };
  const bill = (named: string, sub: string, at: number, bytes: number) =>
    post(`usage:g:${named}:${sub}`, "usage", at, [
      line(owner, sub === main ? "main" : `sub:${sub}`, -bytes),
      line(null, "usage", bytes),
    ]);
  const day = daysAgo(20);
  await bill("old:1", allotted, day + 60_000, 1_000);
  await count(allotted, day, 1_000);
  // A batch with the reports 2 and 3.
  await bill("old:2", allotted, day + 61_000, 5_000);
  await count(allotted, day, 5_000);
  await bill("old:4", main, day + 62_000, 700);
  await count(main, day, 700);
  await bill("old:5", allotted, daysAgo(19) + 60_000, 500);
  await count(allotted, daysAgo(19), 500);
  // Report 3 was sent again alone and billed twice; report 4's entry already existed.
  await bill("old:3", allotted, daysAgo(11) + 60_000, 3_000);
  await count(allotted, day, 3_000);
  await count(main, day, 700);
  // Newer reports; 9 had no rows and only checked the connection to the hub.
  await bill("old:6", allotted, daysAgo(2) + 60_000, 600);
  await count(allotted, daysAgo(2), 600);
  await client.query(`insert into usage_report values ('g', 'old', 6, $1), ('g', 'old', 9, $1)`, [
    new Date(daysAgo(2) + 60_000),
  ]);
  // An epoch without remembered reports: it was billed up to report 10, or a few more.
  await bill("gone:10", allotted, daysAgo(18) + 60_000, 900);
  await count(allotted, daysAgo(18), 900);
}

const report = (epoch: string, sequence: number, given: Partial<UsageRow>): UsageReport => {
  const of = { leaseId: "", accountId: owner, subAccountId: allotted, product: "traffic" } as const;
  const to = { domain: "a.test", country: "DE", city: "berlin", upBytes: 0, requests: 1 };
  const rows = [{ ...of, ...to, downBytes: 10, hour: daysAgo(0), ...given }];
  return { gateway: "g", epoch, sequence, rows };
};
const usedBytes = async (id: string) => {
  const { rows } = await sql<{ used: number }>`
    select used_bytes as used from sub_account where id = ${id}`.execute(db);
  return rows[0]?.used;
};
const waiting = async () =>
  (await listQuarantined(db, 100)).map(({ epoch, sequence, doubtful }) => [
    epoch,
    sequence,
    doubtful,
  ]);

test("Reports from the old journal are billed only if certainly not billed before, and never twice", async () => {
  const before = (await usedBytes(allotted)) ?? 0;
  await ingest(services, [
    report("old", 3, { hour: daysAgo(20), downBytes: 3_000 }),
    report("old", 5, { hour: daysAgo(19), downBytes: 500 }),
    report("old", 6, { hour: daysAgo(2), downBytes: 600 }),
    report("gone", 10, { hour: daysAgo(18), downBytes: 900 }),
  ]);
  expect([await usedBytes(allotted), await waiting()]).toEqual([before, []]);
  // New: made after the remembered ones, after the last bill, or with a far higher sequence.
  await ingest(services, [
    report("old", 7, { hour: daysAgo(1), downBytes: 70 }),
    report("gone", 11, { hour: daysAgo(17), downBytes: 11 }),
    report("gone", 80, { hour: daysAgo(18), downBytes: 80 }),
    report("unknown", 1, { hour: daysAgo(16), downBytes: 1 }),
  ]);
  expect([await usedBytes(allotted), await waiting()]).toEqual([before + 162, []]);
  // Possibly in the last billed batch; and counted-only usage, which leaves no trace in the ledger.
  await ingest(services, [
    report("gone", 12, { hour: daysAgo(18), downBytes: 12 }),
    report("unknown", 2, { hour: daysAgo(16), product: "static" }),
  ]);
  expect([await usedBytes(allotted), await waiting()]).toEqual([
    before + 162,
    [
      ["gone", 12, true],
      ["unknown", 2, true],
    ],
  ]);
});

test("Reports quarantined by a gateway are kept for the operator unless the ledger shows them as billed", async () => {
  const why = "an earlier version set it aside";
  const reports = [
    report("old", 5, { hour: daysAgo(19), downBytes: 500 }),
    report("old", 3, { hour: daysAgo(20), downBytes: 3_000 }),
    report("gone", 9, { hour: daysAgo(18), downBytes: 9 }),
  ];
  const asides = reports.map((each) => ({ report: each, why, at: 0 }));
  await quarantineReports(services, asides);
  expect((await waiting()).slice(2)).toEqual([["gone", 9, true]]);
});

test("The repair refunds what was billed twice, and verify passes afterwards", async () => {
  const difference = "the statistics of an account differ from what the ledger billed";
  expect((await verifyAccounting(db)).difference).toContain(difference);
  const expected = [
    { subAccount: "Allotold", countedBytes: 3_000, billedBytes: 3_000, email: "old@example.com" },
    { subAccount: "Mainold1", countedBytes: 700, billedBytes: 0 },
  ];
  const before = [await usedBytes(allotted), await usedBytes(main)];
  const byName = (a: { subAccount: string }, b: { subAccount: string }) =>
    a.subAccount.localeCompare(b.subAccount);
  const dry = await repairUsage(services, { dryRun: true });
  expect(dry.corrections.sort(byName)).toMatchObject(expected);
  expect([await usedBytes(allotted), await usedBytes(main)]).toEqual(before);
  const done = await repairUsage(services, { dryRun: false });
  expect(done.corrections.sort(byName)).toEqual(dry.corrections);
  expect(await verifyAccounting(db)).toMatchObject({ ok: true, difference: null });
  // Reports 1 to 3, 5, 6, `gone` 10 and the new ones above; of `main` report 4.
  expect([await usedBytes(allotted), await usedBytes(main)]).toEqual([
    1_000 + 5_000 + 500 + 600 + 900 + 162,
    700,
  ]);
  expect((await repairUsage(services, { dryRun: false })).corrections).toEqual([]);
});
