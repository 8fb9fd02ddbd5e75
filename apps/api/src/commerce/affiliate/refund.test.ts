import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { operatorHas } from "../../ledger/testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { decideWithdrawal } from "./decide-withdrawal.ts";
import { DAY_SECONDS, figuresOf, recordRefund, pair, profitOf, sell } from "./testing.ts";
import { inCrypto } from "./testing.ts";

const shop = forTests(startShop);

/** A card-paid order of 100 GB (24000 cents or whatever the tiers say), and its refund. */
async function cardOrder(friend: Customer) {
  const fields = { sku: "traffic-standard", quantity: 100, method: "card" };
  const { order, payUrl = "" } = await friend.get("placeOrder", fields);
  await shop.complete(payUrl ?? "", "paid");
  const refund = () => shop.refund(payUrl ?? "");
  return { refund, amountCents: order.amountCents, profitCents: order.amountCents / 10 };
}
const first = async (inviter: Customer) => (await inviter.get("profitList")).items[0];

describe("A refund deducts the profit (spec/affiliate#profit, L8) in every table and figure", () => {
  it("on day 29 of a card order, from the frozen profit", async () => {
    const { inviter, friend } = await pair(shop);
    const { refund, amountCents, profitCents } = await cardOrder(friend);
    await shop.advance(29 * DAY_SECONDS);
    expect(await figuresOf(inviter)).toMatchObject({
      transactionCents: amountCents,
      frozenCents: profitCents,
      withdrawableCents: 0,
    });
    expect(await refund()).toBe("refunded");
    const nothing = {
      transactionCents: 0,
      withdrawableCents: 0,
      cashedOutCents: 0,
      frozenCents: 0,
      pendingCents: 0,
    };
    expect(await figuresOf(inviter)).toEqual(nothing);
    const left = { status: "deducted", profitCents: 0, deductedCents: profitCents };
    expect(await first(inviter)).toMatchObject(left);
    expect(await inviter.get("profitList", { status: "deducted" })).toMatchObject({ total: 1 });
    expect(await inviter.get("profitList", { status: "frozen" })).toMatchObject({ total: 0 });
    const [line] = (await inviter.get("ledger")).items;
    expect(line).toMatchObject({ amount: -profitCents, balance: 0, kind: "profitDeducted" });
    const [invited] = (await inviter.get("invitations")).items;
    expect(invited).toMatchObject({ orders: 0, transactionCents: 0, profitCents: 0 });
    const chart = (await inviter.get("shareChart")).items;
    expect(chart.reduce((sum, day) => sum + day.profitCents, 0)).toBe(0);
    await shop.advance(2 * DAY_SECONDS);
    expect(await figuresOf(inviter)).toEqual(nothing);
    expect(await first(inviter)).toMatchObject(left);
    expect(await profitOf(shop, inviter)).toEqual({});
  });

  it("on day 31, from the withdrawable profit", async () => {
    const { inviter, friend } = await pair(shop);
    const { refund, profitCents } = await cardOrder(friend);
    await shop.advance(31 * DAY_SECONDS);
    expect(await figuresOf(inviter)).toMatchObject({
      frozenCents: 0,
      withdrawableCents: profitCents,
    });
    await refund();
    expect(await figuresOf(inviter)).toMatchObject({
      transactionCents: 0,
      frozenCents: 0,
      withdrawableCents: 0,
      cashedOutCents: 0,
    });
    const left = { status: "deducted", profitCents: 0, deductedCents: profitCents };
    expect(await first(inviter)).toMatchObject(left);
    expect(await profitOf(shop, inviter)).toEqual({});
  });

  it("after a payout, leaving a negative amount that the next profit pays first", async () => {
    const { inviter, friend } = await pair(shop);
    const { refund, profitCents } = await cardOrder(friend);
    await shop.advance(31 * DAY_SECONDS);
    const amountCents = profitCents - 100;
    await inviter.get("getProfit", { amountCents, target: "balance" });
    await refund();
    expect(await figuresOf(inviter)).toMatchObject({
      transactionCents: 0,
      withdrawableCents: -amountCents,
      cashedOutCents: amountCents,
    });
    expect((await inviter.ask("getProfit", { amountCents: 1, target: "balance" })).code).toBe(402);
    const owed = () => operatorHas(shop.services, "profit", "debts");
    const before = await owed();
    const sold = { method: "crypto", renewal: false } as const;
    await sell(shop.services, friend.id, { ...sold, amountCents: 1000 });
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 100 - amountCents });
    expect(await profitOf(shop, inviter)).toEqual({});
    await sell(shop.services, friend.id, { ...sold, amountCents: amountCents * 10 });
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 100 });
    expect(await profitOf(shop, inviter)).toEqual({ main: 100 });
    expect(await owed()).toBe(before + amountCents);
    const { items } = await inviter.get("profitList");
    expect(items.map(({ status }) => status)).toEqual(["available", "available", "deducted"]);
  });

  it("during a withdrawal, whose held amount pays the debt if it is rejected", async () => {
    const { inviter, friend } = await pair(shop);
    const sold = { amountCents: 50_000, method: "crypto", renewal: false } as const;
    const order = await sell(shop.services, friend.id, sold);
    const { withdrawal } = await inviter.get("getProfit", { ...inCrypto, amountCents: 5000 });
    await recordRefund(shop.services, order, 20_000);
    expect(await figuresOf(inviter)).toMatchObject({
      transactionCents: 30_000,
      withdrawableCents: -2000,
      pendingCents: 5000,
    });
    // Frozen profit pays the debt when its freeze ends, not before.
    await sell(shop.services, friend.id, { ...sold, amountCents: 7000, method: "card" });
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: -2000, frozenCents: 700 });
    await shop.advance(30 * DAY_SECONDS);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: -1300, frozenCents: 0 });
    expect(await profitOf(shop, inviter)).not.toHaveProperty("main");
    const rejected = { id: withdrawal.id, status: "rejected", reason: "wrong network" } as const;
    await decideWithdrawal(shop.services, rejected);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 3700, pendingCents: 0 });
    expect(await profitOf(shop, inviter)).toEqual({ main: 3700 });
  });

  it("in parts, to the cent, and restores it if the refund is reversed", async () => {
    const { inviter, friend } = await pair(shop);
    const sold = { amountCents: 1005, method: "card", renewal: true } as const;
    const order = await sell(shop.services, friend.id, sold);
    const seen: unknown[] = [];
    const look = async () => {
      const profit = await first(inviter);
      const { frozenCents, transactionCents } = await figuresOf(inviter);
      expect(profit?.profitCents).toBe(frozenCents);
      seen.push([transactionCents, frozenCents, profit?.status]);
    };
    await look();
    for (const refunded of [5, 5, 15, 995, 1005, 15, 0]) {
      await recordRefund(shop.services, order, refunded);
      await look();
    }
    expect(seen).toEqual([
      [1005, 50, "frozen"],
      [1000, 50, "frozen"],
      [1000, 50, "frozen"],
      [990, 50, "frozen"],
      [10, 1, "frozen"],
      [0, 0, "deducted"],
      [990, 50, "frozen"],
      [1005, 50, "frozen"],
    ]);
    const kinds = (await inviter.get("ledger")).items.map(({ kind, amount }) => [kind, amount]);
    expect(kinds).toEqual([
      ["profitRestored", 50],
      ["profitDeducted", -1],
      ["profitDeducted", -49],
      ["profit", 50],
    ]);
  });

  it("and, if reversed after a payout, restores profit that pays its own debt first", async () => {
    const { inviter, friend } = await pair(shop);
    const sold = { amountCents: 10_000, method: "crypto", renewal: false } as const;
    const order = await sell(shop.services, friend.id, sold);
    await inviter.get("getProfit", { amountCents: 1000, target: "balance" });
    await recordRefund(shop.services, order, 10_000);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: -1000 });
    await recordRefund(shop.services, order, 0);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 0 });
    expect(await profitOf(shop, inviter)).toEqual({});
  });

  it("once, even if it is reported ten times concurrently", async () => {
    const { inviter, friend } = await pair(shop);
    const sold = { amountCents: 10_000, method: "crypto", renewal: false } as const;
    const order = await sell(shop.services, friend.id, sold);
    const tell = () => recordRefund(shop.services, order, 4000);
    await Promise.all(Array.from({ length: 10 }, tell));
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 600 });
    expect((await inviter.get("ledger")).total).toBe(2);
  });
});

it("The ledger is consistent after all these tests (L13)", () => assertAccounting(shop.services));
