/** Disputes in the sandbox (spec/money#disputes, spec/lab#payments). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { debtOf } from "../../ledger/debt.ts";
import { type Customer, type Fields, startShop } from "../../identity/session/testing.ts";
import { figuresOf, pair } from "../affiliate/testing.ts";
import { operateJson } from "../../across/operator/testing.ts";
import { drivenPayment, has } from "../refund/testing.ts";

const shop = forTests(startShop);
verifyAfterEach(shop);

/** Acts as the card's bank on a payment; returns the payment's status. */
async function bank(payUrl: string, what: "dispute" | "warning", fields: Fields = {}) {
  const address = `${shop.url}${new URL(payUrl).pathname}/${what}`;
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );
  const answer = await fetch(address, { method: "POST", body });
  return ((await answer.json()) as { status: string }).status;
}
async function recharged(customer: Customer, amountCents: number) {
  const { payUrl } = await customer.get("recharge", { amountCents, method: "card" });
  await shop.complete(payUrl, "paid");
  return payUrl;
}
const listed = async ({ email }: Customer) =>
  (await operateJson(shop.services, "disputes", "list", "--account", email)).said;

describe("A dispute", () => {
  it("takes its money when it is opened; winning it restores money, goods and profit", async () => {
    const { inviter, friend } = await pair(shop);
    const payUrl = await recharged(friend, 200_000);
    await friend.get("placeOrder", { sku: "traffic-standard", quantity: 500, method: "wallet" });
    const before = await has(friend);
    const figures = await figuresOf(inviter);
    expect(await bank(payUrl, "dispute", { reason: "fraudulent" })).toBe("refunded");
    expect(await has(friend)).toMatchObject({ walletCents: 0 });
    expect(await debtOf(shop.db, friend.id, "wallet")).toBe(95_000);
    expect(await figuresOf(inviter)).toMatchObject({ frozenCents: 0, transactionCents: 0 });
    expect(await listed(friend)).toMatchObject([
      { state: "open", reason: "fraudulent", cents: 200_000, takenCents: 200_000 },
    ]);
    const shown = await operateJson(shop.services, "account", "show", friend.email);
    expect(shown.said.disputes).toMatchObject([{ state: "open", takenCents: 200_000 }]);
    expect(await bank(payUrl, "dispute", { outcome: "won" })).toBe("paid");
    expect([await has(friend), await figuresOf(inviter)]).toEqual([before, figures]);
    expect(await debtOf(shop.db, friend.id, "wallet")).toBe(0);
    expect(await listed(friend)).toMatchObject([{ state: "won", takenCents: 0 }]);
  });

  it("over a card order takes the goods, and returns them when it is won", async () => {
    const { inviter, friend } = await pair(shop);
    const buy = { sku: "ip-standard", quantity: 100, method: "card" };
    const { payUrl = "" } = await friend.get("placeOrder", buy);
    await shop.complete(payUrl, "paid");
    await bank(payUrl, "dispute");
    expect(await has(friend)).toMatchObject({ ipBalance: 0 });
    expect(await figuresOf(inviter)).toMatchObject({ frozenCents: 0 });
    await bank(payUrl, "dispute", { outcome: "won" });
    expect(await has(friend)).toMatchObject({ ipBalance: 100 });
    expect(await figuresOf(inviter)).toMatchObject({ frozenCents: 120 });
  });

  it("is applied once, even if its states are reported concurrently, repeatedly and out of order", async () => {
    const customer = await shop.customer();
    for (const [end, left] of [
      ["won", 10_000],
      ["lost", 10_000],
    ] as const) {
      const payUrl = await recharged(customer, 10_000);
      const told = [end, "open", "underReview", "inquiry", end, "open"];
      await Promise.all(told.map((outcome) => bank(payUrl, "dispute", { outcome })));
      expect((await has(customer)).walletCents).toBe(left);
      const [dispute] = await listed(customer);
      expect(dispute).toMatchObject({ state: end });
    }
  });

  it("can be appealed and won after it was lost; an inquiry takes nothing", async () => {
    const customer = await shop.customer();
    const payUrl = await recharged(customer, 10_000);
    const states: [string, number][] = [
      ["inquiry", 10_000],
      ["open", 0],
      ["lost", 0],
      ["appealed", 0],
      ["won", 10_000],
      ["open", 10_000],
      ["appealed", 0],
      ["lost", 0],
    ];
    for (const [outcome, left] of states) {
      await bank(payUrl, "dispute", { outcome });
      expect([outcome, (await has(customer)).walletCents]).toEqual([outcome, left]);
    }
  });

  it("takes what earlier refunds and disputes left, and returns only its own part", async () => {
    const customer = await shop.customer();
    const payUrl = await recharged(customer, 10_000);
    await bank(payUrl, "dispute", { dispute: "a", cents: 4_000 });
    await bank(payUrl, "dispute", { dispute: "b" });
    expect((await has(customer)).walletCents).toBe(0);
    await bank(payUrl, "dispute", { dispute: "a", outcome: "won" });
    expect((await has(customer)).walletCents).toBe(4_000);
    // A full refund also claims the money that the other dispute still holds.
    expect(await shop.refund(payUrl)).toBe("refunded");
    await bank(payUrl, "dispute", { dispute: "b", outcome: "won" });
    expect((await has(customer)).walletCents).toBe(0);
  });

  it("releases its money to a waiting refund first when won; undoing that refund returns the money", async () => {
    const customer = await shop.customer();
    const { paymentId, payUrl } = await customer.get("recharge", {
      amountCents: 10_000,
      method: "card",
    });
    await shop.complete(payUrl, "paid");
    const { tell, giveBack } = drivenPayment(shop, paymentId);
    await giveBack(3_000);
    const dispute = await giveBack(9_000, { kind: "dispute" });
    const refund = await giveBack(6_000);
    expect((await has(customer)).walletCents).toBe(0);
    // 7,000 of the dispute's 9,000 were available; the rest and the refund are not booked yet.
    expect(await listed(customer)).toMatchObject([{ cents: 9_000, takenCents: 7_000 }]);
    const shown = await operateJson(shop.services, "account", "show", customer.email);
    expect(shown.said.takenBack.filter((one: { bookedAt: unknown }) => !one.bookedAt)).toHaveLength(
      2,
    );
    await tell({ what: "refundUndone", ref: dispute });
    expect((await has(customer)).walletCents).toBe(1_000);
    expect((await customer.get("payment", { paymentId })).status).toBe("paid");
    await tell({ what: "refundUndone", ref: refund });
    expect((await has(customer)).walletCents).toBe(7_000);
    const again = await giveBack(9_000, { kind: "dispute" });
    await tell({ what: "refundUndone", ref: again });
    expect((await has(customer)).walletCents).toBe(7_000);
  });

  it("is not opened by a fraud warning, which is only listed, nor on an unpaid payment", async () => {
    const customer = await shop.customer();
    const payUrl = await recharged(customer, 10_000);
    for (let time = 0; time < 2; time++) expect(await bank(payUrl, "warning")).toBe("paid");
    expect((await has(customer)).walletCents).toBe(10_000);
    expect(await listed(customer)).toMatchObject([{ kind: "fraudWarning", takenCents: 0 }]);
    const unpaid = await customer.get("recharge", { amountCents: 500, method: "card" });
    expect(await bank(unpaid.payUrl, "dispute")).toBe("pending");
    expect(await listed(customer)).toHaveLength(1);
    const page = await fetch(shop.url + new URL(payUrl).pathname);
    expect(await page.text()).toContain(`${new URL(payUrl).pathname}/dispute`);
  });
});
