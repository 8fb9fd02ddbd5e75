/** What customers of an edition do in its life, through its own API, and how any release shows it. */
import { buyTraffic, type Customer, customerOf, send, topUp, verifyMail } from "./customer.ts";
import type { RunningProduct } from "./product.ts";

const password = "Passw0rd!x";
let made = 0;

/** A customer of an edition. The first one verifies no addresses. */
export async function newcomer(product: RunningProduct, inviteCode?: string): Promise<Customer> {
  made += 1;
  const email = `edition${product.pid}n${made}@example.com`;
  const signed = await send(product.url, "signup", { email, password, agree: 1, inviteCode });
  if (signed.code !== 0) throw new Error(`signup: ${JSON.stringify(signed)}`);
  const customer = customerOf(product, email, signed.data.session);
  const verifies = await customer.try("verifyMail", { code: "000000" });
  if (verifies.data.reason !== "unknownPath") await verifyMail(product, customer);
  return customer;
}

/** Buys one of everything, and makes what a customer makes. */
async function liveFully(customer: Customer): Promise<void> {
  await customer.ask("upTokenCache", { minutes: 0 });
  // Makers of CDKeys are customers of this plan.
  await customer.ask("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
  await buyTraffic(customer, 5);
  const place = { country: "DE", city: "berlin", num: 2, days: 30, pay: "wallet" } as const;
  await customer.ask("staticUse", place);
  const ports = {
    kind: "port",
    region: "europe",
    quantity: 2,
    days: 30,
    method: "wallet",
  } as const;
  await customer.ask("orderUnlimit", ports);
  await customer.ask("ipOpen", { num: 2, hours: 5, auth: "user" });
  await customer.ask("addSubUser", {
    account: `sub${made}x7`,
    password: "secret123",
    trafficGb: 1,
  });
  await customer.ask("addTrafficWhite", { ips: "203.0.113.7", description: "office" });
  await customer.ask("cdkeyMake", { kind: "traffic", amount: 1, count: 2 });
}

/** The sandbox's page of a payment. */
const settle = (payUrl: string, how: "complete" | "refund") =>
  fetch(`${payUrl}/${how}`, { method: "POST", body: new URLSearchParams({ outcome: "paid" }) });

/** One who paid by card, spent it, and took the money back: in arrears. */
async function debtor(product: RunningProduct): Promise<Customer> {
  const customer = await newcomer(product);
  const { payUrl } = await customer.ask("recharge", { amountCents: 20_000, method: "card" });
  await settle(payUrl, "complete");
  await buyTraffic(customer, 10);
  await settle(payUrl, "refund");
  return customer;
}

/** Customers with orders, plans, static IPs, CDKeys, an invited one, and one in arrears. */
export async function liveOn(product: RunningProduct, customer: Customer): Promise<Customer[]> {
  await liveFully(customer);
  const { inviteCode } = await customer.ask("shareInfo", {});
  const invited = await newcomer(product, inviteCode);
  await topUp(invited, 50_000);
  await buyTraffic(invited, 10);
  const { items } = await customer.ask("cdkeys", {});
  await invited.ask("cdkeyUse", { code: items[0]?.code ?? "" });
  return [customer, invited, await debtor(product)];
}

/** What passes with time, and what traffic that goes on changes. */
const passing =
  /^(?:answeredAt|last(?:Seen|Login|Used)At|serverTime|remainingSeconds|latencyMs|measuredAt)$/;
const growing = /^(?:trafficBytes|availableBytes|\w*[uU]sedBytes|traffic|domains)$/;

function without(value: unknown, names: RegExp[]): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, names));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !names.some((one) => one.test(name)));
  return Object.fromEntries(entries.map(([name, one]) => [name, without(one, names)]));
}

/** All that a customer sees of what is theirs, as a release answers it; `isUsing`: traffic goes on. */
export async function lifeOf(customer: Customer, isUsing: boolean): Promise<object> {
  const { items: statement } = await customer.ask("ledger", { limit: 100 });
  const { plans } = await customer.ask("portOrders", {});
  const ports = await Promise.all(
    plans.map(({ id }) => customer.ask("portOrder", { planId: id, limit: 100 })),
  );
  const life = {
    member: await customer.ask("member", {}),
    orders: await customer.ask("orderList", {}),
    recharges: await customer.ask("rechargeList", {}),
    statement: statement.filter(({ kind }) => kind !== "usage"),
    statics: await customer.ask("staticUseList", { limit: 100, sort: "ip" }),
    plans,
    ports,
    opened: await customer.ask("ipHistory", {}),
    subAccounts: await customer.ask("subUsers", {}),
    whitelist: await customer.ask("trafficWhiteList", {}),
    cdkeys: await customer.ask("cdkeys", {}),
    redeemed: await customer.ask("cdkeyRecord", {}),
    share: await customer.ask("shareInfo", {}),
    profits: await customer.ask("profitList", {}),
    invitations: await customer.ask("invitations", {}),
    traffic: await customer.ask("statis", { days: 7 }),
    domains: await customer.ask("trafficStatisDomain", { days: 7 }),
  };
  return without(life, isUsing ? [passing, growing] : [passing]) as object;
}
