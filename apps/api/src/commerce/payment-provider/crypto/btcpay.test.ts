import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { inLanes } from "../../../platform/in-lanes.ts";
import { providerByName } from "../../payment-method/registry.ts";
import { startBtcpayPeer } from "./testing-btcpay.ts";
import type { PeerDelivery } from "./testing-btcpay-objects.ts";
import { begun, type Recharge, shuffled, usePeer, visit, walletLines } from "../testing.ts";

const at = usePeer(startBtcpayPeer, "/webhooks/btcpay");

async function begin(wanted: Recharge = {}) {
  const one = await begun(at.shop, "crypto", wanted);
  return { ...one, invoice: at.peer.invoiceOf(one.paymentId) };
}

/** A payment that was made but not reported: the peer holds back the last delivery. */
async function paidUntold() {
  const begun = await begin();
  await at.peer.silently(() => at.peer.pay(begun.invoice.id));
  return { ...begun, last: at.peer.deliveries.at(-1) };
}

describe("Crypto payments through a BTCPay Server", () => {
  it("the payment page is an invoice in dollars, created when the page is opened", async () => {
    const customer = await at.shop.customer({ lang: "ru" });
    const before = at.peer.requests.length;
    const { payUrl, paymentId } = await customer.get("recharge", {
      amountCents: 1_205,
      method: "crypto",
    });
    expect(payUrl).toBe(`${at.shop.url}/pay/${paymentId}`);
    expect(at.peer.requests.length).toBe(before);
    const { status, to } = await visit(payUrl);
    const invoice = at.peer.invoiceOf(paymentId);
    expect([status, to]).toEqual([303, `${at.peer.url}/i/${invoice.id}`]);
    expect(invoice).toMatchObject({
      amount: "12.05",
      currency: "USD",
      metadata: { orderId: paymentId, buyerEmail: customer.email },
      redirectURL: `${at.shop.url}/cli/home?payment=${paymentId}`,
      expirationMinutes: 60,
    });
    expect((await visit(payUrl)).to).toBe(to);
    expect([...at.peer.invoices.values()].filter((one) => one.amount === "12.05")).toHaveLength(1);
  });

  it("a full payment is credited once, with the bonus, when its coins are confirmed", async () => {
    const { payUrl, invoice, state } = await begin({ amountCents: 50_000 });
    await at.peer.send(invoice.id);
    expect(await state()).toMatchObject({ status: "pending", walletCents: 0 });
    // Coins are on the way, so there is nothing left to pay.
    expect((await visit(payUrl)).to).toContain("/cli/home");
    await at.peer.confirm(invoice.id);
    const after = { status: "paid", receivedCents: 50_000, walletCents: 52_500 };
    expect(await state()).toEqual(after);
    for (const delivery of at.peer.deliveries.slice(-4)) await at.peer.deliver(delivery);
    expect(await state()).toEqual(after);
  });

  it("a partial payment is shown while the invoice is open, and can be completed", async () => {
    const { payUrl, to, invoice, state } = await begin();
    await at.peer.pay(invoice.id, 0.4);
    const part = { status: "pending", receivedCents: 400, walletCents: 0 };
    expect(await state()).toEqual(part);
    expect((await visit(payUrl)).to).toBe(to);
    await at.peer.pay(invoice.id, 0.6);
    const after = { status: "paid", receivedCents: 1_000, walletCents: 1_000 };
    expect(await state()).toEqual(after);
  });

  it("a partial payment of an expired invoice is credited as received", async () => {
    const { invoice, state } = await begin();
    await at.peer.pay(invoice.id, 0.5);
    await at.peer.expire(invoice.id);
    expect(await state()).toMatchObject({ receivedCents: 500, walletCents: 500 });
  });

  it("an overpayment is credited as received", async () => {
    const { invoice, state } = await begin();
    await at.peer.pay(invoice.id, 2);
    const after = { status: "paid", receivedCents: 2_000, walletCents: 2_000 };
    expect(await state()).toEqual(after);
  });

  it("late payments count, in full and in part", async () => {
    const full = await begin();
    await at.peer.expire(full.invoice.id);
    expect((await full.state()).status).toBe("pending");
    await at.peer.pay(full.invoice.id);
    const first = { status: "paid", receivedCents: 1_000, walletCents: 1_000 };
    expect(await full.state()).toEqual(first);
    const part = await begin({ of: full.customer });
    await at.peer.expire(part.invoice.id);
    await at.peer.send(part.invoice.id, 0.3);
    expect((await part.state()).walletCents).toBe(1_000);
    await at.peer.confirm(part.invoice.id);
    expect(await part.state()).toMatchObject({ receivedCents: 300, walletCents: 1_300 });
  });

  it("an unpaid invoice that expires ends nothing; payments to the old and the new one add up", async () => {
    const { paymentId, payUrl, to, invoice, state } = await begin();
    await at.peer.expire(invoice.id);
    const again = await visit(payUrl);
    expect(again.to).not.toBe(to);
    await at.peer.pay(invoice.id, 0.5);
    const part = { status: "pending", receivedCents: 500, walletCents: 0 };
    expect(await state()).toEqual(part);
    await at.peer.pay(at.peer.invoiceOf(paymentId).id);
    const after = { status: "paid", receivedCents: 1_500, walletCents: 1_500 };
    expect(await state()).toEqual(after);
  });

  it("coins that are never confirmed fail the payment, which can be retried", async () => {
    const { paymentId, payUrl, to, invoice, state } = await begin();
    await at.peer.send(invoice.id);
    await at.peer.invalidate(invoice.id);
    const failed = { status: "failed", receivedCents: 0, walletCents: 0 };
    expect(await state()).toEqual(failed);
    expect((await visit(payUrl)).to).not.toBe(to);
    await at.peer.pay(at.peer.invoiceOf(paymentId).id);
    expect((await state()).status).toBe("paid");
  });

  it("an invoice that the operator marked as settled counts as paid", async () => {
    const { invoice, state } = await begin();
    await at.peer.mark(invoice.id);
    expect(await state()).toMatchObject({ status: "paid", walletCents: 1_000 });
  });

  it("a forged or unsigned webhook changes nothing and triggers no request to the server", async () => {
    const { last, state } = await paidUntold();
    const before = at.peer.requests.length;
    expect(last && (await at.peer.deliver(last, { forge: true }))).toBe(400);
    const bare = await fetch(at.peer.webhookUrl, { method: "POST", body: JSON.stringify(last) });
    expect(bare.status).toBe(400);
    expect(at.peer.requests.length).toBe(before);
    expect((await state()).status).toBe("pending");
  });

  it("a cheap invoice created with our payment id counts only for the amount paid", async () => {
    const { invoice, state } = await begin({ amountCents: 100_000 });
    const cheap = { ...invoice, id: "Cheap", amount: "1.00", coins: [], createdTime: 0 };
    at.peer.invoices.set(cheap.id, cheap);
    await at.peer.pay(cheap.id);
    const part = { status: "pending", receivedCents: 100, walletCents: 0 };
    expect(await state()).toEqual(part);
    const euros = { ...cheap, id: "Euros", currency: "EUR", amount: "1000.00", coins: [] };
    at.peer.invoices.set(euros.id, euros);
    await at.peer.pay(euros.id);
    expect(await state()).toEqual(part);
  });

  it("deliveries about nothing of ours are accepted and change nothing", async () => {
    const { paymentId, last, state } = await paidUntold();
    if (!last) throw new Error("nothing was delivered");
    const settled = at.peer.invoiceOf(paymentId);
    const foreign = ["AnotherShop", "6f1c2f6e-8d64-4c38-9d2b-1d3a5f0c9a12"];
    for (const orderId of foreign)
      at.peer.invoices.set(orderId, { ...settled, id: orderId, metadata: { orderId } });
    const payout = { type: "PayoutCreated", deliveryId: "d" };
    const others: PeerDelivery[] = [
      { ...last, storeId: "OtherStore" },
      { ...last, invoiceId: "NoSuchInvoice" },
      ...foreign.map((invoiceId) => ({ ...last, invoiceId })),
      { ...payout, storeId: "PeerStore", payoutId: "NoSuchPayout" },
      payout,
    ];
    for (const other of others) expect(await at.peer.deliver(other)).toBe(200);
    const before = { status: "pending", receivedCents: 0, walletCents: 0 };
    expect(await state()).toEqual(before);
    // The delivery itself credits the payment.
    expect(await at.peer.deliver(last)).toBe(200);
    expect((await state()).status).toBe("paid");
  });

  it("a webhook fails while the server is unreachable, and succeeds when redelivered", async () => {
    const { last, state } = await paidUntold();
    at.peer.setAway(true);
    expect(last && (await at.peer.deliver(last))).toBe(500);
    at.peer.setAway(false);
    expect(last && (await at.peer.deliver(last))).toBe(200);
    expect((await state()).status).toBe("paid");
  });

  it.runIf(isFull)(
    "a further payment after full payment counts even if its webhook is lost",
    async () => {
      const { invoice, state } = await begin();
      await at.peer.pay(invoice.id);
      expect(await state()).toMatchObject({ walletCents: 1_000 });
      await at.peer.silently(() => at.peer.pay(invoice.id, 0.7));
      await at.shop.advance(6 * 3_600 + 1);
      const after = { status: "paid", receivedCents: 1_700, walletCents: 1_700 };
      expect(await state()).toEqual(after);
      await at.shop.advance(3 * 86_400);
      const before = at.peer.requests.length;
      await at.shop.advance(6 * 3_600 + 1);
      expect(at.peer.requests.length).toBe(before);
    },
  );

  it("a refund is a claim link, created once", async () => {
    const { paymentId, invoice } = await begin();
    await at.peer.pay(invoice.id);
    const provider = providerByName(at.shop.services.env, "btcpay");
    const wanted = {
      refundId: "6f1c2f6e-8d64-4c38-9d2b-1d3a5f0c9a11",
      paymentId,
      providerRef: invoice.id,
      chargeRef: null,
      cents: 405,
      reason: "not what was expected",
    };
    const answer = await provider?.refund(wanted);
    expect(answer).toEqual({ ref: at.peer.pulls[0]?.id, claimUrl: at.peer.pulls[0]?.viewLink });
    expect(at.peer.pulls[0]).toMatchObject({ amount: "4.05", currency: "USD" });
    expect(await provider?.refund(wanted)).toEqual(answer);
    expect(at.peer.pulls).toHaveLength(1);
  });
});

