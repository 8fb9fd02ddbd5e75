import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { bucketsOf } from "../../ledger/testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";
import { keyOf, program } from "../../identity/api-key/testing.ts";
import { bindMfaOf, mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { figuresOf, pair, profitOf, sell } from "./testing.ts";

const shop = forTests(startShop);

const crypto = {
  target: "crypto",
  contact: "@jane on Telegram",
  walletAddress: "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj",
};

/** An inviter with this much withdrawable profit. */
async function earner(profitCents: number): Promise<Customer> {
  const { inviter, friend } = await pair(shop);
  const sold = { amountCents: profitCents * 10, method: "crypto", renewal: false } as const;
  await sell(shop.services, friend.id, sold);
  return inviter;
}

describe("Withdrawal to the account balance (spec/affiliate#withdrawals)", () => {
  it("has no minimum and no fee, and is credited at once", async () => {
    const inviter = await earner(500);
    const { withdrawal } = await inviter.get("getProfit", { amountCents: 1, target: "balance" });
    expect(withdrawal).toMatchObject({
      status: "paid",
      target: "balance",
      amountCents: 1,
      feeCents: 0,
      decidedAt: withdrawal.at,
      contact: "",
      reason: "",
    });
    await inviter.get("getProfit", { amountCents: 499, target: "balance", contact: "x" });
    expect(await bucketsOf(shop.services, inviter.id)).toEqual({ "wallet main": 500 });
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 0, cashedOutCents: 500 });
    const { items } = await inviter.get("ledger");
    expect(items.slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ asset: "wallet", amount: 499, kind: "withdrawal" }),
        expect.objectContaining({ asset: "profit", amount: -499, kind: "withdrawal" }),
      ]),
    );
    const { total, items: records } = await inviter.get("profitRecord");
    expect([total, records.map(({ amountCents }) => amountCents)]).toEqual([2, [499, 1]]);
  });

  it("is refused while the wallet is in arrears (spec/money#arrears)", async () => {
    const inviter = await earner(2000);
    const { payUrl } = await inviter.get("recharge", { amountCents: 1000, method: "card" });
    await shop.complete(payUrl, "paid");
    const order = { sku: "short-1", quantity: 1, method: "wallet" };
    while ((await inviter.ask("placeOrder", order)).code === 0);
    await shop.refund(payUrl);
    for (const target of ["balance", "crypto"]) {
      const answer = await inviter.ask("getProfit", { ...crypto, amountCents: 3000, target });
      expect(answer).toMatchObject({ code: 403, refused: { reason: "inArrears" } });
    }
  });
});

