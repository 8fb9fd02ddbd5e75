/** Partial refunds, undone refunds, and their effect on debts (spec/money#refunds). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { debtOf } from "../../ledger/debt.ts";
import { post } from "../../ledger/post.ts";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { openLog } from "../../platform/log/log.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { applyEvent } from "../checkout/settle.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import {
  cardOrder,
  firstOrder,
  has,
  paidOrder,
  paidRecharge,
  payment,
  received,
  recharge,
  refundOf,
  traffic,
  wallet,
} from "./testing.ts";

const shop = forTests(startShop);
verifyAfterEach(shop);

/** Spends IPs as opening them does. */
function spend(customer: Customer, amount: number) {
  const line = { asset: "ip", amount } as const;
  const lines = [
    { ...line, owner: customer.id, bucket: "main", amount: -amount },
    { ...line, owner: null, bucket: "stock" },
  ];
  const key = `open:${shop.services.world.id()}`;
  const entry = { key, kind: "grant", ref: "", at: Date.now() } as const;
  return transaction(shop.db, (tx) => post(tx, { ...entry, lines }));
}

describe("A partial refund", () => {
  it("takes back its share, exactly everything in the end, and reports correct sums", async () => {
    const { customer, giveBack, order, paymentId } = await paidOrder(shop, 10);
    const third = Math.floor(order.amountCents / 3);
    await giveBack(third);
    expect((await has(customer)).ipBalance).toBe(7);
    const partly = { status: "paid", refundedCents: third };
    expect(await firstOrder(customer)).toMatchObject(partly);
    expect(await payment(customer, paymentId)).toMatchObject(partly);
    await giveBack(third);
    expect((await has(customer)).ipBalance).toBe(4);
    await giveBack(order.amountCents);
    const whole = { status: "refunded", refundedCents: order.amountCents };
    expect((await has(customer)).ipBalance).toBe(0);
    expect(await firstOrder(customer)).toMatchObject(whole);
    expect(await payment(customer, paymentId)).toMatchObject(whole);
  });

  it("takes only its own share, whatever an earlier refund could not take", async () => {
    const customer = await shop.customer();
    const { tell, giveBack, order } = await cardOrder(shop, customer, 100);
    const { amountCents } = order;
    await tell(received(amountCents));
    await spend(customer, 90);
    const ref = await giveBack(amountCents / 2, { kind: "dispute" });
    expect((await has(customer)).ipBalance).toBe(0);
    const other = await cardOrder(shop, customer, 100);
    await other.tell(received(other.order.amountCents));
    await giveBack(amountCents / 4);
    expect((await has(customer)).ipBalance).toBe(75);
    await tell({ what: "refundUndone", ref });
    expect((await has(customer)).ipBalance).toBe(85);
    await giveBack(null);
    expect((await has(customer)).ipBalance).toBe(10);
  });

  it("of a recharge takes its share of the bonus too", async () => {
    const { customer, giveBack } = await paidRecharge(shop, 50_000);
    await giveBack(10);
    expect(await wallet(customer)).toBe(52_500 - 11);
    await giveBack(10);
    expect(await wallet(customer)).toBe(52_500 - 21);
    await giveBack(null);
    expect(await wallet(customer)).toBe(0);
    expect((await customer.get("rechargeList")).items[0]).toMatchObject({
      status: "refunded",
      refundedCents: 50_000,
      bonusCents: 2500,
    });
  });

  it("is booked once per provider id; one with our own id marks our refund as sent", async () => {
    const { customer, giveBack, order } = await paidOrder(shop, 100);
    const ref = await giveBack(100);
    await giveBack(100, { ref });
    expect((await firstOrder(customer))?.refundedCents).toBe(100);
    const { refund } = await refundOf(shop, order.orderNo, 200);
    await giveBack(200, { ours: refund.id });
    expect((await firstOrder(customer))?.refundedCents).toBe(300);
    const sent = sql`select from refund where id = ${refund.id} and sent_at is not null`;
    expect((await sent.execute(shop.db)).rows).toHaveLength(1);
  });

  it("reported before its payment is booked as soon as the payment is credited", async () => {
    const customer = await shop.customer();
    const { tell, giveBack, order, paymentId } = await cardOrder(shop, customer, 10);
    await giveBack(order.amountCents - 1);
    expect(await payment(customer, paymentId)).toMatchObject({ refundedCents: 0 });
    expect(await tell(received(order.amountCents))).toBe("paid");
    expect(await firstOrder(customer)).toMatchObject({ refundedCents: order.amountCents - 1 });
    const whole = await recharge(shop, customer, 1000);
    await whole.giveBack(null);
    await whole.giveBack(null);
    expect(await whole.tell(received(1000))).toBe("refunded");
    expect(await wallet(customer)).toBe(0);
  });

  it("mails what was refunded, how much and where to, in the account's language", async () => {
    const { customer, giveBack, order } = await paidOrder(shop, 10, { lang: "de" });
    await giveBack(150);
    const [mail] = await mailsTo(shop, customer.email);
    expect(mail?.subject).toMatch(/Erstattung von 1,50/);
    expect(mail?.text).toContain(order.orderNo);
    expect(mail?.text).toContain("Karte");
  });
});

