/** Arrears over HTTP (spec/money#arrears, F2): what is refused, what is voided, what ends them. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { operateJson } from "../../across/operator/testing.ts";
import { drivenPayment } from "../../commerce/refund/testing.ts";
import { arrearsOf } from "../../ledger/debt.ts";
import { operatorHas } from "../../ledger/testing.ts";
import { extractFrom, extractor, refusalIn } from "../../products/extraction/testing.ts";
import { withStatics } from "../../products/static/renew-testing.ts";
import { staticResources } from "../../products/static/resources.ts";
import { enterpriseCustomer, give } from "../../products/cdkey/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { bindMfaOf, mailsTo } from "../mfa/testing.ts";
import { type Customer, type Fields, startShop } from "../session/testing.ts";

const shop = forTests(startShop);

const inOrder = async () => expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });

const ipOrder = { sku: "ip-enterprise", quantity: 100_000, method: "wallet" };

const recharge = async (customer: Customer, amountCents: number) => {
  const { payUrl } = await customer.get("recharge", { amountCents, method: "card" });
  expect(await shop.complete(payUrl, "paid")).toBe("paid");
  return payUrl;
};
/** A customer who spent a recharge on 100,000 IPs; `reverse` charges the recharge back. */
async function spender() {
  const customer = await shop.customer({ lasting: true });
  const { products } = await customer.get("priceList");
  const plan = products.find(({ sku }) => sku === ipOrder.sku);
  const unitMicros = plan?.tiers.findLast(({ fromQty }) => fromQty <= ipOrder.quantity)?.unitMicros;
  const priceCents = ((unitMicros as number) * ipOrder.quantity) / 10_000;
  const payUrl = await recharge(customer, priceCents);
  await customer.get("placeOrder", ipOrder);
  const { walletCents } = await customer.get("member");
  return {
    customer,
    owedCents: priceCents - (walletCents - bonusOf(priceCents)),
    reverse: () => shop.refund(payUrl),
  };
}
/** The bonus is taken back together with its recharge. */
const bonusOf = (cents: number) => Math.round(cents * 0.1);

