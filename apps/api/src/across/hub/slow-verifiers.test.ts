/** Which verifiers gateways receive (spec/gateway#verifiers). */
import { scryptSync } from "node:crypto";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Fact, HubMessage, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { readSlowVerifier, slowCost, slowHashBytes } from "@turnpike/rules/proxy-verifier.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction } from "../../platform/db/database.ts";
import { slowVerifiersOf } from "../../products/proxy-password/store.ts";
import { verifierOf } from "../../products/sub-account/resources.ts";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer(10));
/** Gateways of this release and of the previous one. */
const link = forTests(() => api.link({ protocol: 2, worker: 1 }));
const former = forTests(() => api.link({ protocol: 1, worker: 2, epoch: "e2" }));

const lastOf = (news: HubMessage[], id: string) =>
  news
    .flatMap((each) => (each.kind === "change" ? each.puts : []))
    .findLast((fact): fact is SubAccountFact => fact.id === id && fact.kind === "subAccount");
const fits = (verifier: string, name: string, password: string) => {
  const read = readSlowVerifier(verifier);
  if (read === null) return false;
  const salt = Buffer.from(read.salt, "base64url");
  const fast = Buffer.from(verifierOf(name, password), "hex");
  return scryptSync(fast, salt, slowHashBytes, slowCost).toString("base64url") === read.hash;
};
const soon = { timeout: 5_000, interval: 20 };

test("Gateways receive a slow verifier with each new password; those of the previous release the fast one", async () => {
  const { id } = await createSubAccount(customer, "Slowly1", { trafficGb: 1, password: "first1" });
  await expect.poll(() => lastOf(link.news, id), soon).toBeDefined();
  const first = lastOf(link.news, id);
  expect(fits(first?.verifier ?? "", "slowly1", "first1")).toBe(true);
  await expect
    .poll(() => lastOf(former.news, id)?.verifier, soon)
    .toBe(verifierOf("slowly1", "first1"));
  expect(lastOf(former.news, id)).not.toHaveProperty("passwordId");
  // A change of anything else leaves both.
  await customer.call("upSubUser", { id, enabled: 0 });
  await expect.poll(() => lastOf(link.news, id)?.enabled, soon).toBe(false);
  expect(lastOf(link.news, id)).toMatchObject({
    verifier: first?.verifier,
    passwordId: first?.passwordId,
  });
  await customer.call("upSubUserPasswd", { id, password: "second2" });
  await expect
    .poll(() => fits(lastOf(link.news, id)?.verifier ?? "", "slowly1", "second2"), soon)
    .toBe(true);
  expect(lastOf(link.news, id)?.passwordId).not.toBe(first?.passwordId);
});

test("Also when the previous release's API set the password, and when a gateway asks", async () => {
  const { id } = await createSubAccount(customer, "Slowly2", { trafficGb: 1 });
  const verifier = verifierOf("slowly2", "elsewhere1");
  await transaction(api.db, async (tx) => {
    await sql`update sub_account set verifier = ${verifier} where id = ${id}`.execute(tx);
    await recordChanges(tx, [{ kind: "subAccount", id }]);
  });
  await expect
    .poll(() => fits(lastOf(link.news, id)?.verifier ?? "", "slowly2", "elsewhere1"), soon)
    .toBe(true);
  await sql`delete from slow_verifier where holder_id = ${id}`.execute(api.db);
  const { facts } = await link.ask("resolve", { name: "slowly2" });
  expect(fits((facts[0] as SubAccountFact).verifier, "slowly2", "elsewhere1")).toBe(true);
  const asked = await former.ask("resolve", { name: "slowly2" });
  expect((asked.facts[0] as SubAccountFact).verifier).toBe(verifier);
});

test("Those of before are made in the background and sent as changes with the same password id", async () => {
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, each) =>
      createSubAccount(customer, `Older${each}x`, { trafficGb: 0.1 }),
    ),
  );
  const ids = made.map(({ id }) => id);
  await sql`delete from slow_verifier`.execute(api.db);
  const facts: Fact[] = [];
  let cursor: string | null = null;
  do {
    const page: { facts: Fact[]; cursor: string | null } = await link.ask("snapshot", { cursor });
    facts.push(...page.facts);
    cursor = page.cursor;
  } while (cursor !== null);
  const own = facts.filter(({ id }) => ids.includes(id)) as SubAccountFact[];
  expect(own.every(({ verifier }) => /^[0-9a-f]{64}$/.test(verifier))).toBe(true);
  link.news.length = 0;
  await expect
    .poll(() => ids.every((id) => lastOf(link.news, id)?.verifier.startsWith("s1.")), soon)
    .toBe(true);
  for (const { id, passwordId } of own) expect(lastOf(link.news, id)?.passwordId).toBe(passwordId);
  expect(await slowVerifiersOf(api.db, ids)).toHaveLength(ids.length);
});
