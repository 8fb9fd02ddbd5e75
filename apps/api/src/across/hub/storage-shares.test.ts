/** A machine that was taken over fills no table: what it may add has a share (docs/operating/storage.md). */
import { randomUUID } from "node:crypto";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit } from "../../inventory/exit/testing.ts";
import { foldRecent } from "../../products/usage/store/fold.ts";
import { createSubAccount, startTraffic, usageRow } from "../../products/traffic/testing.ts";
import { sumExitUsage } from "../request-log/store/exit-usage.ts";
import { connectedMachine } from "./fake-node-testing.ts";
import { refusedOf } from "./state-testing.ts";
import { requestRow } from "../request-log/testing.ts";

let subAccountId: string;
const by = { gateway: "evil-1", epoch: "e1" };
const api = forTests(startTraffic);
const victim = forTests(() => api.customer(50));
beforeAll(async () => {
  ({ id: subAccountId } = await createSubAccount(victim, "Victim001", { trafficGb: 40 }));
});
const evil = forTests(() => connectedMachine(api, { name: "evil" }));

const count = async (from: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(
    api.db,
  );
  return rows[0]?.count ?? 0;
};
const line = (exitIp: string, more: Partial<RequestRow> = {}) => {
  const of = { id: randomUUID(), accountId: victim.id, subAccountId, product: "traffic" } as const;
  const at = api.services.world.now() - 1_000;
  return requestRow({ ...of, at, target: "bad.example:443", exitIp, country: "FO", ...more });
};
const refused = () =>
  line("", { outcome: "refused", reason: "insufficientTraffic", upBytes: 0, downBytes: 0 });
const tell = (rows: RequestRow[]) =>
  evil.ask("connections", { ...by, rows: rows.map(connectionLine), dropped: 0 });
const times = <T>(most: number, make: (at: number) => T) =>
  Array.from({ length: most }, (_, at) => make(at));
let sequence = 0;
const report = (more: Partial<UsageReport>) => {
  sequence += 1;
  return evil.ask("report", { reports: [{ ...by, sequence, rows: [], ...more }] });
};

test("Lines about others have a share, count for no exit's use, and the machine is named beyond it", async () => {
  await importExits(api.services, [
    importedExit("198.51.100.1", { country: "FO", product: "pool" }),
  ]);
  for (let part = 0; part < 6; part += 1)
    await tell(times(1_000, (at) => line(`203.0.113.${at % 250}`)));
  // The share is refilled meanwhile.
  const kept = await count(sql`connection_trace where unproved`);
  expect(kept).toBeGreaterThanOrEqual(5_000);
  expect(kept).toBeLessThan(5_100);
  expect(await refusedOf(api.services, "unproved")).toBe(6_000 - kept);
  await sumExitUsage(api.services);
  expect(await count(sql`exit_usage_day`)).toBe(0);
});

test("Refused requests of a sub-account that the machine has no lease for have a share, with a lease all are kept", async () => {
  const kept = async () => count(sql`request_log where account_id = ${victim.id}`);
  await tell(times(900, refused));
  await tell(times(900, refused));
  expect(await kept()).toBe(600);
  await evil.ask("lease", { ...by, subAccountId, wantedBytes: 1_000_000 });
  await tell(times(900, refused));
  expect(await kept()).toBe(1_500);
});

