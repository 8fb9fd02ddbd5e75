import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { DAY_SECONDS, figuresOf, pair, profitOf, sell } from "./testing.ts";

const shop = forTests(startShop);

const traffic = (quantity: number, method: string) => ({
  sku: "traffic-standard",
  quantity,
  method,
});

/** Places an order with an outside payment method and pays it. */
async function buy(customer: Customer, quantity: number, method: "card" | "crypto") {
  const { order, payUrl = "" } = await customer.get("placeOrder", traffic(quantity, method));
  expect(await shop.complete(payUrl ?? "", "paid")).toBe("paid");
  return order;
}

describe("Referral profit (spec/affiliate#profit, L8)", () => {
  it("is 10 % of the order, withdrawable at once for crypto payments", async () => {
    const { inviter, friend } = await pair(shop);
    const order = await buy(friend, 3, "crypto");
    expect(order.amountCents).toBe(1050);
    expect(await figuresOf(inviter)).toEqual({
      transactionCents: 1050,
      withdrawableCents: 105,
      cashedOutCents: 0,
      frozenCents: 0,
      pendingCents: 0,
    });
    const { items } = await inviter.get("profitList");
    expect(items).toMatchObject([
      {
        registerEmail: `${friend.email.slice(0, 1)}***@example.com`,
        orderAmountCents: 1050,
        orderNo: order.orderNo,
        renewal: false,
        percent: 10,
        freezeEndAt: null,
        profitCents: 105,
        deductedCents: 0,
        status: "available",
      },
    ]);
    const ledger = await inviter.get("ledger", { asset: "profit" });
    expect(ledger.items).toMatchObject([{ amount: 105, kind: "profit", ref: order.orderNo }]);
  });

  it("is frozen 30 days for card payments: withdrawable on day 30, not on day 29", async () => {
    const { inviter, friend } = await pair(shop);
    await buy(friend, 3, "card");
    const [paid] = (await inviter.get("profitList")).items;
    const freezeMs = Date.parse(paid?.freezeEndAt ?? "") - Date.parse(paid?.paidAt ?? "");
    expect([paid?.status, freezeMs]).toEqual(["frozen", 30 * DAY_SECONDS * 1000]);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 0, frozenCents: 105 });
    await shop.advance(29 * DAY_SECONDS);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 0, frozenCents: 105 });
    const early = await inviter.ask("getProfit", { amountCents: 1, target: "balance" });
    expect(early).toMatchObject({ code: 402, refused: { short: "profit" } });
    await shop.advance(DAY_SECONDS);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 105, frozenCents: 0 });
    expect(await profitOf(shop, inviter)).toEqual({ main: 105 });
    const [freed] = (await inviter.get("profitList", { status: "available" })).items;
    expect(freed).toMatchObject({ profitCents: 105, status: "available" });
    expect((await inviter.get("profitList", { status: "frozen" })).total).toBe(0);
    // The job runs again and changes nothing.
    await shop.advance(60);
    expect(await profitOf(shop, inviter)).toEqual({ main: 105 });
  });

  it("is frozen for wallet payments as for card payments", async () => {
    const { inviter, friend } = await pair(shop);
    await shop.fund(friend.id, 10_000);
    await friend.get("placeOrder", traffic(3, "wallet"));
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 0, frozenCents: 105 });
  });

  it("is 5 % for renewals", async () => {
    const { inviter, friend } = await pair(shop);
    const sold = { amountCents: 1050, method: "crypto", renewal: true } as const;
    await sell(shop.services, friend.id, sold);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 53 });
    const { items } = await inviter.get("profitList");
    expect(items).toMatchObject([{ renewal: true, percent: 5, profitCents: 53 }]);
  });

  it("is not earned on recharges, gifts and unpaid orders", async () => {
    const { inviter, friend } = await pair(shop);
    const { payUrl } = await friend.get("recharge", { amountCents: 50_000, method: "card" });
    await shop.complete(payUrl, "paid");
    const gift = { kind: "gift", sku: "traffic-standard", amount: 5 } as const;
    const { services } = shop;
    const couponId = await transaction(services.db, (tx) =>
      grantCoupon(services, tx, { accountId: friend.id, days: 5, gift }),
    );
    await friend.get("placeOrder", { couponId, method: "coupon" });
    const failed = await friend.get("placeOrder", traffic(1, "card"));
    await shop.complete(failed.payUrl ?? "", "failed");
    await friend.get("placeOrder", traffic(1, "crypto"));
    expect(await figuresOf(inviter)).toMatchObject({ transactionCents: 0, frozenCents: 0 });
    expect((await inviter.get("profitList")).total).toBe(0);
  });

  it("is computed from the discounted amount", async () => {
    const { inviter, friend } = await pair(shop);
    const gift = { kind: "discount", percent: 50, minCents: 0 } as const;
    const { services } = shop;
    const couponId = await transaction(services.db, (tx) =>
      grantCoupon(services, tx, { accountId: friend.id, days: 5, gift }),
    );
    await shop.fund(friend.id, 10_000);
    await friend.get("placeOrder", { ...traffic(3, "wallet"), couponId });
    expect(await figuresOf(inviter)).toMatchObject({ transactionCents: 525, frozenCents: 53 });
  });
});

