/** Disputes and warnings as Stripe reports them, against a peer that implements its protocol. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { inLanes } from "../../../platform/in-lanes.ts";
import { operateJson } from "../../../across/operator/testing.ts";
import type { Customer } from "../../../identity/session/testing.ts";
import { paymentState, shuffled, usePeer, visit, walletLines } from "../testing.ts";
import { startStripePeer } from "./testing-stripe.ts";

const at = usePeer(startStripePeer, "/webhooks/stripe");

async function paid(amountCents = 10_000) {
  const customer = await at.shop.customer();
  const { paymentId, payUrl } = await customer.get("recharge", { amountCents, method: "card" });
  await visit(at.shop.url + new URL(payUrl).pathname);
  const session = at.peer.sessionOf(paymentId);
  await at.peer.pay(session.id);
  const wallet = async () => (await paymentState(customer, paymentId)).walletCents;
  return { customer, session, wallet };
}
const listed = async ({ email }: Customer) =>
  (await operateJson(at.shop.services, "disputes", "list", "--account", email)).said;

it("A dispute takes its money when Stripe withdraws it, and returns it only if won", async () => {
  for (const [end, left] of [
    ["lost", 0],
    ["won", 10_000],
  ] as const) {
    const { customer, session, wallet } = await paid();
    const { id } = await at.peer.dispute(session.id);
    expect(await wallet()).toBe(0);
    await at.peer.updateDispute(id, "under_review");
    expect(await listed(customer)).toMatchObject([{ state: "underReview", ref: id }]);
    await at.peer.closeDispute(id, end);
    expect(await wallet()).toBe(left);
    expect(await listed(customer)).toMatchObject([
      { state: end, reason: "fraudulent", cents: 10_000, takenCents: 10_000 - left },
    ]);
  }
});

it("A dispute whose reason Stripe leaves out is kept all the same", async () => {
  const { customer, session } = await paid();
  const dispute = await at.peer.dispute(session.id);
  Reflect.deleteProperty(dispute, "reason");
  await at.peer.updateDispute(dispute.id, "under_review");
  expect(await listed(customer)).toMatchObject([{ state: "underReview", reason: "" }]);
});

it("An inquiry takes nothing unless it becomes a dispute", async () => {
  const closed = await paid();
  const inquiry = await at.peer.dispute(closed.session.id, 10_000, "warning_needs_response");
  await at.peer.closeDispute(inquiry.id, "warning_closed");
  expect(await closed.wallet()).toBe(10_000);
  expect(await listed(closed.customer)).toMatchObject([{ state: "inquiryClosed", takenCents: 0 }]);
  const { session, wallet } = await paid();
  const { id } = await at.peer.dispute(session.id, 10_000, "warning_needs_response");
  await at.peer.updateDispute(id, "needs_response");
  expect(await wallet()).toBe(0);
});

it("Funds that Stripe reinstates during a dispute return at once, the rest when it is won", async () => {
  const { session, wallet } = await paid();
  const { id } = await at.peer.dispute(session.id);
  await at.peer.reinstate(id, 4_000);
  expect(await wallet()).toBe(4_000);
  await at.peer.closeDispute(id, "won");
  expect(await wallet()).toBe(10_000);
});

it("Dispute events count once if shuffled, repeated or concurrent, even before the payment event", async () => {
  const { customer, session, wallet } = await paid();
  at.peer.holdWebhooks = true;
  const from = at.peer.events.length;
  const { id } = await at.peer.dispute(session.id);
  await at.peer.updateDispute(id, "under_review");
  await at.peer.closeDispute(id, "lost");
  const events = at.peer.events.slice(from);
  at.peer.holdWebhooks = false;
  await inLanes(shuffled([...events, ...events, ...events], 7), 6, (one) => at.peer.deliver(one));
  expect(await wallet()).toBe(0);
  const lines = await walletLines(customer);
  expect(lines).toEqual(["dispute -10000", "recharge 10000"]);

  const late = await at.shop.customer();
  const begun = await late.get("recharge", { amountCents: 5_000, method: "card" });
  await visit(at.shop.url + new URL(begun.payUrl).pathname);
  const { id: page } = at.peer.sessionOf(begun.paymentId);
  at.peer.holdWebhooks = true;
  const payment = await at.peer.pay(page);
  const early = await at.peer.dispute(page);
  at.peer.holdWebhooks = false;
  for (const event of [...at.peer.events.slice(-2), payment]) await at.peer.deliver(event);
  expect((await paymentState(late, begun.paymentId)).walletCents).toBe(0);
  await at.peer.closeDispute(early.id, "won");
  expect((await paymentState(late, begun.paymentId)).walletCents).toBe(5_000);
});

it("An early fraud warning takes nothing and is listed once", async () => {
  const { customer, session, wallet } = await paid();
  await at.peer.deliver(await at.peer.warn(session.id));
  expect(await wallet()).toBe(10_000);
  expect(await listed(customer)).toMatchObject([
    { kind: "fraudWarning", state: "noted", reason: "made_with_stolen_card" },
  ]);
});

it("A charge identifies the payer by the card's fingerprint, and tells its country; the first ones are kept", async () => {
  const { customer } = await paid();
  const [{ id: paymentId } = { id: "" }] = (await customer.get("rechargeList")).items;
  for (const [fingerprint, country] of [
    ["Xt5EWLLDS7FJjR1c", "FR"],
    ["another", "IT"],
  ]) {
    const charge = {
      id: "ch_1",
      object: "charge",
      metadata: { paymentId },
      payment_method_details: { type: "card", card: { fingerprint, country } },
    };
    const event = { id: `evt_${fingerprint}`, object: "event", created: 0 } as const;
    const message = { ...event, type: "charge.succeeded", data: { object: charge } };
    expect(await at.peer.deliver(message)).toBe(200);
  }
  const { rows } = await sql`
    select payer, card_country from payment where id = ${paymentId}`.execute(at.shop.db);
  expect(rows).toEqual([{ payer: "stripe Xt5EWLLDS7FJjR1c", card_country: "FR" }]);
});