test("Outcomes of a sub-account without a lease are few, and no machine makes up places and reasons", async () => {
  const other = await createSubAccount(victim, "Victim002", { trafficGb: 1 });
  const hour = api.services.world.now();
  const outcome = (id: string, more: object = {}) => ({
    subAccountId: id,
    product: "traffic" as const,
    hour,
    domain: "a.example",
    country: "DE",
    city: "",
    outcomes: { failed: 1_000_000 },
    reasons: {},
    connects: [],
    ...more,
  });
  await report({ outcomes: [outcome(other.id), outcome(other.id, { outcomes: { failed: 3 } })] });
  const { rows } = await sql<{ failed: number }>`
    select coalesce(sum(failed), 0)::int as failed from usage_recent`.execute(api.db);
  expect(rows[0]?.failed).toBe(3);
  await report({ outcomes: [outcome(subAccountId, { hour: 0, outcomes: { failed: 1 } })] });
  expect(await count(sql`usage_recent where hour < now() - interval '94 days'`)).toBe(0);
  const answer = await evil.ask("lease", { ...by, subAccountId, wantedBytes: 50_000_000 });
  const leaseId = "lease" in answer ? answer.lease.id : "";
  for (let part = 0; part < 2; part += 1) {
    const rows = times(600, (at) => ({
      ...usageRow({ leaseId, accountId: victim.id, subAccountId, upBytes: 1, downBytes: 0 }),
      country: `X${part}${at}`,
      city: `city ${part} ${at}`,
    }));
    const reasons = (at: number) =>
      Object.fromEntries(
        times(50, (n) => [
          `failed:${"abcdefghij"[at % 10]}${"klmnopqrst"[part]}${String.fromCharCode(97 + (n % 26))}${n > 25 ? "x" : "y"}`,
          1,
        ]),
      );
    await report({
      rows,
      outcomes: times(10, (at) =>
        outcome(subAccountId, { outcomes: { failed: 1 }, reasons: reasons(at) }),
      ),
    });
  }
  expect(
    await count(
      sql`(select distinct country from usage_place_day where account_id = ${victim.id}) p`,
    ),
  ).toBe(1);
  expect(await count(sql`usage_place_day where account_id = ${victim.id}`)).toBeLessThanOrEqual(
    1_001,
  );
  while ((await foldRecent(api.db)) > 0);
  for (const family of [1, 2])
    expect(
      await count(sql`usage_cell_day where account_id = ${victim.id} and scope = ${subAccountId}
        and family = ${family}`),
    ).toBeLessThanOrEqual(510);
});

test("Addresses that a machine has had, and gaps in its reports, have a share", async () => {
  for (let part = 0; part < 4; part += 1)
    await evil.ask("machine", {
      addresses: times(1_500, (at) => `10.${part}.${Math.floor(at / 250)}.${at % 250}`),
      port: 7_000,
    });
  expect(await count(sql`node_address where node_id = ${evil.id}`)).toBe(2_500);
  const gaps = async () => {
    for (let part = 0; part < 24; part += 1) {
      const reports = times(100, (at) => ({
        ...by,
        epoch: "gaps",
        sequence: (part * 100 + at) * 2 + 1,
        rows: [],
      }));
      await evil.ask("report", { reports });
    }
  };
  await expect(gaps()).rejects.toThrow(/^failed #\d+$/);
  const marks = sql`usage_mark, unnest(applied) where epoch = 'gaps'`;
  expect(await count(marks)).toBeLessThan(2_200);
});

test("Slots before a lease are few: a machine that leases for none of them gets no more, and is named", async () => {
  const { rows: subs } = await sql<{ id: string }>`
    insert into sub_account (id, account_id, name, sealed_password, verifier, main, remark, created_at,
      max_connections)
    select gen_random_uuid(), account_id, 'Limited' || n, sealed_password, verifier, false, '',
      created_at, 3
    from sub_account, generate_series(1, 62) n where id = ${subAccountId} returning id`.execute(
    api.db,
  );
  const ask = ({ id }: { id: string }) =>
    evil.ask("slots", { ...by, subAccountId: id, open: 0, wanted: 3 });
  for (const sub of subs.slice(0, 60)) await ask(sub);
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  for (const sub of subs.slice(60)) await ask(sub);
  expect(await count(sql`connection_slot`)).toBe(60);
  expect(await refusedOf(api.services, "slots")).toBe(2);
});

test("Leases of a byte each are few: a machine cannot fill the table with them, and is named", async () => {
  const before = await refusedOf(api.services, "leases");
  const other = await createSubAccount(victim, "Victim003", { trafficGb: 1 });
  const ask = () =>
    evil.ask("lease", { ...by, subAccountId: other.id, wantedBytes: 1 }).catch(() => null);
  for (let part = 0; part < 10; part += 1) await Promise.all(times(40, ask));
  const open = await count(sql`lease where sub_account_id = ${other.id} and settled_at is null`);
  expect(open).toBeLessThanOrEqual(256 + 40);
  expect(await refusedOf(api.services, "leases")).toBe(before + 400 - open);
});
