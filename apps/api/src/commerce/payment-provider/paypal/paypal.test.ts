import { sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it, vi } from "vitest";
import { inLanes } from "../../../platform/in-lanes.ts";
import { verifyAccounting } from "../../../../testing/verify-accounting.ts";
import { transaction } from "../../../platform/db/database.ts";
import { requestRefund } from "../../refund/request.ts";
import { sendRefunds } from "../../refund/send.ts";
import type { Customer } from "../../../identity/session/testing.ts";
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
import { startPaypalPeer } from "./testing-paypal.ts";

const at = usePeer(startPaypalPeer, "/webhooks/paypal");

async function begin(wanted: Recharge = {}) {
  const one = await begun(at.shop, "paypal", wanted);
  return { ...one, order: at.peer.orderOf(one.paymentId) };
}
/** A payment that was made and reported. */
async function paid(wanted: Recharge = {}) {
  const begun = await begin(wanted);
  await at.peer.approve(begun.order.id);
  const capture = lastOf(at.peer.captures.values());
  return { ...begun, capture };
}
const wallet = async (customer: Customer) => (await customer.get("member")).walletCents;

describe("Payments with PayPal (spec/money#payment-methods)", () => {
  it("the payment page is an order in dollars, created when the page is opened, once", async () => {
    const { customer, paymentId, payUrl, to, order } = await begin({ amountCents: 1_205 });
    expect(to).toBe(`${at.peer.url}/checkoutnow/${order.id}`);
    expect(order.purchase_units[0]).toMatchObject({
      custom_id: paymentId,
      amount: { currency_code: "USD", value: "12.05" },
    });
    expect((await visit(payUrl)).to).toBe(to);
    const { items } = await customer.get("paymentMethods");
    expect(items.find(({ id }) => id === "paypal")).toMatchObject({
      kind: "wallet",
      title: "PayPal",
      reversible: true,
    });
  });

  it("an approved order is captured and credited once, with the bonus", async () => {
    const { customer, order, state } = await begin({ amountCents: 50_000 });
    const event = await at.peer.approve(order.id);
    const after = { status: "paid", receivedCents: 50_000, walletCents: 52_500 };
    expect(await state()).toEqual(after);
    expect(await at.peer.deliver(event)).toBe(200);
    await vi.waitFor(() =>
      expect(at.peer.events.at(-1)?.event_type).toBe("PAYMENT.CAPTURE.COMPLETED"),
    );
    expect(await at.peer.deliver(lastOf(at.peer.events))).toBe(200);
    expect(await state()).toEqual(after);
    expect(await walletLines(customer)).toEqual(["bonus 2500", "recharge 50000"]);
  });

  it("who comes back from PayPal is credited at once, also if no webhook came", async () => {
    const { order, state } = await begin();
    await at.peer.silently(() => at.peer.approve(order.id));
    const { return_url: back = "" } = order.payment_source.paypal.experience_context ?? {};
    expect((await visit(back)).to).toContain("/cli/home?payment=");
    expect(await state()).toMatchObject({ walletCents: 1_000 });
  });

  it("a forged delivery is refused, and one with another's certificate without asking PayPal", async () => {
    const { order, state } = await begin();
    const event = await at.peer.silently(() => at.peer.approve(order.id));
    expect(await at.peer.deliver(event, { forge: true })).toBe(400);
    const before = at.peer.requests.length;
    const headers = {
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://paypal.com.attacker.example/cert",
      "paypal-transmission-id": "1",
      "paypal-transmission-sig": "1",
      "paypal-transmission-time": "1",
    };
    const url = `${at.shop.url}/webhooks/paypal`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(event) });
    expect([answer.status, at.peer.requests.length]).toEqual([400, before]);
    expect(await state()).toMatchObject({ walletCents: 0 });
  });

  it("an order that a stranger made for our payment, to be paid to himself, is not credited", async () => {
    const { customer, order, state } = await begin();
    const forged = { ...structuredClone(order), id: `${order.id}0` };
    at.peer.orders.set(forged.id, forged);
    await at.peer.approve(forged.id);
    await vi.waitFor(() => expect(at.peer.events.at(-1)?.resource_type).toBe("capture"));
    for (const event of at.peer.events.slice(-2)) expect(await at.peer.deliver(event)).toBe(200);
    expect(await state()).toMatchObject({ status: "pending", walletCents: 0 });
    // Nor does it cost our payment's customer anything when it is disputed or given back.
    const stray = lastOf(at.peer.captures.values());
    await at.peer.approve(order.id);
    expect(await wallet(customer)).toBe(1_000);
    const { dispute_id: dispute } = await at.peer.dispute(stray.id, 700);
    await at.peer.resolve(dispute, "RESOLVED_BUYER_FAVOUR");
    await at.peer.refund(stray.id, 300);
    expect(await wallet(customer)).toBe(1_000);
  });

  it("a refused card fails the payment, which can be tried again", async () => {
    const { paymentId, payUrl, order, state } = await begin();
    at.peer.declines = true;
    await at.peer.approve(order.id);
    at.peer.declines = false;
    expect((await state()).status).toBe("failed");
    const again = await visit(payUrl);
    const second = at.peer.orderOf(paymentId);
    expect([again.to, second.id === order.id]).toEqual([
      `${at.peer.url}/checkoutnow/${second.id}`,
      false,
    ]);
    await at.peer.approve(second.id);
    expect(await state()).toMatchObject({ walletCents: 1_000 });
    // Money of the page before still counts.
    order.status = "APPROVED";
    await at.peer.approve(order.id);
    expect(await state()).toMatchObject({ walletCents: 2_000 });
  });

  it("more or less than asked is credited as received, other currencies not at all", async () => {
    const customer = await at.shop.customer();
    const sums: number[] = [];
    for (const brings of ["5.00", "25.00"]) {
      at.peer.brings = { currency_code: "USD", value: brings };
      const { paymentId } = await paid({ of: customer });
      sums.push((await customer.get("payment", { paymentId })).receivedCents);
    }
    at.peer.brings = { currency_code: "EUR", value: "10.00" };
    const { paymentId } = await paid({ of: customer });
    at.peer.brings = null;
    sums.push((await customer.get("payment", { paymentId })).receivedCents);
    expect(sums).toEqual([500, 2_500, 0]);
    expect(await wallet(customer)).toBe(3_000);
  });

  it("refunds go back once, whether ordered here or made in PayPal's dashboard", async () => {
    const { customer, paymentId, capture } = await paid({ amountCents: 2_000 });
    const { services } = at.shop;
    const wanted = { name: paymentId, cents: 405, reason: "late" };
    await transaction(services.db, (tx) => requestRefund(services, tx, wanted));
    await sendRefunds(services);
    const refund = lastOf(at.peer.refunds.values());
    expect(refund).toMatchObject({ amount: { value: "4.05" }, status: "COMPLETED" });
    expect(await wallet(customer)).toBe(1_595);
    await at.peer.refund(capture.id, 595);
    for (const event of at.peer.events.slice(-2)) await at.peer.deliver(event);
    expect(await wallet(customer)).toBe(1_000);
    const last = [...at.peer.refunds.values()].at(-1);
    await at.peer.failRefund(last?.id ?? "");
    expect(await wallet(customer)).toBe(1_595);
    expect((await verifyAccounting(at.shop.db)).ok).toBe(true);
  });
});