describe("Self-referral earns 0 (L8)", () => {
  it("for the customer's own orders", async () => {
    const customer = await shop.customer({ lasting: true });
    await buy(customer, 3, "crypto");
    expect(await figuresOf(customer)).toMatchObject({ transactionCents: 0, withdrawableCents: 0 });
  });

  it("for accounts whose e-mail or secure e-mail reaches the inviter's mailbox", async () => {
    const inviter = await shop.customer({ email: "jane.doe@gmail.com", lasting: true });
    const { inviteCode } = await inviter.get("shareInfo");
    const again = await shop.customer({ email: "janedoe+2@gmail.com", inviteCode, lasting: true });
    await buy(again, 3, "crypto");
    const third = await shop.customer({ inviteCode, lasting: true });
    const email = "jane.doe+3@googlemail.com";
    await third.get("mailCode", { scene: "secureMail", email });
    const mails = await (
      await fetch(`${shop.url}/lab/mails?to=${encodeURIComponent(email)}`)
    ).text();
    const code = /\b\d{6}\b/.exec(JSON.parse(mails)[0].text)?.[0] ?? "";
    await third.get("secureMail", { email, code, password: third.password });
    await buy(third, 3, "crypto");
    expect(await figuresOf(inviter)).toMatchObject({ transactionCents: 0, withdrawableCents: 0 });
    expect((await inviter.get("shareInfo")).invitations).toBe(2);
    // Another friend's order earns profit as before.
    await buy(await shop.customer({ inviteCode, lasting: true }), 3, "crypto");
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 105 });
  });
});

