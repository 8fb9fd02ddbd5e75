/** Auto top-up with a card whose holder calls its payments back (spec/money#auto-top-up). */
import { expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { applyEvent } from "../checkout/settle.ts";
import { startStripeCardsPeer } from "../payment-provider/card/testing-stripe-cards.ts";
import { usePeer, visit } from "../payment-provider/testing.ts";
import { topUpWallets } from "./job.ts";

const at = usePeer(startStripeCardsPeer, "/webhooks/stripe");

/** A customer whose wallet a saved card has filled once. */
async function filled() {
  const customer = await at.shop.customer({ lasting: true });
  const { to } = await visit((await customer.get("cardAdd")).url);
  await visit(at.peer.enter(to, "pays").back);
  const [card] = (await customer.get("cards")).items;
  const plan = { thresholdCents: 1_000, amountCents: 5_000, monthCents: 100_000 };
  const proof = { cardId: card?.id ?? "", password: customer.password };
  const switchOn = () => customer.get("autoTopUp", { enabled: 1, ...plan, ...proof });
  await switchOn();
  await topUpWallets(at.shop.services);
  const [payment] = (await customer.get("rechargeList")).items;
  return { customer, switchOn, paymentId: payment?.id ?? "" };
}
async function lookLater(): Promise<number> {
  at.peer.charges.clear();
  for (let looks = 0; looks < 3; looks++) {
    await at.shop.pass(3_601);
    await topUpWallets(at.shop.services);
  }
  return at.peer.charges.size;
}

it("It is switched off instead of charging the card again, until that is won", async () => {
  const { customer, switchOn, paymentId } = await filled();
  const dispute = { ref: "dp_contested", cents: null, withdrawnCents: null, dueAt: null };
  const report = (state: "open" | "won", id: string) => {
    const told = { ...dispute, state, reason: "fraudulent" };
    const update = { what: "disputed", dispute: told } as const;
    return applyEvent(at.shop.services, { id, provider: "stripe", paymentId, update });
  };
  await report("open", "evt_1");
  await at.shop.fund(customer.id, -(await customer.get("member")).walletCents);
  expect(await lookLater()).toBe(0);
  const state = await customer.get("autoTopUp");
  expect([state.enabled, state.stoppedAt === null]).toEqual([false, false]);
  await switchOn();
  expect(await lookLater()).toBe(0);
  await report("won", "evt_2");
  await switchOn();
  await at.shop.fund(customer.id, -(await customer.get("member")).walletCents);
  expect(await lookLater()).toBe(1);
});

it("A warning of the card's bank does the same", async () => {
  const { customer, paymentId } = await filled();
  const update = { what: "fraudWarning", ref: "issfr_1", reason: "made_with_stolen_card" } as const;
  await applyEvent(at.shop.services, { id: "evt_3", provider: "stripe", paymentId, update });
  await at.shop.fund(customer.id, -(await customer.get("member")).walletCents);
  expect(await lookLater()).toBe(0);
  expect((await customer.get("autoTopUp")).enabled).toBe(false);
  expect((await verifyAccounting(at.shop.db)).difference).toBeNull();
});
