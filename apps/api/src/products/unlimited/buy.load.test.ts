/** Buying unlimited plans is fast beside thousands of live plans and years of released ports. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { startShop } from "../../identity/session/testing.ts";
import { orderPlan, buyer, buyWithWallet } from "./buy-testing.ts";
import { within } from "../../../testing/load.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);

it("ordering and renewing 1,000 ports is fast, and ordering one more port stays fast", async () => {
  const customer = await buyer(shop);
  const { id } = await within(1_000, "order 1,000 ports", () =>
    buyWithWallet(shop, customer, { quantity: 1000 }),
  );
  await buyWithWallet(shop, customer, { quantity: 1000, region: "asia" });
  await sql`
    insert into unlimited_port (id, plan_id, account_id, place, port, rotation_minutes,
      rotation_from, format, name, sealed_password, verifier, released_at)
    select gen_random_uuid(), ${id}, ${customer.id}, 1000 + n, 26000 + n % 4000, 10, now(), '{host}',
      'released1', '', repeat('0', 64), now() - n * interval '1 minute'
    from generate_series(1, 40000) as n`.execute(shop.db);
  await sql`analyze unlimited_port`.execute(shop.db);
  await shop.fund(customer.id, 2_000_000);
  const regions = await within(100, "regions", () => customer.get("portServers"));
  expect(regions.regions[0]?.stock).toBe(2000);
  for (let n = 0; n < 5; n++) {
    const { code } = await within(250, "order one port", () => orderPlan(customer));
    expect(code).toBe(0);
  }
  const renewal = { planId: id, days: 30, method: "wallet" };
  await within(1_000, "renew 1,000 ports", () => customer.get("renewalUnlimit", renewal));
  await sql`delete from unlimited_port where name = 'released1'`.execute(shop.db);
  await assertAccounting(shop.services);
}, 120_000);