describe("Disputes at PayPal (spec/money#disputes)", () => {
  it("an inquiry takes nothing; a claim takes the sum, and one that is won returns it", async () => {
    const { customer, capture } = await paid({ amountCents: 2_000 });
    const { dispute_id: id } = await at.peer.dispute(capture.id, 1_500, "INQUIRY");
    expect(await wallet(customer)).toBe(2_000);
    await at.peer.escalate(id);
    expect(await wallet(customer)).toBe(500);
    await at.peer.resolve(id, "RESOLVED_SELLER_FAVOUR");
    for (const event of at.peer.events.slice(-3).toReversed()) await at.peer.deliver(event);
    expect(await wallet(customer)).toBe(2_000);
  });

  it("a lost one costs its sum once, in whatever order PayPal tells of its reversal", async () => {
    for (const refundFirst of [true, false]) {
      const { customer, capture } = await paid({ amountCents: 2_000 });
      const { dispute_id: id } = await at.peer.dispute(capture.id, 1_500);
      expect(await wallet(customer)).toBe(500);
      const from = at.peer.events.length;
      await at.peer.resolve(id, "RESOLVED_BUYER_FAVOUR", { refundFirst });
      expect([refundFirst, await wallet(customer)]).toEqual([refundFirst, 500]);
      for (const event of at.peer.events.slice(from).toReversed()) await at.peer.deliver(event);
      expect([refundFirst, await wallet(customer)]).toEqual([refundFirst, 500]);
    }
    expect((await verifyAccounting(at.shop.db)).ok).toBe(true);
  });
});

it("Shuffled, repeated, forged, under- and overpaid deliveries: one credit each", async () => {
  const customer = await at.shop.customer();
  const from = at.peer.events.length;
  at.peer.holdWebhooks = true;
  const ids: string[] = [];
  for (const value of ["2000.00", "500.00", "4000.00"]) {
    const { paymentId, payUrl, order } = await begin({ amountCents: 200_000, of: customer });
    await at.peer.approve(order.id);
    at.peer.brings = { currency_code: "USD", value };
    ids.push(paymentId);
    await visit(`${payUrl}?returned=1`);
  }
  at.peer.brings = null;
  await vi.waitFor(() => expect(at.peer.events.length).toBe(from + 6));
  at.peer.holdWebhooks = false;
  const kinds = at.peer.events.slice(from);
  const seed = Date.now() % 1_000_000;
  const all = shuffled(
    Array.from({ length: sized(30, 1_000) }, (_, index) => ({
      event: kinds[index % kinds.length],
      forge: index >= kinds.length && index % 7 === 0,
    })),
    seed,
  );
  const said = new Set<string>();
  await inLanes(all, 8, async ({ event, forge }) => {
    if (event) said.add(`${forge} ${await answered(() => at.peer.deliver(event, { forge }))}`);
  });
  expect([...said].toSorted(), `seed ${seed}`).toEqual(["false 200", "true 400"]);
  const states = await Promise.all(ids.map((paymentId) => customer.get("payment", { paymentId })));
  expect(states.map(({ receivedCents }) => receivedCents)).toEqual([200_000, 50_000, 400_000]);
  const recharged = (await walletLines(customer)).filter((line) => line.startsWith("recharge"));
  expect(recharged, `seed ${seed}`).toHaveLength(3);
  expect((await verifyAccounting(at.shop.db)).ok).toBe(true);
}, 120_000);
