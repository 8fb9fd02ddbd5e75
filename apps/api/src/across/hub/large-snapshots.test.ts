/** Sub-accounts with the longest limits: machines read them all, and their changes (spec/nodes#link). */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction } from "../../platform/db/database.ts";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import { connectedMachine, snapshotOf } from "./fake-node-testing.ts";

const copies = 450;

const label = "a".repeat(60);
const domain = (at: number) => `${at}.${label}.${label}.${label}.example`;
const lists = (from: number) => Array.from({ length: 100 }, (_, at) => domain(from + at)).join();
/** More sub-accounts with the same limits. */
const copy = (name: string, count: number) =>
  sql`
  insert into sub_account (id, account_id, name, sealed_password, verifier, remark, created_at,
    allow_domains, deny_domains)
  select gen_random_uuid(), account_id, ${name} || n, sealed_password, verifier, '', created_at,
    allow_domains, deny_domains
  from sub_account, generate_series(1, ${count}) n where id = ${first.id}`.execute(api.db);

const api = forTests(startTraffic);
const machine = forTests(() => connectedMachine(api, { name: "eu-1" }));
const customer = forTests(() => api.customer(50));
const first = forTests(() => createSubAccount(customer, "Longest01", { trafficGb: 1 }));
beforeAll(async () => {
  const { id } = first;
  for (const more of [{ allowDomains: lists(100) }, { denyDomains: lists(300) }])
    if ((await customer.call("upSubUser", { id, ...more })).code !== 0) throw new Error("refused");
  await copy("copy", copies);
});

test("A snapshot arrives whole, in pages that no gateway refuses", async () => {
  const facts = await snapshotOf(api.services, machine);
  const names = facts.flatMap((fact) => (fact.kind === "subAccount" ? [fact.name] : []));
  expect(new Set(names).size).toBeGreaterThan(copies);
  expect(names.length).toBe(new Set(names).size);
  expect(machine.lost).toEqual([]);
}, 60_000);

test("Changes of all of them arrive, at once and after a pause", async () => {
  const { rows } = await sql<{ id: string }>`
    select id from sub_account where name like 'copy%'`.execute(api.db);
  const refs = rows.map(({ id }) => ({ kind: "subAccount" as const, id }));
  const changed = () => transaction(api.db, (tx) => recordChanges(tx, refs));
  const before = machine.news.length;
  await changed();
  await api.services.hub.changesDelivered();
  // Some may come again: with their slow verifiers.
  const received = () =>
    new Set(
      machine.news
        .slice(before)
        .flatMap((news) => (news.kind === "change" ? news.puts.map(({ id }) => id) : [])),
    ).size;
  await expect.poll(received, { timeout: 20_000 }).toBeGreaterThanOrEqual(copies);
  expect(machine.lost).toEqual([]);
  await changed();
  const by = { gateway: "eu-1-1", epoch: "e1" };
  const { resumed } = await machine.ask("hello", { ...by, since: 0 });
  expect(resumed).toBeNull();
  expect(machine.lost).toEqual([]);
}, 60_000);

test("All lists of an account together have a bound: each gateway worker keeps them", async () => {
  await copy("more", 100);
  const { id } = first;
  const refused = await customer.call("upSubUser", { id, denyDomains: lists(500) });
  expect(refused.data.reason).toBe("tooManyDomains");
  const short = { id, allowDomains: "example.com", denyDomains: "" };
  expect((await customer.call("upSubUser", short)).code).toBe(0);
}, 60_000);
