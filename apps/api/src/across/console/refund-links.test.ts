/** Where a refund in coins is collected: whoever opens that page types an address of their own. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const claimUrl = "https://pay.example.com/pull-payments/6x8kBearer9FqZ";

it("Nobody in the console reads where a customer collects a refund (spec/console#money); it is in the mail alone", async () => {
  const customer = await api.register();
  await api.topUp(customer.session, 5_000);
  const finance = await api.person("finance");
  const [payment] = (await finance.get("customerPayments", { account: customer.id })).items;
  const asked = { name: payment?.id, cents: 1_000, reason: "test", requestId: "refund-link-1" };
  const { id } = await finance.get("refund", asked);
  await sql`update refund set claim_url = ${claimUrl} where id = ${id}`.execute(api.db);
  for (const role of ["viewer", "support", "finance", "owner"] as const) {
    const person = await api.person(role);
    const { items } = await person.get("refundList");
    expect([role, items[0]?.claimUrl]).toEqual([role, "https://pay.example.com/…9FqZ"]);
  }
  const again = await finance.get("refund", { ...asked, requestId: "refund-link-2" });
  expect(JSON.stringify(again)).not.toContain("Bearer");
  const { said } = await operateJson(api.services, "refunds", "list");
  expect(said[1]).toMatchObject({ claimUrl });
});
