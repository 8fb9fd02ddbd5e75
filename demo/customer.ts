/** The demo's customer, and what they buy on which of the 60 days. */
import { type Customer, customerOf, send, verifyMail } from "../journeys/customer.ts";
import { operator } from "../journeys/operator.ts";
import type { RunningProduct } from "../journeys/product.ts";

export const login = { email: "demo@example.com", password: "Passw0rd!x" };
export const subAccounts = [
  { account: "mainline1", password: "secret123", main: 1 },
  { account: "pricewatch", password: "secret123", trafficGb: 6, remark: "Price comparison" },
  { account: "adcheck01", password: "secret123", trafficGb: 4, remark: "Ad verification" },
  { account: "searchrank", password: "secret123", trafficGb: 3, remark: "Search results" },
] as const;

/** Presses a button on the sandbox's payment page. */
export const pay = (payUrl: string | undefined, how: string, outcome = "") =>
  fetch(`${payUrl}/${how}`, {
    method: "POST",
    body: new URLSearchParams(outcome ? { outcome } : {}),
  });

async function run(product: RunningProduct, ...args: string[]): Promise<void> {
  const { code, error } = await operator(product, ...args);
  if (code !== 0) throw new Error(`operator ${args.join(" ")}: ${error}`);
}

/** Signs up with a verified address and a session that does not expire. */
export async function signUp(
  product: RunningProduct,
  as: { email: string; password: string },
  inviteCode?: string,
): Promise<Customer> {
  const signed = await send(product.url, "signup", { ...as, agree: 1, inviteCode });
  if (signed.code !== 0) throw new Error(`signup: ${JSON.stringify(signed)}`);
  const customer = customerOf(product, as.email, signed.data.session);
  await verifyMail(product, customer);
  await customer.ask("upTokenCache", { minutes: 0 });
  return customer;
}

async function recharge(customer: Customer, amountCents: number, outcome: string) {
  const { payUrl } = await customer.ask("recharge", { amountCents, method: "card" });
  if (outcome !== "pending") await pay(payUrl, "complete", outcome);
  return payUrl;
}

/** Orders by card; returns the sandbox's payment page. */
export async function order(customer: Customer, sku: string, quantity: number, outcome: string) {
  const question = { sku, quantity, method: "card" } as const;
  const { payUrl } = await customer.ask("placeOrder", question);
  if (outcome !== "pending") await pay(payUrl, "complete", outcome);
  return payUrl;
}

const wallet = (customer: Customer, sku: string, quantity: number) =>
  customer.ask("placeOrder", { sku, quantity, method: "wallet" });

const statics = (customer: Customer, country: string, num: number, days: 7 | 30 | 90) =>
  customer.ask("staticUse", { country, num, days, pay: "wallet" });

type Step = (customer: Customer, product: RunningProduct) => Promise<unknown>;

/** The first day: a recharge, traffic, sub-accounts, settings. */
const begin: Step = async (customer) => {
  await recharge(customer, 250_000, "paid");
  await wallet(customer, "traffic-standard", 50);
  for (const sub of subAccounts) await customer.ask("addSubUser", sub);
  await customer.ask("addSubUser", {
    account: "partner007",
    password: "secret123",
    trafficGb: 2,
    remark: "Partner, limited",
    maxConnections: 20,
    dayGb: 1,
    denyDomains: "127.0.0.1",
  });
  await customer.ask("alerts", {
    thresholds: JSON.stringify({ trafficGb: 40, walletCents: 5_000, expiryDays: 3 }),
  });
};

