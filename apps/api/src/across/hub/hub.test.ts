import { createHash } from "node:crypto";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Fact, HubMessage } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { leaseGraceMs, leaseMs, leaseSeconds } from "@turnpike/rules/lease.ts";
import { beforeAll, expect, test } from "vitest";
import { labInventory, labProducts } from "../../inventory/exit/lab-inventory.ts";
import {
  GB,
  createSubAccount,
  startTraffic,
  type TestTraffic,
} from "../../products/traffic/testing.ts";
import { settleLeases } from "../../products/lease/leases.ts";
import { leaseModule } from "../../products/lease/module.ts";
import { notifyClock } from "../../platform/changes/changes.ts";
import { lastChangeId } from "../../platform/changes/store.ts";
import { protocol } from "@turnpike/link/messages.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const api = forTests(startTraffic);
let link: Awaited<ReturnType<TestTraffic["link"]>>;
const customer = forTests(() => api.customer(10));
beforeAll(async () => {
  link = await api.link();
});

const who = { gateway: "g1", epoch: "e1" };
async function snapshot(): Promise<Fact[]> {
  const facts: Fact[] = [];
  let cursor: string | null = null;
  do {
    const page: { facts: Fact[]; cursor: string | null } = await link.ask("snapshot", { cursor });
    expect(page.facts.length).toBeLessThanOrEqual(1_000);
    facts.push(...page.facts);
    cursor = page.cursor;
  } while (cursor !== null);
  return facts;
}
const heard = (news: HubMessage[]) =>
  news.flatMap((each) => (each.kind === "change" ? [...each.puts, ...each.drops] : []));
/** Waits for news of a row after `done`; returns it and how long it took. */
async function hears(id: string, done: () => Promise<unknown>) {
  link.news.length = 0;
  await done();
  const committed = performance.now();
  await expect
    .poll(() => heard(link.news).some((each) => each.id === id), { interval: 5, timeout: 3_000 })
    .toBe(true);
  return {
    fact: heard(link.news).findLast((each) => each.id === id),
    ms: performance.now() - committed,
  };
}

const stocked = labProducts.reduce((all, one) => all + labInventory(one).length, 0);
test("A paged snapshot contains every exit, sub-account and whitelist entry once", async () => {
  const sub = await createSubAccount(customer, "Snapshot1", { trafficGb: 1 });
  await customer.call("addTrafficWhite", { ips: "203.0.113.50", days: 2 });
  const facts = await snapshot();
  expect(new Set(facts.map((fact) => `${fact.kind}/${fact.id}`)).size).toBe(facts.length);
  expect(facts.filter((fact) => fact.kind === "exit")).toHaveLength(stocked);
  expect(facts.find((fact) => fact.kind === "exit")).toMatchObject({ how: "local", lab: true });
  expect(facts.find((fact) => fact.id === sub.id)).toEqual({
    kind: "subAccount",
    id: sub.id,
    accountId: customer.id,
    name: "snapshot1",
    verifier: createHash("sha256").update("snapshot1:secret77").digest("hex"),
    enabled: true,
    limits: { maxConnections: null, allowDomains: [], denyDomains: [], spent: null },
  });
  const entry = facts.find((fact) => fact.kind === "whitelist");
  expect(entry).toMatchObject({ ip: "203.0.113.50", subAccountId: sub.id });
});

test("Gateways receive changes within 200 ms of the commit, numbered consecutively (M6)", async () => {
  const hello = await link.ask("hello", who);
  const ms: number[] = [];
  const { id } = await createSubAccount(customer, "Newsworth", { trafficGb: 1 });
  await expect.poll(() => heard(link.news).some((each) => each.id === id)).toBe(true);
  const changes: [Record<string, unknown>, () => Promise<unknown>][] = [
    [{ enabled: false }, () => customer.call("upSubUser", { id, enabled: 0 })],
    [{ enabled: true }, () => customer.call("upSubUser", { id, enabled: 1 })],
    [
      { verifier: createHash("sha256").update("newsworth:changed99").digest("hex") },
      () => customer.call("upSubUserPasswd", { id, password: "changed99" }),
    ],
  ];
  for (const [wanted, change] of changes) {
    const { fact, ms: took } = await hears(id, change);
    expect(fact).toMatchObject(wanted);
    ms.push(took);
  }
  const dropped = await hears(id, () => customer.call("delSubUser", { ids: id }));
  expect(dropped.fact).toEqual({ kind: "subAccount", id });
  expect(Math.max(...ms, dropped.ms)).toBeLessThan(timeLimit(200));
  const seqs = link.news.map((each) => each.seq);
  expect(seqs[0]).toBeGreaterThan(hello.seq);
  expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
});

test("A deleted sub-account's whitelist entries are deleted with it", async () => {
  const { id } = await createSubAccount(customer, "Whitegone", { trafficGb: 0 });
  const added = await customer.call("addTrafficWhite", {
    ips: "203.0.113.60",
    account: "Whitegone",
  });
  const [entry] = added.data.added;
  await expect.poll(() => heard(link.news).some((each) => each.id === entry?.id)).toBe(true);
  const { fact } = await hears(entry?.id ?? "", () => customer.call("delSubUser", { ids: id }));
  expect(fact).toEqual({ kind: "whitelist", id: entry?.id ?? "" });
});

