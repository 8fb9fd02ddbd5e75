import { sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { inLanes } from "../../../platform/in-lanes.ts";
import { verifyAccounting } from "../../../../testing/verify-accounting.ts";
import {
  answered,
  begun,
  lastOf,
  type Recharge,
  shuffled,
  usePeer,
  visit,
  walletLines,
} from "../testing.ts";
import { startNowpaymentsPeer } from "./testing-nowpayments.ts";

const at = usePeer(startNowpaymentsPeer, "/webhooks/nowpayments");

async function begin(wanted: Recharge = {}) {
  const one = await begun(at.shop, "nowpayments", wanted);
  return { ...one, invoice: at.peer.invoiceOf(one.paymentId) };
}
/** The deliveries of what happens meanwhile, none of them sent. */
async function held(happen: () => Promise<unknown>) {
  const from = at.peer.deliveries.length;
  at.peer.holdWebhooks = true;
  await happen();
  at.peer.holdWebhooks = false;
  return at.peer.deliveries.slice(from);
}

describe("Crypto payments through NOWPayments (spec/money#payment-methods)", () => {
  it("the payment page is an invoice in dollars, created when the page is opened, once", async () => {
    const { customer, paymentId, payUrl, to, invoice } = await begin({ amountCents: 1_205 });
    expect(to).toBe(`${at.peer.url}/payment/${invoice.id}`);
    expect(invoice).toMatchObject({
      price_amount: 12.05,
      price_currency: "usd",
      order_id: paymentId,
      ipn_callback_url: `${at.shop.url}/webhooks/nowpayments`,
    });
    expect((await visit(payUrl)).to).toBe(to);
    const { items } = await customer.get("paymentMethods");
    expect(items.find(({ id }) => id === "nowpayments")).toMatchObject({
      kind: "crypto",
      minCents: 100,
      reversible: false,
    });
  });

  it("a full payment is credited once, with the bonus, when its coins have reached the seller", async () => {
    const { invoice, state } = await begin({ amountCents: 50_000 });
    const [, confirming] = await held(() => at.peer.pay(invoice));
    // What a delivery says does not count, but what the service says when it is asked.
    for (const deposit of at.peer.deposits.values()) deposit.payment_status = "confirming";
    if (confirming) await at.peer.deliver({ ...confirming, payment_status: "finished" });
    expect(await state()).toMatchObject({ walletCents: 0 });
    for (const deposit of at.peer.deposits.values()) deposit.payment_status = "finished";
    if (confirming) await at.peer.deliver(confirming);
    const after = { status: "paid", receivedCents: 50_000, walletCents: 52_500 };
    expect(await state()).toEqual(after);
  });

  it("both signatures of its documentation are accepted, another secret is not", async () => {
    const { invoice, state } = await begin();
    const told = await held(() => at.peer.pay(invoice));
    const last = lastOf(told);
    expect(last.fee).toMatchObject({ currency: "usdttrc20" });
    expect(await at.peer.deliver(last, { forge: true })).toBe(400);
    expect((await state()).walletCents).toBe(0);
    expect(await at.peer.deliver(last, { shallow: true })).toBe(200);
    expect(await at.peer.deliver(last)).toBe(200);
    expect((await state()).walletCents).toBe(1_000);
    const url = `${at.shop.url}/webhooks/nowpayments`;
    const bare = await fetch(url, { method: "POST", body: "[".repeat(100_000) });
    expect(bare.status).toBe(400);
  });

  it("less is credited as received, and a further deposit at the rate of the first", async () => {
    const { invoice, state } = await begin();
    const parent = await at.peer.pay(invoice, 0.4);
    expect(await state()).toEqual({ status: "paid", receivedCents: 400, walletCents: 400 });
    // It repeats the price of the invoice, whatever it brings.
    const more = await at.peer.pay(invoice, 0.001, { parent });
    expect(more).toMatchObject({ payment_status: "finished", price_amount: 10 });
    expect((await state()).walletCents).toBe(401);
    await at.peer.pay(invoice, 0.6, { parent });
    expect((await state()).walletCents).toBe(1_001);
    // In another coin the rate is not known.
    await at.peer.pay(invoice, 5, { parent, coin: "shib" });
    expect((await state()).walletCents).toBe(1_001);
  });

  it("a further deposit a day later is not credited at the rate of the first, which may be long gone", async () => {
    const { invoice, state } = await begin();
    const parent = await at.peer.pay(invoice);
    const credited = async () => (await state()).walletCents;
    // The coin has lost nine tenths of its value; the address still takes it.
    await at.peer.pay(invoice, 50, { parent, laterMs: 90 * 86_400_000 });
    expect(await credited()).toBe(1_000);
    await at.peer.pay(invoice, 1, { parent, laterMs: 23 * 3_600_000 });
    expect(await credited()).toBe(2_000);
  });

  it("more is credited as received; deposits to two addresses add up", async () => {
    const { invoice, state } = await begin();
    await at.peer.pay(invoice, 2);
    await at.peer.pay(invoice);
    expect(await state()).toEqual({ status: "paid", receivedCents: 3_000, walletCents: 3_000 });
  });

  it("a deposit that failed can be made again, and late ones count", async () => {
    const { invoice, state } = await begin();
    await at.peer.fail(invoice);
    expect((await state()).status).toBe("failed");
    await at.shop.advance(2 * 86_400);
    await at.peer.pay(invoice);
    expect(await state()).toMatchObject({ status: "paid", walletCents: 1_000 });
  });

  it("while the service is away its deliveries are asked for again", async () => {
    const { invoice, state } = await begin();
    const told = await held(() => at.peer.pay(invoice));
    const last = lastOf(told);
    at.peer.setAway(true);
    expect(await at.peer.deliver(last)).toBeGreaterThanOrEqual(500);
    at.peer.setAway(false);
    expect(await at.peer.deliver(last)).toBe(200);
    expect((await state()).walletCents).toBe(1_000);
  });
});

it("Shuffled, repeated, forged, under- and overpaid deliveries: one credit of each deposit", async () => {
  const customer = await at.shop.customer();
  const payments = [];
  for (const shares of [[1], [0.25, 0.75], [2]]) {
    const { paymentId, invoice } = await begin({ amountCents: 200_000, of: customer });
    const deliveries = await held(async () => {
      for (const share of shares) await at.peer.pay(invoice, share);
    });
    payments.push({ paymentId, deliveries });
  }
  const kinds = payments.flatMap(({ deliveries }) => deliveries);
  const seed = Date.now() % 1_000_000;
  const all = shuffled(
    Array.from({ length: Math.max(sized(30, 1_000), kinds.length) }, (_, index) => ({
      delivery: kinds[index % kinds.length],
      forge: index >= kinds.length && index % 7 === 0,
    })),
    seed,
  );
  const said = new Set<string>();
  await inLanes(all, 8, async ({ delivery, forge }) => {
    if (delivery)
      said.add(`${forge} ${await answered(() => at.peer.deliver(delivery, { forge }))}`);
  });
  expect([...said].toSorted(), `seed ${seed}`).toEqual(["false 200", "true 400"]);
  const states = await Promise.all(
    payments.map(({ paymentId }) => customer.get("payment", { paymentId })),
  );
  expect(states.map(({ receivedCents }) => receivedCents)).toEqual([200_000, 200_000, 400_000]);
  const recharged = (await walletLines(customer)).filter((line) => line.startsWith("recharge"));
  const sum = recharged.reduce((all, line) => all + Number(line.split(" ")[1]), 0);
  expect(sum, `seed ${seed}`).toBe(800_000);
  expect((await verifyAccounting(at.shop.db)).ok).toBe(true);
}, 120_000);