describe("an account in arrears", () => {
  let customer: Customer;
  let unused: string;
  let used: string;
  let staticId: string;
  let owedCents: number;
  beforeAll(async () => {
    const spent = await spender();
    ({ customer } = spent);
    const { items } = await customer.get("cdkeyMake", { kind: "ip", amount: 100, count: 4 });
    [unused = "", used = ""] = items.map(({ code }) => code);
    const other = await shop.customer();
    await other.get("cdkeyUse", { code: used });
    await give(shop.services, customer.id, { asset: "profit", amount: 10_000 });
    [staticId = ""] = (await withStatics(shop, { num: 1, credits: 4, customer, auto: true })).ids;
    await give(shop.services, customer.id, { asset: "short1", amount: 5 });
    owedCents = spent.owedCents;
    await spent.reverse();
  });

  it("shows what it owes and since when; the balance of unused CDKeys is returned", async () => {
    const { arrears, ipBalance } = await customer.get("member");
    expect(arrears).toEqual({ cents: owedCents, since: expect.stringMatching(/Z$/) });
    expect((await customer.get("headerInit")).arrears).toEqual(arrears);
    expect(ipBalance).toBe(100_000 - 100);
  });

  const refusedCalls: [CallName, Fields][] = [
    ["cdkeyMake", { kind: "ip", amount: 100, count: 1 }],
    ["cdkeyUse", { code: "0000" }],
    ["getProfit", { amountCents: 1_000, target: "balance" }],
    ["ipOpen", { num: 1, hours: 1, auth: "nouser" }],
    ["staticUse", { country: "DE", city: "berlin", num: 1, days: 30 }],
    ["shortExtract", { country: "DE", city: "berlin", num: 1, days: 1 }],
    ["orderUnlimit", { kind: "port", region: "europe", quantity: 1, days: 7, method: "wallet" }],
    ["orderUnlimit", { kind: "port", region: "europe", quantity: 1, days: 7, method: "card" }],
    ["renewalUnlimit", { planId: "5f3e2c1b-0a94-4c8d-b7e6-1d2c3b4a5f60", days: 7, method: "card" }],
    ["renewalStatic", { id: "5f3e2c1b-0a94-4c8d-b7e6-1d2c3b4a5f60", days: 30, method: "wallet" }],
    [
      "renewalStaticMany",
      { ids: "5f3e2c1b-0a94-4c8d-b7e6-1d2c3b4a5f60", days: 30, method: "wallet" },
    ],
    ["staticMoreRenewal", { ids: "5f3e2c1b-0a94-4c8d-b7e6-1d2c3b4a5f60", days: 30 }],
    ["placeOrder", { sku: "traffic-standard", quantity: 1, method: "wallet" }],
  ];
  it.each(refusedCalls)("is refused %s (%j) as inArrears", async (name, fields) => {
    const answer = await customer.ask(name, fields);
    expect(answer).toMatchObject({ code: 403, refused: { reason: "inArrears" } });
    expect(answer.msg).toContain("Top up your wallet");
  });

  it("can still recharge and order by card", async () => {
    await customer.get("recharge", { amountCents: 500, method: "card" });
    await customer.get("placeOrder", { sku: "traffic-standard", quantity: 1, method: "card" });
  });

  it("has its unused CDKeys voided; the operator sees the redeemed one (spec/cdkeys#void)", async () => {
    const other = await shop.customer();
    const answer = await other.ask("cdkeyUse", { code: unused });
    expect(answer).toMatchObject({ code: 410, refused: { reason: "cdkeyVoid", field: "code" } });
    const { items } = await customer.get("cdkeys");
    expect(items.map(({ status }) => status).sort()).toEqual(["used", "void", "void", "void"]);
    expect((await customer.get("cdkeys", { status: "void" })).total).toBe(3);
    expect((await customer.get("cdkeys", { status: "unused" })).total).toBe(0);
    const { said: shown } = await operateJson(shop.services, "account", "show", customer.email);
    expect(shown).toMatchObject({
      arrears: { cents: expect.any(Number), since: expect.any(String) },
      debts: { walletCents: shown.arrears.cents, profitCents: 0 },
      takenBack: [{ kind: "refund", asset: "wallet", debtCents: shown.arrears.cents }],
      redeemedCdkeys: [{ prefix: used.slice(0, 5), kind: "ip", amount: 100 }],
    });
  });

  it("relays traffic for another 24 hours; gateways receive the end time", async () => {
    const since = (await arrearsOf(shop.db, customer.id))?.since.getTime() ?? 0;
    const [resource] = await staticResources(shop.services, [staticId]);
    expect(resource).toMatchObject({ enabled: true, trafficEndsAt: since + 86_400_000 });
  });

  it("renews nothing automatically, and a mail says why", async () => {
    await shop.advance(29.5 * 86_400);
    const { items } = await customer.get("staticUseList");
    expect(items).toMatchObject([{ id: staticId, autoRenewFailed: true }]);
    const subjects = (await mailsTo(shop, customer.email)).map(({ subject }) => subject);
    expect(subjects).toContain("Auto-renew is paused: your account owes money");
  });

  it("pays its debt with the next recharge and can make every call again", async () => {
    const arrears = (await customer.get("member")).arrears;
    await recharge(customer, 500);
    const left = (await customer.get("member")).arrears;
    expect(left).toEqual({ cents: (arrears?.cents ?? 0) - 500, since: arrears?.since });
    await recharge(customer, left?.cents ?? 0);
    expect((await customer.get("member")).arrears).toBeNull();
    await customer.get("cdkeyMake", { kind: "ip", amount: 100, count: 1 });
    await customer.get("ipOpen", { num: 1, hours: 1, auth: "nouser" });
    await customer.get("getProfit", { amountCents: 1_000, target: "balance" });
    await customer.get("placeOrder", { sku: "traffic-standard", quantity: 1, method: "wallet" });
    const subjects = (await mailsTo(shop, customer.email)).map(({ subject }) => subject);
    expect(subjects.filter((one) => /owes \$/.test(one))).toHaveLength(1);
    expect(subjects.filter((one) => /owes nothing any more/.test(one))).toHaveLength(1);
    await inOrder();
  });
});