test("Changes are still sent after the listening connection breaks", async () => {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'turnpike-listen' and datname = current_database()`.execute(api.db);
  const { id } = await createSubAccount(customer, "Broken001", { trafficGb: 0 });
  const { ms } = await hears(id, () => customer.call("upSubUser", { id, remark: "again" }));
  expect(ms).toBeLessThan(timeLimit(2_000));
});

test("Changes of a transaction that commits after later ones are not lost", async () => {
  const [early, late] = [
    await createSubAccount(customer, "Early0001", { trafficGb: 0 }),
    await createSubAccount(customer, "Late00001", { trafficGb: 0 }),
  ];
  await api.db.connection().execute(async (held) => {
    await sql`begin`.execute(held);
    await sql`insert into gateway_news (kind, row_id) values ('subAccount', ${early.id})`.execute(
      held,
    );
    await hears(late.id, () => customer.call("upSubUser", { id: late.id, remark: "1" }));
    await hears(late.id, () => customer.call("upSubUser", { id: late.id, remark: "2" }));
    const { fact } = await hears(early.id, () => sql`commit`.execute(held));
    expect(fact).toMatchObject({ id: early.id, name: "early0001" });
  });
});

test("The lab's clock is sent to gateways and returned by hello", async () => {
  link.news.length = 0;
  api.services.world.setOffset(5_000);
  await notifyClock(api.services);
  await expect
    .poll(() => link.news.find((each) => each.kind === "clock"))
    .toMatchObject({
      offsetMs: 5_000,
    });
  expect(await link.ask("hello", who)).toMatchObject({ offsetMs: 5_000 });
  api.services.world.setOffset(0);
});

test("A lease is reserved, refused when no traffic remains, and returned on settlement (spec/accounting#leases)", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Leases001", { trafficGb: 0.002 });
  const ask = () => link.ask("lease", { ...who, subAccountId: id, wantedBytes: 2 ** 28 });
  const leaseIds: string[] = [];
  let leased = 0;
  for (;;) {
    const answer = await ask();
    if ("refused" in answer) break;
    leaseIds.push(answer.lease.id);
    leased += answer.lease.bytes;
    expect(answer.lease.expiresAt).toBeGreaterThan(api.services.world.now() + 55_000);
  }
  expect(leased).toBe(0.002 * GB);
  expect(await ask()).toEqual({ refused: "insufficientTraffic" });
  expect(await settleLeases(api.services, leaseIds, { node: "elsewhere" })).toBe(0);
  expect(await link.ask("settle", { ...who, leaseIds })).toEqual({ settled: leaseIds.length });
  await link.ask("settle", { ...who, leaseIds: [...leaseIds, "x"] });
  expect(await ask()).toHaveProperty("lease");
  await owner.call("upSubUser", { id, enabled: 0 });
  expect(await ask()).toEqual({ refused: "accountDisabled" });
  const unknown = { ...who, subAccountId: "x", wantedBytes: 1 };
  expect(await link.ask("lease", unknown)).toEqual({ refused: "accountDisabled" });
}, 20_000);

test("An unsettled lease is returned ten minutes after its expiry", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Overdue01", { trafficGb: 1 });
  await link.ask("lease", { ...who, subAccountId: id, wantedBytes: 2 ** 28 });
  const below = () => owner.call("upSubUser", { id, trafficGb: 0 });
  expect(await below()).toMatchObject({ data: { reason: "allotmentBelowUsed" } });
  api.services.world.setOffset(leaseMs(leaseSeconds) + leaseGraceMs + 1_000);
  for (const job of leaseModule.jobs ?? []) await job.run(api.services);
  api.services.world.setOffset(0);
  expect((await below()).data).toMatchObject({ allocatedBytes: 0 });
  expect((await owner.call("trafficInfo")).data).toMatchObject({ balanceBytes: GB });
});

test("All gateways hold the same exit for a session id, whichever asks first (spec/gateway#sessions)", async () => {
  const { id: subAccountId } = await createSubAccount(customer, "Sticky001", { trafficGb: 0 });
  const exits = (await snapshot()).filter((fact) => fact.kind === "exit").slice(0, 50);
  const second = await api.link();
  const fields = { subAccountId, key: "de/abc", minutes: 10, deadExitId: null };
  const answers = await Promise.all(
    exits.map(({ id }, index) =>
      (index % 2 ? link : second).ask("hold", { ...fields, proposedExitId: id }),
    ),
  );
  expect(new Set(answers.map((answer) => answer.exitId)).size).toBe(1);
  const [first] = answers;
  const other = exits.find((exit) => exit.id !== first?.exitId)?.id ?? "";
  const dead = { ...fields, proposedExitId: other, deadExitId: first?.exitId ?? "" };
  expect((await link.ask("hold", dead)).exitId).toBe(other);
  const elsewhere = { ...fields, key: "us/abc", proposedExitId: first?.exitId ?? "" };
  expect((await link.ask("hold", elsewhere)).exitId).toBe(first?.exitId);
});

test("A gateway that reconnects receives the changes it missed, or must take a snapshot (spec/nodes#resume)", async () => {
  const current = await api.link({ worker: 2, protocol: protocol.newest });
  const hello = (since?: number, by: typeof link = current) =>
    by.ask("hello", { ...who, ...(since === undefined ? {} : { since }) });
  let position = 0;
  await expect
    .poll(
      async () => {
        position = (await hello()).position ?? 0;
        return position;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  const { id } = await createSubAccount(customer, "Missed001", { trafficGb: 0 });
  const { resumed } = await hello(position);
  expect(resumed?.puts.map((fact) => fact.id)).toContain(id);
  expect((await hello()).resumed).toBeNull();
  // A position from another database or an older copy of this one.
  expect((await hello(1e12)).resumed).toBeNull();
  await sql`delete from gateway_news`.execute(api.db);
  expect((await hello(position)).resumed).toBeNull();
  const last = await lastChangeId(api.db);
  expect((await hello(last)).resumed).toEqual({ puts: [], drops: [] });
  // One of the previous release may have that release's passwords for relays.
  expect((await hello(last, link)).resumed).toBeNull();
});