describe("An undone refund", () => {
  it("is reversed once: what it took is granted again", async () => {
    const { customer, tell, giveBack } = await paidOrder(shop, 10);
    const ref = await giveBack(null, { kind: "dispute" });
    expect((await has(customer)).ipBalance).toBe(0);
    const undone = { what: "refundUndone", ref } as const;
    expect(await Promise.all([tell(undone), tell(undone), tell(undone)])).toContain("paid");
    expect((await has(customer)).ipBalance).toBe(10);
    expect(await firstOrder(customer)).toMatchObject({ status: "paid", refundedCents: 0 });
    const { items } = await customer.get("ledger", { asset: "ip" });
    expect(items.map(({ kind }) => kind)).toEqual(["refundUndone", "dispute", "order"]);
  });

  it("reported before the refund itself leaves that refund without effect", async () => {
    const { customer, tell, giveBack } = await paidRecharge(shop, 1000);
    await tell({ what: "refundUndone", ref: "dp_early" });
    await giveBack(null, { ref: "dp_early" });
    expect(await wallet(customer)).toBe(1000);
  });

  it.each([
    ["not at all", 0, 4000],
    ["in part", 2000, 6000],
    ["wholly", 9000, 13_000],
  ])("cancels the debt and returns what was paid of it: %s", async (_how, paid, left) => {
    const { customer, tell, giveBack } = await paidRecharge(shop, 10_000);
    await customer.get("placeOrder", traffic(20));
    const ref = await giveBack(null, { kind: "dispute" });
    const owed = () => debtOf(shop.db, customer.id, "wallet");
    expect(await owed()).toBe(6000);
    if (paid > 0) await (await recharge(shop, customer, paid)).tell(received(paid));
    await tell({ what: "refundUndone", ref });
    expect(await wallet(customer)).toBe(left);
    expect(await owed()).toBe(0);
  });
});

it("A charge-back of more than is left takes what is left, and logs the outstanding amount as an error", async () => {
  const { customer, giveBack, paymentId } = await paidRecharge(shop, 1000);
  await giveBack(800);
  let written = "";
  const log = openLog("error", "api", { write: (line) => void (written += line) });
  const dispute = { ref: "dp_large", cents: 1000, ours: null } as const;
  const update = { what: "refunded", refund: dispute } as const;
  const event = { id: "large", provider: "sandbox", paymentId, update };
  expect(await applyEvent({ ...shop.services, log }, event)).toBe("refunded");
  expect(JSON.parse(written)).toMatchObject({
    payment: paymentId,
    ref: "dp_large",
    waitingCents: 800,
  });
  written = "";
  const early = await recharge(shop, customer, 1000);
  await early.giveBack(1300, { ref: "dp_early_large" });
  const paid = { id: "paid", provider: "sandbox", paymentId: early.paymentId };
  await applyEvent({ ...shop.services, log }, { ...paid, update: received(1000) });
  expect(JSON.parse(written)).toMatchObject({ ref: "dp_early_large", waitingCents: 300 });
});

