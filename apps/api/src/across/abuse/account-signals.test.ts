/** Signals about what accounts do with money (spec/operator#signals); nothing acts on them. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { accountSignalLimits as limits, smallPaymentCents } from "@turnpike/rules/abuse-signals.ts";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { askFrom, type Customer, startShop, verifyEmail } from "../../identity/session/testing.ts";
import { commandLine } from "../../platform/audit/audit.ts";
import { enterpriseCustomer } from "../../products/cdkey/testing.ts";
import { perform } from "../operator/acts/act.ts";
import { addProduct } from "../operator/acts/products.ts";
import { operate, operateJson } from "../operator/testing.ts";
import type { AbuseSignal } from "./signals.ts";

const shop = forTests(startShop);
beforeAll(async () => {
  const trial = { sku: "trial-1", kind: "traffic", name: { en: "One GB to try" }, unit: "GB" };
  const file = { ...trial, min: 1, max: 1, step: 1, sort: 1, trial: true };
  await perform(shop.services, addProduct, { actor: commandLine, input: { file } });
});

const signals = async (): Promise<AbuseSignal[]> =>
  (await operateJson(shop.services, "signals", "--hours", "1")).said.signals;
const mailsOf = (one?: AbuseSignal) => one?.others.map(({ email }) => email);
/** What the test before made is out of sight. */
beforeEach(() => shop.pass(31 * 86_400));

let made = 0;
/** Signs up from another loopback address, and takes the trial. */
async function tryFrom(ip: string): Promise<string> {
  const email = `farmer${++made}@example.com`;
  const { data } = await askFrom(shop.url, { ip })("signup", {
    email,
    password: "h7Kqorchard",
    agree: 1,
  });
  await verifyEmail(shop.services, data.user.id);
  const order = { sku: "trial-1", quantity: 1, method: "wallet", session: data.session };
  expect((await shop.ask("placeOrder", order)).code).toBe(0);
  return email;
}

it("Accounts of one network that had a trial are one signal, which names the newest and the others", async () => {
  for (let at = 0; at < limits.trialFarming - 1; at++) await tryFrom(`127.20.1.${at + 1}`);
  for (let at = 0; at < 5; at++) await tryFrom(`127.21.${at}.1`);
  expect(await signals()).toEqual([]);
  const third = await tryFrom("127.20.1.200");
  const found = await signals();
  expect(found).toMatchObject([
    { signal: "trialFarming", account: { email: third }, holder: null, count: 3, limit: 3 },
  ]);
  expect(mailsOf(found[0])).toEqual(["farmer2@example.com", "farmer1@example.com"]);
  const { out } = await operate(shop.services, "signals");
  expect(out).toContain("3 accounts of one network had a trial in 30 days");
});

async function pay(customer: Customer, amountCents: number, card: string) {
  const { payUrl } = await customer.get("recharge", { amountCents, method: "card" });
  const body = new URLSearchParams({ outcome: "paid", payer: card });
  await fetch(`${payUrl}/complete`, { method: "POST", body });
}

it("Many small payments with different cards within a day are a signal; large ones and one card are none", async () => {
  const [tester, loyal, big] = [
    await shop.customer(),
    await shop.customer(),
    await shop.customer(),
  ];
  for (let at = 0; at < limits.cardTesting; at++) {
    await pay(tester, 500, `card ${at}`);
    await pay(loyal, 500, "the same");
    await pay(big, smallPaymentCents + 1, `card ${at}`);
  }
  const found = await signals();
  expect(found).toMatchObject([
    { signal: "cardTesting", account: { email: tester.email }, count: 4, cents: 2_000 },
  ]);
  await shop.pass(86_400);
  expect(await signals()).toEqual([]);
});

it("CDKeys that many other accounts redeem are a signal about their maker", async () => {
  const maker = await enterpriseCustomer(shop);
  const wanted = { kind: "ip", amount: 100, count: limits.voucherResale + 1 };
  const { items } = await maker.get("cdkeyMake", wanted);
  const redeem = async (who: Customer, at: number) =>
    who.get("cdkeyUse", { code: items[at]?.code ?? "" });
  await redeem(maker, limits.voucherResale);
  for (let at = 0; at < limits.voucherResale - 1; at++) await redeem(await shop.customer(), at);
  expect(await signals()).toEqual([]);
  const last = await shop.customer();
  await redeem(last, limits.voucherResale - 1);
  const found = await signals();
  expect(found).toMatchObject([
    { signal: "voucherResale", account: { email: maker.email }, count: 20, limit: 20 },
  ]);
  expect(mailsOf(found[0])).toHaveLength(20);
  expect(mailsOf(found[0])?.[0]).toBe(last.email);
});