/** What the customer buys and does on each day, counted from 0. */
export const days: Readonly<Record<number, Step>> = {
  0: begin,
  2: (customer) => statics(customer, "DE", 3, 90),
  6: (customer) => order(customer, "traffic-standard", 10, "paid"),
  9: (customer) => order(customer, "static-30", 5, "failed"),
  12: async (customer) => {
    const payUrl = await order(customer, "traffic-standard", 10, "paid");
    await pay(payUrl, "refund");
  },
  15: (customer) => recharge(customer, 50_000, "paid"),
  18: (customer, product) => affiliate(customer, product),
  20: (customer) =>
    customer.ask("orderUnlimit", {
      kind: "port",
      region: "europe",
      days: 30,
      quantity: 2,
      method: "wallet",
    }),
  24: (customer) => recharge(customer, 10_000, "failed"),
  28: (customer) => statics(customer, "GB", 2, 30),
  33: (customer) => wallet(customer, "ip-enterprise", 10_000),
  36: async (customer) => {
    const { items } = await customer.ask("cdkeyMake", { kind: "ip", amount: 100, count: 5 });
    await customer.ask("cdkeyUse", { code: items[0]?.code ?? "" });
  },
  40: (customer, product) => coupons(customer, product),
  44: (customer) => wallet(customer, "traffic-standard", 20),
  46: (customer) =>
    customer.ask("orderUnlimit", {
      kind: "bandwidth",
      region: "global",
      days: 30,
      quantity: 100,
      method: "wallet",
    }),
  50: (customer) => statics(customer, "FR", 2, 7),
  54: (customer) => statics(customer, "US", 2, 7),
  55: async (customer) => {
    const { items } = await statics(customer, "JP", 2, 30);
    const id = items[0]?.id ?? "";
    await customer.ask("staticChange", { id, reason: "swap" });
    await customer.ask("staticRenewalAuto", { id, enabled: 1 });
  },
  58: (customer) => customer.ask("shortExtract", { country: "NL", num: 2, days: 3, pay: "wallet" }),
};

/** Two friends who signed up through the customer's link; withdrawals in every state. */
async function affiliate(customer: Customer, product: RunningProduct): Promise<void> {
  const { inviteCode } = await customer.ask("shareInfo", {});
  for (const [n, method] of (["crypto", "card"] as const).entries()) {
    const as = { email: `friend${n}@example.com`, password: login.password };
    const friend = await signUp(product, as, inviteCode);
    const bought = { sku: "traffic-standard", quantity: 600, method } as const;
    await pay((await friend.ask("placeOrder", bought)).payUrl, "complete", "paid");
  }
  const where = { contact: "t.me/demo", walletAddress: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf" };
  const withdraw = async () => {
    const question = { ...where, amountCents: 3_000, target: "crypto" } as const;
    return (await customer.ask("getProfit", question)).withdrawal.id;
  };
  await run(product, "withdrawals", "pay", await withdraw());
  await run(product, "withdrawals", "reject", await withdraw(), "--reason", "no such wallet");
  await withdraw();
}

/** One coupon that is used, one that expires unused, one still available. */
async function coupons(customer: Customer, product: RunningProduct): Promise<void> {
  const grant = ["coupon", "grant", customer.email, "--kind", "discount", "--percent", "15"];
  for (const valid of ["10", "90"]) await run(product, ...grant, "--days", valid);
  const gift = ["coupon", "grant", customer.email, "--kind", "gift", "--sku", "traffic-standard"];
  await run(product, ...gift, "--amount", "2", "--days", "30");
  const { items } = await customer.ask("coupons", {});
  const couponId = items.find(({ kind }) => kind === "gift")?.id ?? "";
  await customer.ask("placeOrder", { method: "coupon", couponId });
}

/** The last hour: products that live for hours, and pending items. */
export async function finish(customer: Customer): Promise<void> {
  for (const auth of ["user", "nouser"] as const)
    await customer.ask("ipOpen", { country: "DE", num: 3, hours: 5, auth });
  await customer.ask("whitePortAdd", { country: "US", num: 2, minutes: 120, remark: "Scraper" });
  await customer.ask("addTrafficWhite", {
    ips: "127.0.0.9,127.0.0.10",
    description: "Office",
    days: 30,
  });
  await customer.ask("apiLinkAdd", { plan: "ip", num: 5, hours: 1, country: "DE", format: "txt" });
  await customer.ask("apiKeyAdd", { name: "Reports", scopes: ["read"] });
  await order(customer, "traffic-standard", 10, "pending");
  await recharge(customer, 20_000, "pending");
}
