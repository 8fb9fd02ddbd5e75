import { sql } from "kysely";
import { expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { usageRow } from "../../products/traffic/testing.ts";
import { givePlan } from "../../products/unlimited/give-testing.ts";
import { dayMs, hourMs, report, startReporter } from "./testing.ts";

const reporter = forTests(startReporter);

test("The cost on other plans is computed from the hours and exits used (spec/money#the-cheapest-plan)", async () => {
  const { api } = reporter;
  const { db, world } = api.services;
  const owner = await api.customer(1);
  const other = await api.customer(1);
  const ask = async (of: typeof owner) => (await of.call("cheapestPlan", {})).data;
  expect(await ask(owner)).toMatchObject({ bytes: 0, addresses: 0, busiestMbps: 0, plans: [] });
  const plan = await givePlan(api.services, owner.id, { quantity: 1 });
  // Traffic before the plan began would not count.
  await sql`update unlimited_plan set started_at = ${new Date(world.now() - 60 * dayMs)}
    where account_id = ${owner.id}`.execute(db);
  const hour = world.now() - 10 * dayMs - (world.now() % hourMs);
  const carry = (at: number, gb: number) =>
    report(reporter, [
      usageRow({
        leaseId: "",
        accountId: owner.id,
        subAccountId: plan.portIds[0] ?? "",
        product: "port",
        hour: at,
        country: "DE",
        upBytes: 0,
        downBytes: gb * 1e9,
      }),
    ]);
  await carry(hour, 3);
  await carry(hour + 2 * dayMs, 2.2);
  // Before the span.
  await carry(hour - 25 * dayMs, 50);
  const trace = (accountId: string, at: number, exit: string) =>
    sql`insert into connection_trace (id, at, account_id, sub_account_id, target, protocol, exit_ip,
        country, up_bytes, down_bytes, ms, outcome, reason, detail, gateway)
      values (${world.id()}, ${new Date(at)}, ${accountId}, ${world.id()}, 'a.test:443', 'connect',
        ${exit}, 'DE', 1, 1, 1, 'ok', '', '', 'local-0')`.execute(db);
  for (const [minute, exit] of [
    [0, "203.0.113.1"],
    [1, "203.0.113.2"],
    [59, "203.0.113.1"],
  ] as const)
    await trace(owner.id, hour + minute * 60_000, exit);
  await trace(other.id, hour, "203.0.113.3");
  const found = await ask(owner);
  expect(found).toMatchObject({ bytes: 5.2e9, addresses: 2, busiestMbps: 6.7 });
  const prices = Object.fromEntries(
    found.plans.map(({ kind, needed, quantity, totalCents }) => [
      kind,
      [needed, quantity, totalCents],
    ]),
  );
  // Two addresses in one hour, and one (as the trace has none) in another hour two days later.
  expect(prices).toMatchObject({
    traffic: [6, 6, 2_100],
    ip: [3, 10, 150],
    static: [2, 2, 500],
    short: [3, 3, 150],
    port: [2, 2, 600],
  });
  const totals = found.plans.map(({ totalCents }) => totalCents);
  expect(totals).toEqual(totals.toSorted((one, another) => one - another));
  expect(found.plans.find(({ kind }) => kind === "port")?.sku).toMatch(/^port-(europe|global)-7$/);
});