describe("The tables and the chart (spec/affiliate#calls)", () => {
  it("list the invited customers, masked, with the profit they brought, including closed accounts", async () => {
    const { inviter, friend } = await pair(shop);
    const { inviteCode } = await inviter.get("shareInfo");
    const silent = await shop.customer({ inviteCode: inviteCode.toLowerCase(), lasting: true });
    await buy(friend, 3, "crypto");
    await buy(friend, 2, "crypto");
    expect(await closeCustomer(shop, silent)).toMatchObject({ code: 0 });
    const { items, total } = await inviter.get("invitations");
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { registerEmail: "***", orders: 0, transactionCents: 0, profitCents: 0 },
      { registerEmail: "c***@example.com", orders: 2, transactionCents: 1750, profitCents: 175 },
    ]);
    expect((await inviter.get("shareInfo")).invitations).toBe(2);
    expect((await friend.get("invitations")).total).toBe(0);
    const second = await inviter.get("profitList", { page: 2, limit: 1 });
    expect(second).toMatchObject({ total: 2, items: [{ profitCents: 105 }] });
  });

  it("show invitations and profit day by day, without gaps", async () => {
    const { inviter, friend } = await pair(shop);
    await shop.advance(2 * DAY_SECONDS);
    await buy(friend, 3, "crypto");
    const { items } = await inviter.get("shareChart", { days: 7 });
    const today = new Date(shop.services.world.now()).toISOString().slice(0, 10);
    expect(items).toHaveLength(7);
    expect(items.at(-1)).toEqual({ day: today, invitations: 0, profitCents: 105 });
    expect(items.at(-3)).toMatchObject({ invitations: 1, profitCents: 0 });
    expect(items.reduce((sum, day) => sum + day.invitations, 0)).toBe(1);
    const steps = items.map(({ day }) => Date.parse(day));
    expect(steps).toEqual(steps.map((_, step) => (steps[0] ?? 0) + step * DAY_SECONDS * 1000));
    expect((await inviter.get("shareChart")).items).toHaveLength(30);
    const wrong = await inviter.ask("shareChart", { days: 8 });
    expect(wrong).toMatchObject({ code: 400, refused: { field: "days" } });
  });

  it("show the rules of the programme", async () => {
    const inviter = await shop.customer({ lasting: true });
    expect(await inviter.get("shareInfo")).toMatchObject({
      orderPercent: 10,
      renewalPercent: 5,
      freezeDays: 30,
      cryptoMinCents: 3000,
      feePercent: 2,
      feeMinCents: 100,
    });
  });
});

describe("A custom invitation code (spec/affiliate#invitation-code)", () => {
  it("consists of 6-15 letters and digits, and is used in the link from then on", async () => {
    const inviter = await shop.customer({ lasting: true });
    const before = await inviter.get("shareInfo");
    for (const code of ["abcde", "a".repeat(16), "friend-7", "freund ü", ""]) {
      const answer = await inviter.ask("upShareCode", { code });
      expect(answer).toMatchObject({
        code: 400,
        refused: { reason: "badInviteCode", field: "code" },
      });
    }
    const set = await inviter.get("upShareCode", { code: "Friends2026" });
    expect(set.inviteCode).toBe("Friends2026");
    expect(new URL(set.shareUrl).pathname).toBe("/index/register");
    expect(new URL(set.shareUrl).searchParams.get("code")).toBe("Friends2026");
    const { inviteCode, shareUrl } = await inviter.get("shareInfo");
    expect({ inviteCode, shareUrl }).toEqual(set);
    await shop.customer({ inviteCode: "friends2026", lasting: true });
    expect((await inviter.get("shareInfo")).invitations).toBe(1);
    // The old code is no longer accepted.
    const old = { email: "late@example.com", password: "h7Kqorchard", agree: 1 };
    const response = await shop.ask("signup", { ...old, inviteCode: before.inviteCode });
    expect(response).toMatchObject({ code: 400, refused: { reason: "unknownInviteCode" } });
    // The code's own holder may change its case.
    expect((await inviter.get("upShareCode", { code: "FRIENDS2026" })).inviteCode).toBe(
      "FRIENDS2026",
    );
  });

  it("is unique over all accounts, ignoring case; of ten concurrent requests one gets it", async () => {
    const customers = await Promise.all(Array.from({ length: 10 }, () => shop.customer()));
    const answers = await Promise.all(
      customers.map((one, n) => one.ask("upShareCode", { code: n % 2 ? "OnlyOne1" : "onlyone1" })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const others = answers.filter(({ code }) => code !== 0);
    expect(others.map(({ refused }) => refused.reason)).toEqual(Array(9).fill("inviteCodeTaken"));
    expect(others[0]).toMatchObject({ code: 409, refused: { field: "code" } });
  });

  it("can be used again after its holder's account is closed", async () => {
    const [gone, next] = [await shop.customer(), await shop.customer()];
    await gone.get("upShareCode", { code: "phoenix77" });
    expect((await next.ask("upShareCode", { code: "phoenix77" })).code).toBe(409);
    await closeCustomer(shop, gone);
    expect((await next.ask("upShareCode", { code: "phoenix77" })).code).toBe(0);
  });
});

it("The ledger is consistent after all these tests (L13)", () => assertAccounting(shop.services));