it("A repeated request returns its earlier response in arrears; a new one is refused", async () => {
  const { customer, reverse } = await spender();
  await shop.fund(customer.id, 100_000);
  const order = {
    sku: "traffic-standard",
    quantity: 1,
    method: "wallet",
    requestId: "same-order-1",
  };
  const first = await customer.get("placeOrder", order);
  await reverse();
  expect(await customer.get("placeOrder", order)).toEqual(first);
  const again = await customer.ask("placeOrder", { ...order, requestId: "other-order-1" });
  expect(again.refused.reason).toBe("inArrears");
});

it("With MFA bound, arrears are reported before a code is requested (460)", async () => {
  const { customer, reverse } = await spender();
  await bindMfaOf(shop, customer);
  const calls: [CallName, Fields][] = [
    ["cdkeyMake", { kind: "ip", amount: 100, count: 1 }],
    ["getProfit", { amountCents: 1_000, target: "balance" }],
  ];
  const reasons = async () => {
    const answers = await Promise.all(calls.map(([name, fields]) => customer.ask(name, fields)));
    return answers.map(({ refused }) => refused.reason);
  };
  expect(await reasons()).toEqual(["mfaNeeded", "mfaNeeded"]);
  await reverse();
  expect(await reasons()).toEqual(["inArrears", "inArrears"]);
});

it.runIf(isFull)(
  "During a charge-back a CDKey is either redeemed or void, never both",
  async () => {
    const { customer, reverse } = await spender();
    const { items } = await customer.get("cdkeyMake", { kind: "ip", amount: 100, count: 12 });
    const other = await shop.customer();
    const redeem = ({ code }: { code: string }) => other.ask("cdkeyUse", { code });
    const [early, late] = [items.slice(0, 6), items.slice(6)];
    const answers = await Promise.all([...early.map(redeem), reverse(), ...late.map(redeem)]);
    const codes = answers.flatMap((one) => (typeof one === "object" ? [one] : []));
    const redeemed = codes.filter(({ code }) => code === 0).length;
    const refused = new Set(codes.flatMap(({ refused: { reason } }) => (reason ? [reason] : [])));
    expect([...refused].filter((reason) => reason !== "cdkeyVoid")).toEqual([]);
    const { total } = await customer.get("cdkeys", { status: "void" });
    expect(redeemed + total).toBe(12);
    expect((await other.get("member")).ipBalance).toBe(redeemed * 100);
    await inOrder();
  },
);

it("During a charge-back no wallet order is placed once arrears have begun", async () => {
  for (let round = 0; round < 3; round += 1) {
    const customer = await shop.customer();
    const payUrl = await recharge(customer, 20_000);
    const order = { sku: "traffic-standard", quantity: 1, method: "wallet" };
    // Spends some first, so that the charge-back leaves a debt in any order of execution.
    await customer.get("placeOrder", { ...order, quantity: 20 });
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => customer.ask("placeOrder", order)),
      shop.refund(payUrl),
      ...Array.from({ length: 10 }, () => customer.ask("placeOrder", order)),
    ]);
    const orders = answers.filter((one) => typeof one === "object");
    const refused = orders.filter(({ code }) => code !== 0);
    expect(refused.every((one) => one.refused.reason === "inArrears")).toBe(true);
    const arrears = await arrearsOf(shop.db, customer.id);
    const { items } = await customer.get("orderList", { limit: 100 });
    expect(items).toHaveLength(1 + orders.filter(({ code }) => code === 0).length);
    // Everything spent is owed: no order was paid with money that was not there.
    const spent = items.reduce((sum, one) => sum + one.amountCents, 0);
    expect(arrears?.cents).toBe(spent);
    expect((await customer.get("member")).walletCents).toBe(0);
    const late = await customer.ask("placeOrder", order);
    expect(late.refused.reason).toBe("inArrears");
  }
  await inOrder();
});