it.runIf(isFull)(
  "Shuffled, repeated, forged and outdated deliveries result in one credit and one bonus (L4)",
  async () => {
    const { customer, invoice, state } = await begin({ amountCents: 200_000 });
    at.peer.holdWebhooks = true;
    const from = at.peer.deliveries.length;
    await at.peer.pay(invoice.id, 0.25);
    await at.peer.pay(invoice.id, 0.75);
    at.peer.holdWebhooks = false;
    const kinds = at.peer.deliveries.slice(from);
    const seed = Date.now() % 1_000_000;
    const all = shuffled(
      Array.from({ length: 200 }, (_, index) => ({
        delivery: kinds[index % kinds.length],
        forge: index % 7 === 0,
      })),
      seed,
    );
    const said = new Set<string>();
    await inLanes(all, 32, async ({ delivery, forge }) => {
      if (delivery) said.add(`${forge} ${await at.peer.deliver(delivery, { forge })}`);
    });
    expect([...said].toSorted(), `seed ${seed}`).toEqual(["false 200", "true 400"]);
    const after = { status: "paid", receivedCents: 200_000, walletCents: 220_000 };
    expect(await state(), `seed ${seed}`).toEqual(after);
    // Signatures contain no time, so an outdated delivery is accepted.
    for (const old of kinds) expect(await at.peer.deliver({ ...old, timestamp: 0 })).toBe(200);
    expect(await state(), `seed ${seed}`).toEqual(after);
    expect(await walletLines(customer)).toEqual(["bonus 20000", "recharge 200000"]);
  },
);