describe("Withdrawal in crypto (spec/affiliate#withdrawals)", () => {
  it("starts at $30, requires contact and wallet address, and is held while it is pending", async () => {
    const inviter = await earner(10_000);
    const fields = { ...crypto, amountCents: 6000 };
    for (const [wrong, reason, field] of [
      [{ amountCents: 2999 }, "withdrawalBelowMinimum", "amountCents"],
      [{ contact: "" }, "enterContact", "contact"],
      [{ walletAddress: undefined }, "enterWalletAddress", "walletAddress"],
      [{ walletAddress: "no address" }, "badWalletAddress", "walletAddress"],
      [{ amountCents: 0 }, "badWithdrawalAmount", "amountCents"],
      [{ amountCents: "1.5" }, "badWithdrawalAmount", "amountCents"],
      [{ amountCents: -5 }, "badWithdrawalAmount", "amountCents"],
      [{ target: "cash" }, "badField", "target"],
    ] as const) {
      const answer = await inviter.ask("getProfit", { ...fields, ...wrong });
      expect([wrong, answer]).toMatchObject([wrong, { code: 400, refused: { reason, field } }]);
    }
    const { withdrawal } = await inviter.get("getProfit", fields);
    expect(withdrawal).toMatchObject({
      ...crypto,
      status: "pending",
      amountCents: 6000,
      feeCents: 120,
      decidedAt: null,
    });
    expect(await profitOf(shop, inviter)).toEqual({
      main: 4000,
      [`withdrawal:${withdrawal.id}`]: 6000,
    });
    expect(await figuresOf(inviter)).toMatchObject({
      withdrawableCents: 4000,
      pendingCents: 6000,
      cashedOutCents: 0,
    });
    // The pending amount is still in the account.
    expect((await inviter.get("ledger")).items.map(({ kind }) => kind)).toEqual(["profit"]);
    const more = await inviter.ask("getProfit", { ...fields, amountCents: 4001 });
    const reason = "insufficientBalance";
    expect(more).toMatchObject({ code: 402, refused: { reason, short: "profit" } });
    expect(await inviter.get("profitRecord", { status: "pending" })).toMatchObject({
      total: 1,
      items: [withdrawal],
    });
    expect((await inviter.get("profitRecord", { status: "paid" })).total).toBe(0);
  });

  it("requires the second factor if bound, checked after the fields and before the balance (A8)", async () => {
    const inviter = await earner(5000);
    const { fresh } = await bindMfaOf(shop, inviter);
    const fields = { amountCents: 9999, target: "balance" };
    const field = await inviter.ask("getProfit", { ...fields, amountCents: 0 });
    expect(field.code).toBe(400);
    expect((await inviter.ask("getProfit", { ...crypto, amountCents: 5 })).code).toBe(400);
    expect((await inviter.ask("getProfit", fields)).code).toBe(460);
    expect((await inviter.ask("getProfit", { ...fields, mfaCode: "000000" })).code).toBe(461);
    expect((await inviter.ask("getProfit", { ...fields, mfaCode: await fresh() })).code).toBe(402);
    const right = { amountCents: 5000, target: "balance", requestId: "with-mfa-1" };
    const mfaCode = await fresh();
    const done = await inviter.get("getProfit", { ...right, mfaCode });
    // Repeating the request with a used code returns the same response and does nothing.
    expect(await inviter.get("getProfit", { ...right, mfaCode })).toEqual(done);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 0, cashedOutCents: 5000 });
  });

  it("by a key needs a fresh proof: the password, or the second factor if bound", async () => {
    const inviter = await earner(12_000);
    const { key } = await keyOf(inviter, "money");
    const ask = program(shop.url, key);
    let requests = 0;
    const withdraw = (fields: object) =>
      ask("getProfit", {
        ...crypto,
        amountCents: 3000,
        requestId: `by-key-${requests++}`,
        ...fields,
      });
    const none = await withdraw({});
    expect(none).toMatchObject({ code: 400, data: { reason: "missingField", field: "password" } });
    expect((await withdraw({ password: "Wr0ng!pass" })).code).toBe(401);
    expect((await withdraw({ password: inviter.password })).code).toBe(0);
    // What stays in the house needs no proof, but a key names each request.
    expect((await withdraw({ target: "balance", amountCents: 1 })).code).toBe(0);
    const unnamed = await ask("getProfit", { target: "balance", amountCents: 1 });
    expect(unnamed).toMatchObject({ code: 400, data: { field: "requestId" } });
    const { fresh } = await bindMfaOf(shop, inviter);
    expect((await withdraw({ password: inviter.password })).code).toBe(460);
    expect((await withdraw({ mfaCode: await fresh() })).code).toBe(0);
    expect(await figuresOf(inviter)).toMatchObject({ pendingCents: 6000 });
  });

  it.runIf(isFull)(
    "succeeds once for 40 concurrent requests with the same MFA code, without a connection deadlock",
    async () => {
      const inviter = await earner(5000);
      const { fresh } = await bindMfaOf(shop, inviter);
      const fields = { amountCents: 10, target: "balance", mfaCode: await fresh() };
      const ask = () => inviter.ask("getProfit", fields);
      const answers = await Promise.all(Array.from({ length: 40 }, ask));
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
    },
  );
});

it("A withdrawal to a new wallet address is mailed to the account; one to a known address is not", async () => {
  const inviter = await earner(20_000);
  const told = async () => {
    const mails = await mailsTo(shop, inviter.email);
    return mails.filter(({ subject }) => /to a new address/.test(subject));
  };
  await inviter.get("getProfit", { ...crypto, amountCents: 3000 });
  await inviter.get("getProfit", { ...crypto, amountCents: 3000 });
  await inviter.get("getProfit", { amountCents: 100, target: "balance" });
  expect(await told()).toMatchObject([
    {
      subject: "Withdrawal of $30.00 to a new address",
      text: expect.stringMatching("TXLAQ63Xg1N"),
    },
  ]);
  const walletAddress = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
  await inviter.get("getProfit", { ...crypto, walletAddress, amountCents: 3000 });
  expect(await told()).toHaveLength(2);
});

describe("50 parallel withdrawals (L8)", () => {
  it.each([
    ["balance", { target: "balance" }],
    ["crypto", crypto],
  ])("of the full profit to %s: one succeeds, the others lack profit", async (_target, fields) => {
    const inviter = await earner(7777);
    const ask = () => inviter.ask("getProfit", { ...fields, amountCents: 7777 });
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const others = answers.filter(({ code }) => code !== 0);
    expect(others.map(({ code, refused }) => [code, refused.short])).toEqual(
      Array(49).fill([402, "profit"]),
    );
    expect((await inviter.get("profitRecord")).total).toBe(1);
    const { withdrawableCents, cashedOutCents, pendingCents } = await figuresOf(inviter);
    expect([withdrawableCents, cashedOutCents + pendingCents]).toEqual([0, 7777]);
  });

  it("with the same requestId are performed once (L3)", async () => {
    const inviter = await earner(7777);
    const fields = { ...crypto, amountCents: 3000, requestId: "withdraw-once-1" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => inviter.ask("getProfit", fields)),
    );
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers[0]?.code).toBe(0);
    // The same request id with an invalid field: field errors come first (spec/api#refusal-order).
    for (const wrong of [{ amountCents: 0 }, { contact: "" }, { walletAddress: "!" }])
      expect((await inviter.ask("getProfit", { ...fields, ...wrong })).code).toBe(400);
    expect((await inviter.ask("getProfit", { ...fields, amountCents: 3001 })).code).toBe(409);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 4777, pendingCents: 3000 });
  });
});

it("The ledger is consistent after all these tests (L13)", () => assertAccounting(shop.services));