it("Winning a dispute ends the arrears; a grant by the operator pays them", async () => {
  const customer = await shop.customer();
  const { paymentId, payUrl } = await customer.get("recharge", {
    amountCents: 5_000,
    method: "card",
  });
  await shop.complete(payUrl, "paid");
  await customer.get("placeOrder", { sku: "ip-standard", quantity: 100, method: "wallet" });
  const paid = drivenPayment(shop, paymentId);
  const ref = await paid.giveBack(5_000, { kind: "dispute" });
  const cents = (await customer.get("member")).arrears?.cents ?? 0;
  expect(cents).toBeGreaterThan(0);
  await paid.tell({ what: "refundUndone", ref });
  expect(await customer.get("member")).toMatchObject({ arrears: null, walletCents: 5_000 - cents });

  await paid.giveBack(5_000, { kind: "dispute" });
  const grant = ["account", "grant", customer.email, "--asset", "wallet", "--amount"];
  await operateJson(shop.services, ...grant, String(cents - 1));
  expect((await customer.get("member")).arrears).toMatchObject({ cents: 1 });
  await operateJson(shop.services, ...grant, "11");
  expect(await customer.get("member")).toMatchObject({ arrears: null, walletCents: 10 });
  await inOrder();
});

it("A link that opens IPs is refused in arrears", async () => {
  const customer = await extractor(shop, 10);
  const { url } = await customer.link({ num: 1, hours: 1 });
  const payUrl = await recharge(customer, 5_000);
  await customer.get("placeOrder", { sku: "ip-standard", quantity: 100, method: "wallet" });
  await shop.refund(payUrl);
  const refused = refusalIn(await extractFrom(shop, customer.ip, url));
  expect(refused.slice(0, 3)).toEqual([403, 403, "inArrears"]);
});

it("The balance of a closed account's void CDKeys is forfeited to the operator", async () => {
  const { customer, reverse } = await spender();
  await customer.get("cdkeyMake", { kind: "ip", amount: 100, count: 2 });
  const before = await operatorHas(shop.services, "ip", "forfeited");
  expect((await closeCustomer(shop, customer)).code).toBe(0);
  await reverse();
  expect(await operatorHas(shop.services, "ip", "forfeited")).toBe(before + 100_000);
  await inOrder();
});

it("The operator can void all CDKeys of a maker, or one by its code", async () => {
  const maker = await enterpriseCustomer(shop);
  const { items } = await maker.get("cdkeyMake", { kind: "traffic", amount: 2, count: 3 });
  const [first] = items;
  const before = (await maker.get("member")).trafficBytes;
  const one = await operateJson(shop.services, "cdkeys", "void", "--code", first?.code ?? "");
  expect(one.said).toMatchObject({ voided: 1, gb: 2, ips: 0 });
  const again = await operateJson(shop.services, "cdkeys", "void", "--code", first?.code ?? "");
  expect(again).toMatchObject({ code: 1, error: expect.stringContaining("is void since") });
  const rest = await operateJson(shop.services, "cdkeys", "void", "--maker", maker.email);
  expect(rest.said).toMatchObject({ voided: 2, gb: 4 });
  expect((await maker.get("member")).trafficBytes).toBe(before + 6_000_000_000);
  expect((await operateJson(shop.services, "cdkeys", "void")).code).toBe(2);
  await inOrder();
});
