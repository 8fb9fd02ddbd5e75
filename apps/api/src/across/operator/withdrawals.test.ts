import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { figuresOf, pair, sell } from "../../commerce/affiliate/testing.ts";
import { closeCustomer } from "../closure/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { operate, operateJson } from "./testing.ts";

const shop = forTests(startShop);
let inviter: Customer;
beforeAll(async () => {
  const two = await pair(shop);
  inviter = two.inviter;
  const sold = { amountCents: 200_000, method: "crypto", renewal: false } as const;
  await sell(shop.services, two.friend.id, sold);
});

/** Runs the command line as an operator does. */
const run = (...args: string[]) => operate(shop.services, ...args);
const json = async (...args: string[]) => (await operateJson(shop.services, ...args)).said;
const ask = async (amountCents: number) => {
  const walletAddress = "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj";
  const fields = { target: "crypto", contact: "@jane", walletAddress, amountCents };
  return (await inviter.get("getProfit", fields)).withdrawal;
};

/** Generous, as each test runs several commands. */
const timeout = 120_000;

describe("withdrawals list, pay, reject (spec/operator#withdrawals-and-disputes)", {
  timeout,
}, () => {
  it("lists pending withdrawals and pays one; the customer is notified in their language", async () => {
    await inviter.get("upLang", { language: "de" });
    const first = await ask(5000);
    const second = await ask(10_000);
    const listed = await json("withdrawals", "list", "--status", "pending");
    expect(listed).toMatchObject([
      { id: second.id, amountCents: 10_000, feeCents: 200, email: inviter.email },
      { id: first.id, amountCents: 5000, feeCents: 100, status: "pending", contact: "@jane" },
    ]);
    const { out } = await run("withdrawals", "list");
    const rows = out.trim().split("\n");
    expect(rows).toHaveLength(3);
    for (const text of ["pending", "$100.00", "$2.00", "$98.00", second.id, inviter.email, "TXLAQ"])
      expect(rows[1]).toContain(text);

    const paid = await run("withdrawals", "pay", second.id);
    expect(paid).toMatchObject({ code: 0 });
    expect(paid.out).toContain("$98.00 to TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj (fee $2.00)");
    expect(await figuresOf(inviter)).toMatchObject({ pendingCents: 5000, cashedOutCents: 10_000 });
    const [mail] = await mailsTo(shop, inviter.email);
    expect(mail?.subject).toBe("Ihre Auszahlung über 100,00\u00a0$ ist erfolgt");
    expect(mail?.text).toMatch(/Gesendet: 98,00\s\$\nAn: TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj/);
    expect(mail?.text).toContain("/cli/promotion-plan");

    const again = await run("withdrawals", "pay", second.id);
    expect([again.code, again.out]).toEqual([1, ""]);
    expect(again.error).toContain("already paid");
    const late = await run("withdrawals", "reject", second.id, "--reason", "too late");
    expect([late.code, late.out]).toEqual([1, ""]);
    expect(await figuresOf(inviter)).toMatchObject({ pendingCents: 5000, cashedOutCents: 10_000 });
  });

  it("rejects with a reason that the customer sees, and returns the money", async () => {
    const { withdrawableCents } = await figuresOf(inviter);
    const { id } = await ask(4000);
    const reason = "The address\nis of another network.";
    const rejected = await json("withdrawals", "reject", id, "--reason", reason);
    expect(rejected).toMatchObject({ id, status: "rejected", amountCents: 4000 });
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents });
    const [row] = (await inviter.get("profitRecord", { status: "rejected" })).items;
    expect(row).toMatchObject({ id, reason: "The address is of another network." });
    const [mail] = await mailsTo(shop, inviter.email);
    expect(mail?.text).toContain("Grund: The address is of another network.");
    const [line] = (await inviter.get("ledger", { asset: "profit" })).items;
    // The money had not left the account.
    expect(line).toMatchObject({ kind: "withdrawal", amount: -10_000 });
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("exits with 2 on invalid arguments, with 1 for an unknown withdrawal", async () => {
    const id = "5b1f1c9e-0000-4000-8000-000000000000";
    for (const args of [
      ["withdrawals", "list", "--status", "open"],
      ["withdrawals", "pay"],
      ["withdrawals", "reject", id, "--reason", "  "],
    ]) {
      const { code, out, error } = await run(...args);
      expect([args, code, out]).toEqual([args, 2, ""]);
      expect(error).toContain("usage:");
    }
    for (const unknown of [id, "x'; drop table withdrawal; --"]) {
      const { code, error } = await run("withdrawals", "pay", unknown);
      expect([code, error]).toEqual([1, expect.stringContaining("there is no withdrawal")]);
    }
  });

  it("shows withdrawals of a closed account as decided, without the recipient's data", async () => {
    const { id } = await ask(3000);
    expect((await inviter.get("cancelInfo")).pendingWithdrawals).toBe(2);
    expect(await closeCustomer(shop, inviter)).toMatchObject({ code: 0 });
    const paid = await run("withdrawals", "pay", id);
    expect([paid.code, paid.error]).toEqual([1, expect.stringContaining("already rejected")]);
    expect(await json("withdrawals", "list", "--status", "pending")).toEqual([]);
    const rejected = await json("withdrawals", "list", "--status", "rejected");
    const none = { email: null, contact: "", walletAddress: "" };
    expect(rejected[0]).toMatchObject({ id, ...none, reason: "the account was closed" });
    const { out } = await run("withdrawals", "list", "--status", "paid");
    expect(out).toContain(`closed: ${inviter.id}`);
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });
});
