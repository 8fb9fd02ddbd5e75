import { describe, expect, it } from "vitest";
import { transaction } from "../../../platform/db/database.ts";
import { requestRefund } from "../../refund/request.ts";
import { providerByName } from "../../payment-method/registry.ts";
import { startStripePeer } from "./testing-stripe.ts";
import { begun, bookings, type Recharge, usePeer, visit, walletLines } from "../testing.ts";

const at = usePeer(startStripePeer, "/webhooks/stripe");

async function begin(wanted: Recharge = {}) {
  const one = await begun(at.shop, "card", wanted);
  return { ...one, session: at.peer.sessionOf(one.paymentId) };
}

describe("Card payments through Stripe Checkout", () => {
  it("a payment starts without a call to Stripe; its page is created when it is opened", async () => {
    const customer = await at.shop.customer({ lang: "zh" });
    const before = at.peer.requests.length;
    const { payUrl, paymentId } = await customer.get("recharge", {
      amountCents: 1_234,
      method: "card",
    });
    expect(payUrl).toBe(`${at.shop.url}/pay/${paymentId}`);
    expect(at.peer.requests.length).toBe(before);
    const { status, to } = await visit(payUrl);
    const session = at.peer.sessionOf(paymentId);
    expect([status, to]).toEqual([303, session.url]);
    expect(session).toMatchObject({
      amount_total: 1_234,
      currency: "usd",
      client_reference_id: paymentId,
      customer_email: customer.email,
      locale: "zh-TW",
      success_url: `${at.shop.url}/cli/home?payment=${paymentId}`,
      cancel_url: `${at.shop.url}/cli/home?payment=${paymentId}&cancelled=1`,
    });
  });

  it("a paid session is credited once, with its bonus, and its page then redirects home", async () => {
    const { paymentId, payUrl, session, state } = await begin({ amountCents: 50_000 });
    const event = await at.peer.pay(session.id);
    expect(await at.peer.deliver(event)).toBe(200);
    const after = { status: "paid", receivedCents: 50_000, walletCents: 52_500 };
    expect(await state()).toEqual(after);
    expect(await visit(payUrl)).toMatchObject({
      status: 303,
      to: `${at.shop.url}/cli/home?payment=${paymentId}`,
    });
  });

  it("a card order is fulfilled by the webhook", async () => {
    const customer = await at.shop.customer();
    const { payUrl } = await customer.get("placeOrder", {
      sku: "traffic-standard",
      quantity: 2,
      method: "card",
    });
    await visit(payUrl ?? "");
    await at.peer.pay(at.peer.sessionOf(payUrl?.split("/").at(-1) ?? "").id);
    expect((await customer.get("member")).trafficBytes).toBe(2_000_000_000);
  });

  it("a delayed payment is credited when the money arrives, and fails if it does not", async () => {
    const first = await begin();
    await at.peer.payLater(first.session.id);
    expect((await first.state()).status).toBe("pending");
    // Its money is on the way, so there is nothing left to pay.
    expect((await visit(first.payUrl)).to).toContain("/cli/home");
    await at.peer.settlePayLater(first.session.id);
    expect(await first.state()).toMatchObject({ status: "paid", walletCents: 1_000 });
    const second = await begin({ of: first.customer });
    await at.peer.payLater(second.session.id);
    await at.peer.settlePayLater(second.session.id, false);
    expect((await second.state()).status).toBe("failed");
    expect((await visit(second.payUrl)).to).not.toBe(second.to);
    await at.peer.pay(at.peer.sessionOf(second.paymentId).id);
    expect(await second.state()).toMatchObject({ status: "paid", walletCents: 2_000 });
  });

  it("an expired session ends nothing: a new page is created", async () => {
    const { paymentId, payUrl, session, to, state } = await begin();
    await at.peer.expire(session.id);
    expect((await state()).status).toBe("pending");
    const again = await visit(payUrl);
    expect(again.to).not.toBe(to);
    expect((await visit(payUrl)).to).toBe(again.to);
    await at.peer.pay(at.peer.sessionOf(paymentId).id);
    expect((await state()).status).toBe("paid");
  });

  it("a payment in another currency credits nothing", async () => {
    const { session, state } = await begin();
    await at.peer.pay(session.id, { currency: "jpy" });
    const nothing = { status: "pending", receivedCents: 0, walletCents: 0 };
    expect(await state()).toEqual(nothing);
  });

  it("a payment of another amount is credited as received, never as requested", async () => {
    const { session, state } = await begin({ amountCents: 50_000 });
    await at.peer.pay(session.id, { amount_total: 700 });
    const after = await state();
    expect(after).toMatchObject({ receivedCents: 700, walletCents: 700 });
  });

  it.each([
    ["a mode that is no payment", { mode: "setup" }],
    ["a link of the shop's with our id as its reference", { metadata: {} }],
    ["a payment that there is not", { metadata: { paymentId: "junk" } }],
  ] as const)("%s credits nothing and is not redelivered", async (_what, more) => {
    const { session, state } = await begin();
    const event = await at.peer.pay(session.id, { ...more });
    expect(await at.peer.deliver(event)).toBe(200);
    expect((await state()).status).toBe("pending");
  });

  it("a forged or stale webhook changes nothing", async () => {
    const { session, state } = await begin();
    const event = await at.peer.silently(() => at.peer.pay(session.id));
    expect(await at.peer.deliver(event, { forge: true })).toBe(400);
    expect(await at.peer.deliver(event, { ageSeconds: 301 })).toBe(400);
    const bare = await fetch(at.peer.webhookUrl, { method: "POST", body: JSON.stringify(event) });
    expect(bare.status).toBe(400);
    expect((await state()).status).toBe("pending");
    expect(await at.peer.deliver(event, { ageSeconds: 290 })).toBe(200);
    expect((await state()).status).toBe("paid");
  });

  it("a lost webhook is compensated for when the payment page is opened", async () => {
    const { paymentId, payUrl, session, state } = await begin();
    const event = await at.peer.silently(() => at.peer.pay(session.id));
    await at.shop.advance(21);
    expect((await visit(payUrl)).to).toBe(`${at.shop.url}/cli/home?payment=${paymentId}`);
    const after = { status: "paid", receivedCents: 1_000, walletCents: 1_000 };
    expect(await state()).toEqual(after);
    await at.peer.deliver(event);
    expect(await state()).toEqual(after);
  });
});

