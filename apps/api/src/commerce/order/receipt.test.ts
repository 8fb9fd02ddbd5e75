import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);

/** The mails sent to a customer, newest first. */
async function mailsTo({ email }: Customer): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${shop.url}/lab/mails?to=${email}`);
  return (await answer.json()) as { subject: string; text: string }[];
}
const traffic = { sku: "traffic-standard", quantity: 10, method: "wallet" };

it("An order's receipt shows the amount paid and links to the invoice", async () => {
  const customer = await shop.customer({ cents: 10_000 });
  const { order } = await customer.get("placeOrder", traffic);
  const [mail] = await mailsTo(customer);
  expect(mail?.subject).toContain(order.orderNo);
  expect(mail?.text).toContain("Quantity: 10 GB\nAmount: $30.00\n");
  expect(mail?.text).toContain("/cli/billing");
});

it("An order's receipt shows the discount, if there was one", async () => {
  const customer = await shop.customer({ lang: "de", cents: 10_000 });
  const gift = { kind: "discount", percent: 15, minCents: 0 } as const;
  const input = { accountId: customer.id, days: 3, gift };
  const couponId = await transaction(shop.db, (tx) => grantCoupon(shop.services, tx, input));
  await customer.get("placeOrder", { ...traffic, couponId });
  const [mail] = await mailsTo(customer);
  const text = mail?.text.replaceAll("\u00a0", " ");
  expect(text).toContain("Listenpreis: 30,00 $\nGutscheinrabatt: -4,50 $\nBetrag: 25,50 $\n");
});

it("A recharge's receipt shows the bonus and the promotion that it came from", async () => {
  await sql`insert into promotion (id, title, from_cents, percent, starts_at, ends_at, enabled)
    values (gen_random_uuid(), 'Summer days', 20000, 15, '2020-01-01Z', '2090-01-01Z', true)`.execute(
    shop.db,
  );
  const customer = await shop.customer();
  for (const [amountCents, bonus] of [
    [20_000, "Bonus: $30.00 (Summer days)\n"],
    [1000, "Bonus: $0.00\n"],
  ] as const) {
    const { payUrl } = await customer.get("recharge", { amountCents, method: "card" });
    await shop.complete(payUrl, "paid");
    expect((await mailsTo(customer))[0]?.text).toContain(bonus);
  }
});
