import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, test } from "vitest";
import { give } from "../../products/cdkey/testing.ts";
import { sql } from "kysely";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { findContact } from "../../identity/account/store/contacts.ts";
import { transaction } from "../../platform/db/database.ts";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import { buyPlan } from "../../products/unlimited/buy.ts";
import { givePlan, lastUnlimitedPortFact } from "../../products/unlimited/give-testing.ts";
import { portsOfPlan } from "../../products/unlimited/store/plans.ts";
import { operate, operateJson } from "./testing.ts";

const api = forTests(startTraffic);
let email: string;
const customer = forTests(() => api.customer(1));
const link = forTests(async () => {
  ({ email } = await findContact(api.db, customer.id));
  return api.link();
});

/** Runs the command line as an operator does while the product runs; returns its JSON output. */
const operator = async (...args: string[]) => (await operateJson(api.services, ...args)).said;
/** The last state of a sub-account that gateways received. */
const heard = (id: string) =>
  link.news
    .flatMap((news) => (news.kind === "change" ? news.puts : []))
    .findLast((fact) => fact.id === id && fact.kind === "subAccount");
const lease = (subAccountId: string) =>
  link.ask("lease", { gateway: "g1", epoch: "e1", subAccountId, wantedBytes: 1_000 });

test("Disabling an account ends its sessions and traffic; enabling restores the traffic (spec/operator#accounts)", async () => {
  const sub = await createSubAccount(customer, "Disabled1", { trafficGb: 0.5 });
  const off = await createSubAccount(customer, "Disabled2", { trafficGb: 0.1 });
  await customer.call("upSubUser", { id: off.id, enabled: 0 });
  expect(await lease(sub.id)).toHaveProperty("lease");

  const disabled = await operator("account", "disable", email);
  expect(disabled).toMatchObject({ id: customer.id, email, disabledAt: expect.any(String) });
  await expect.poll(() => heard(sub.id), { timeout: 1_000 }).toMatchObject({ enabled: false });
  expect(await lease(sub.id)).toEqual({ refused: "accountDisabled" });
  // The session has ended; signing in again gives the reason.
  expect(await customer.call("subUsers")).toMatchObject({ code: 300 });
  const { facts } = await link.ask("snapshot", { cursor: "subAccount/" });
  expect(facts.find((fact) => fact.id === sub.id)).toMatchObject({ enabled: false });
  // Disabling it again changes nothing, not even the time.
  expect(await operator("account", "disable", email)).toEqual(disabled);

  expect(await operator("account", "enable", email)).toMatchObject({ disabledAt: null });
  await expect.poll(() => heard(sub.id), { timeout: 1_000 }).toMatchObject({ enabled: true });
  expect(heard(off.id)).toMatchObject({ enabled: false });
  expect(await lease(sub.id)).toHaveProperty("lease");
  // All sessions have ended, a thief's too; everyone has to sign in again.
  const own = sql`select from session where account_id = ${customer.id}`;
  expect((await own.execute(api.db)).rows).toEqual([]);
  expect((await customer.call("subUsers")).code).toBe(0);
  const nobody = await operate(api.services, "account", "disable", "nobody@example.com");
  expect(nobody).toMatchObject({ code: 1, error: expect.stringMatching(/no account/) });
});

test("Disabling an account closes its static listeners; enabling opens them again (spec/operator#accounts)", async () => {
  const owner = await api.customer();
  const { email: ownersEmail } = await findContact(api.db, owner.id);
  await give(api.services, owner.id, { asset: "static30", amount: 1 });
  await give(api.services, owner.id, { asset: "short1", amount: 1 });
  const place = { country: "NL", num: 1 };
  const long = await owner.call("staticUse", { ...place, days: 30 });
  const short = await owner.call("shortExtract", { ...place, days: 1 });
  const ids = [...long.data.items, ...short.data.items].map((item) => item.id);
  const enabled = () =>
    ids.map((id) => {
      const facts = link.news.flatMap((news) => (news.kind === "change" ? news.puts : []));
      const fact = facts.findLast((each) => each.id === id);
      return fact?.kind === "staticIp" ? fact.enabled : undefined;
    });
  await expect.poll(enabled, { timeout: 1_000 }).toEqual([true, true]);
  await operator("account", "disable", ownersEmail);
  await expect.poll(enabled, { timeout: 1_000 }).toEqual([false, false]);
  const { facts } = await link.ask("snapshot", { cursor: "staticIp/" });
  expect(facts.filter(({ id }) => ids.includes(id))).toMatchObject([
    { enabled: false },
    { enabled: false },
  ]);
  await operator("account", "enable", ownersEmail);
  await expect.poll(enabled, { timeout: 1_000 }).toEqual([true, true]);
});

test("Disabling an account waits for a purchase in progress and disables it at gateways too (spec/operator#accounts)", async () => {
  const { db } = api.services;
  const owner = await api.customer();
  const { email: ownersEmail } = await findContact(db, owner.id);
  await give(api.services, owner.id, { asset: "wallet", amount: 900 });
  const buying = { kind: "port", region: "europe", quantity: 1, days: 30 } as const;
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event = 'advisory'
      and datname = current_database()`.execute(db);
    return rows.length;
  };
  let disabling: Promise<unknown> | undefined;
  const planId = await transaction(db, async (tx) => {
    await lockOpenAccount(tx, owner.id);
    const fields = { ...buying, accountId: owner.id, coupon: null, method: "wallet" } as const;
    const { plan } = await buyPlan(api.services, tx, fields);
    disabling = operator("account", "disable", ownersEmail);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    return plan?.id ?? "";
  });
  await disabling;
  const [port] = await portsOfPlan(db, planId);
  await expect
    .poll(() => lastUnlimitedPortFact(link, port?.id ?? ""), { timeout: 1_000 })
    .toMatchObject({ enabled: false });
  // A request during the disabling waits for it, and is then refused.
  const again = transaction(db, (tx) => lockOpenAccount(tx, owner.id));
  await expect(again).rejects.toThrow("sessionInvalid");
}, 30_000);

test("Disabling an account closes its unlimited ports; enabling opens them again (spec/operator#accounts)", async () => {
  const owner = await api.customer();
  const { email: ownersEmail } = await findContact(api.db, owner.id);
  const plan = await givePlan(api.services, owner.id, { quantity: 2 });
  await givePlan(api.services, owner.id, { kind: "bandwidth" });
  expect(await operator("account", "show", ownersEmail)).toMatchObject({ unlimitedPlans: 2 });
  const enabled = () =>
    plan.portIds.map((id) => {
      const fact = lastUnlimitedPortFact(link, id);
      return fact === "gone" ? fact : fact?.enabled;
    });
  await expect.poll(enabled, { timeout: 1_000 }).toEqual([true, true]);
  await operator("account", "disable", ownersEmail);
  await expect.poll(enabled, { timeout: 1_000 }).toEqual([false, false]);
  await operator("account", "enable", ownersEmail);
  await expect.poll(enabled, { timeout: 1_000 }).toEqual([true, true]);
});