describe("A refund by the operator", () => {
  it("takes a part's share out of allotted traffic too", async () => {
    const customer = await shop.customer({ cents: 10_000 });
    const { order } = await customer.get("placeOrder", traffic(4));
    await customer.get("addSubUser", { account: "refpart1", password: "secret01", trafficGb: 4 });
    const half = order.amountCents / 2;
    const { refund } = await refundOf(shop, order.orderNo, half);
    expect(refund).toMatchObject({ taken: 2e9, due: false, cents: half });
    expect(await has(customer)).toMatchObject({ walletCents: 10_000 - half, trafficBytes: 2e9 });
    await expect(refundOf(shop, order.orderNo, half + 1)).rejects.toThrow(/at most \$7.00/);
    await refundOf(shop, order.orderNo);
    expect(await has(customer)).toMatchObject({ walletCents: 10_000, trafficBytes: 0 });
    await expect(refundOf(shop, order.orderNo)).rejects.toThrow(/nothing of it is left/);
  });

  it("is refused in part if that share was used; in full it takes what is left", async () => {
    const customer = await shop.customer({ cents: 10_000 });
    const buy = { sku: "ip-standard", quantity: 100, method: "wallet" };
    const { order } = await customer.get("placeOrder", buy);
    await spend(customer, 60);
    const part = Math.ceil(order.amountCents * 0.41);
    await expect(refundOf(shop, order.orderNo, part)).rejects.toThrow(/used already/);
    expect(await has(customer)).toMatchObject({ ipBalance: 40 });
    expect((await firstOrder(customer))?.refundedCents).toBe(0);
    expect((await refundOf(shop, order.orderNo)).refund.taken).toBe(40);
    expect(await has(customer)).toMatchObject({ ipBalance: 0, walletCents: 10_000 });
  });

  it("is refused for part of a spent recharge; in full it leaves a debt", async () => {
    const { customer, paymentId } = await paidRecharge(shop, 10_000);
    await customer.get("placeOrder", traffic(20));
    await expect(refundOf(shop, paymentId, 5000)).rejects.toThrow(/used already/);
    expect(await wallet(customer)).toBe(4000);
    const { refund } = await refundOf(shop, paymentId, 4000);
    expect(refund).toMatchObject({ taken: 4000, debtCents: 0, due: true });
    expect((await refundOf(shop, paymentId)).refund).toMatchObject({ taken: 0, debtCents: 6000 });
    expect((await payment(customer, paymentId)).status).toBe("refunded");
  });

  it("takes back a gift once and pays nothing for it", async () => {
    const customer = await shop.customer();
    const gift = { kind: "gift", sku: "ip-standard", amount: 5 } as const;
    const input = { accountId: customer.id, days: 3, gift };
    const couponId = await transaction(shop.db, (tx) => grantCoupon(shop.services, tx, input));
    const { order } = await customer.get("placeOrder", { method: "coupon", couponId });
    expect(await refundOf(shop, order.orderNo)).toMatchObject({
      to: "nobody",
      refund: { taken: 5 },
    });
    expect(await has(customer)).toMatchObject({ walletCents: 0, ipBalance: 0 });
    expect((await firstOrder(customer))?.status).toBe("refunded");
    await expect(refundOf(shop, order.orderNo)).rejects.toThrow(/nothing of it is left/);
  });

  it("reports why something cannot be refunded", async () => {
    const customer = await shop.customer();
    const { order, paymentId } = await cardOrder(shop, customer, 10);
    await expect(refundOf(shop, "TP000000-NOTHING")).rejects.toThrow(/there is no order/);
    await expect(refundOf(shop, shop.services.world.id())).rejects.toThrow(/there is no order/);
    await expect(refundOf(shop, order.orderNo)).rejects.toThrow(/was never paid/);
    await expect(refundOf(shop, paymentId)).rejects.toThrow(/was never paid/);
  });

  it("is made once if it is requested 20 times concurrently (L4)", async () => {
    const customer = await shop.customer({ cents: 100_000 });
    const { order } = await customer.get("placeOrder", traffic(4));
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => refundOf(shop, order.orderNo)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await has(customer)).toMatchObject({ walletCents: 100_000, trafficBytes: 0 });
  });
});