describe("Refunds and disputes at Stripe", () => {
  async function paid(amountCents: number) {
    const begun = await begin({ amountCents });
    await at.peer.pay(begun.session.id);
    return begun;
  }

  it("partial refunds are booked once each by id, however often they are reported", async () => {
    const { session, state } = await paid(10_000);
    await at.peer.refund(session.id, 3_000);
    expect((await state()).walletCents).toBe(7_000);
    await at.peer.refund(session.id, 2_000);
    for (const event of at.peer.events.slice(-4)) await at.peer.deliver(event);
    expect((await state()).walletCents).toBe(5_000);
    await at.peer.refund(session.id);
    expect(await state()).toMatchObject({ status: "refunded", walletCents: 0 });
  });

  it("a failed refund restores what it took, in whatever order it is reported", async () => {
    const { session, state } = await paid(10_000);
    at.peer.holdWebhooks = true;
    const { id } = await at.peer.refund(session.id, 4_000);
    await at.peer.failRefund(id);
    at.peer.holdWebhooks = false;
    const [created, charge, failed] = at.peer.events.slice(-3);
    for (const event of [failed, created, charge, failed]) if (event) await at.peer.deliver(event);
    expect((await state()).walletCents).toBe(10_000);
    const other = await at.peer.refund(session.id, 4_000);
    expect((await state()).walletCents).toBe(6_000);
    await at.peer.failRefund(other.id);
    expect((await state()).walletCents).toBe(10_000);
  });

  it("a dispute takes the money, and winning it returns the money", async () => {
    const { session, state } = await paid(10_000);
    const { id } = await at.peer.dispute(session.id);
    expect((await state()).walletCents).toBe(0);
    await at.peer.winDispute(id);
    expect((await state()).walletCents).toBe(10_000);
    for (const event of at.peer.events.slice(-2)) await at.peer.deliver(event);
    expect((await state()).walletCents).toBe(10_000);
  });

  it("a refund reported before its payment still takes the money back", async () => {
    const { customer, session, state } = await begin({ amountCents: 50_000 });
    at.peer.holdWebhooks = true;
    const payment = await at.peer.pay(session.id);
    await at.peer.refund(session.id);
    at.peer.holdWebhooks = false;
    const [created, charge] = at.peer.events.slice(-2);
    for (const event of [created, charge, payment]) if (event) await at.peer.deliver(event);
    expect(await state()).toMatchObject({ status: "refunded", walletCents: 0 });
    const lines = (await walletLines(customer)).map((line) => Number(line.split(" ")[1]));
    expect(lines.reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });

  it("our own refund is sent to the card once, however often it is requested", async () => {
    const { paymentId, session } = await paid(1_000);
    const provider = providerByName(at.shop.services.env, "stripe");
    const wanted = {
      refundId: "0b5f3f0e-51c1-4a5e-9c39-55c7e6c1a001",
      paymentId,
      providerRef: session.id,
      chargeRef: null,
      cents: 400,
      reason: "not what was expected",
    };
    at.peer.holdWebhooks = true;
    const before = at.peer.refunds.size;
    const answers = await Promise.all([1, 2, 3].map(async () => provider?.refund(wanted)));
    at.peer.holdWebhooks = false;
    const [made] = [...at.peer.refunds.values()].slice(before);
    expect(at.peer.refunds.size).toBe(before + 1);
    expect(made).toMatchObject({
      amount: 400,
      payment_intent: session.payment_intent,
      metadata: { refundId: wanted.refundId, paymentId },
    });
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ ref: made?.id, claimUrl: null })));
    const more = { ...wanted, refundId: "0b5f3f0e-51c1-4a5e-9c39-55c7e6c1a002", cents: 601 };
    await expect(provider?.refund(more)).rejects.toThrow("charge_already_refunded");
  });

  it("our own refund is undone if its failure is reported before we stored its Stripe id", async () => {
    const { paymentId, session, state } = await paid(1_000);
    const { services } = at.shop;
    const fields = { name: paymentId, cents: 400, reason: "" };
    const { refund } = await transaction(services.db, (tx) => requestRefund(services, tx, fields));
    expect((await state()).walletCents).toBe(600);
    const money = { paymentId, providerRef: session.id, chargeRef: null, cents: 400, reason: "" };
    at.peer.holdWebhooks = true;
    const provider = providerByName(services.env, "stripe");
    const sent = await provider?.refund({ ...money, refundId: refund.id });
    at.peer.holdWebhooks = false;
    await at.peer.failRefund(sent?.ref ?? "");
    expect((await state()).walletCents).toBe(1_000);
  });

  it("our own refund is sent once even if Stripe forgot its idempotency key", async () => {
    const { paymentId, session } = await paid(1_000);
    const provider = providerByName(at.shop.services.env, "stripe");
    const refundId = "0b5f3f0e-51c1-4a5e-9c39-55c7e6c1a003";
    const money = { paymentId, providerRef: session.id, chargeRef: null, reason: "" };
    at.peer.holdWebhooks = true;
    await at.peer.refund(session.id, 100);
    const answer = await provider?.refund({ ...money, refundId, cents: 400 });
    const made = at.peer.refunds.size;
    at.peer.deleteKeys();
    expect(await provider?.refund({ ...money, refundId, cents: 400 })).toEqual(answer);
    expect(at.peer.refunds.size).toBe(made);
    await at.peer.failRefund(answer?.ref ?? "");
    const again = provider?.refund({ ...money, refundId, cents: 400 });
    await expect(again).rejects.toThrow("could not refund");
    at.peer.holdWebhooks = false;
  });

  it("events about another business's money on the same Stripe account book nothing", async () => {
    const { session } = await paid(10_000);
    const [before, from] = [await bookings(at.shop), at.peer.events.length];
    const other = { id: "cs_other", status: "open", payment_intent: null, metadata: {} } as const;
    at.peer.sessions.set(other.id, { ...session, ...other });
    await at.peer.pay(other.id);
    const refund = await at.peer.refund(other.id, 3_000);
    at.peer.refunds.set("re_lost", { ...refund, id: "re_lost", payment_intent: "pi_lost" });
    await at.peer.failRefund("re_lost");
    const { id } = await at.peer.dispute(other.id, 4_000);
    await at.peer.closeDispute(id, "lost");
    for (const event of at.peer.events.slice(from)) expect(await at.peer.deliver(event)).toBe(200);
    expect(await bookings(at.shop)).toEqual(before);
  });
});
