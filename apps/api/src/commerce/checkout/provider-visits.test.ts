/** One customer must not use up what a provider lets us ask: then nobody could pay (spec/quality#n7). */
import { expect, it } from "vitest";
import { startStripeCardsPeer } from "../payment-provider/card/testing-stripe-cards.ts";
import { usePeer, visit } from "../payment-provider/testing.ts";

const at = usePeer(startStripeCardsPeer, "/webhooks/stripe");

/** How many questions Stripe got while an address was called 150 times. */
async function askedBy(url: string): Promise<number> {
  const before = at.peer.cardQuestions;
  for (let round = 0; round < 150; round += 1) await visit(url);
  return at.peer.cardQuestions - before;
}

it.each(["", "?returned=1"])(
  "A page to enter a card asks Stripe a few times (%s)",
  async (query) => {
    const customer = await at.shop.customer();
    const { url } = await customer.get("cardAdd");
    await visit(url);
    expect(await askedBy(`${url}${query}`)).toBeLessThan(140);
    const other = await at.shop.customer();
    expect((await visit((await other.get("cardAdd")).url)).to).toContain(at.peer.url);
  },
);

it("A payment's page asks Stripe a few times, however often one returns to it", async () => {
  const customer = await at.shop.customer();
  const { payUrl } = await customer.get("recharge", { amountCents: 1_000, method: "card" });
  await visit(payUrl);
  expect(await askedBy(`${payUrl}?returned=1`)).toBeLessThan(140);
  const other = await at.shop.customer();
  const paid = await other.get("recharge", { amountCents: 1_000, method: "card" });
  expect((await visit(paid.payUrl)).to).toContain(at.peer.url);
});
