/** Two customers for a walk over all screens: one who has everything, one who just signed up. */
import { buyTraffic, curl, type Customer, customerOf, customerWithTraffic } from "./customer.ts";
import { register, send, topUp } from "./customer.ts";
import { operator } from "./operator.ts";
import type { RunningProduct } from "./product.ts";

export interface Walkers {
  customer: Customer;
  newcomer: Customer;
  /** Ids by their placeholder in addresses, such as a plan's id. */
  named: Record<string, string>;
}

const runOperator = async (product: RunningProduct, ...args: string[]) => {
  const { code, error } = await operator(product, ...args);
  if (code !== 0) throw new Error(`operator ${args.join(" ")}: ${error}`);
};

/** A customer who signed up through the invite link and paid orders by crypto and card. */
async function invite(product: RunningProduct, inviter: Customer): Promise<void> {
  const { inviteCode } = await inviter.ask("shareInfo", {});
  const email = `invited${process.pid}@example.com`;
  const fields = { email, password: "Passw0rd!x", agree: 1, inviteCode };
  const { data } = await send(product.url, "signup", fields);
  const guest = customerOf(product, email, data.session);
  for (const method of ["crypto", "card"] as const) {
    const order = { sku: "traffic-standard", quantity: 100, method } as const;
    const { payUrl } = await guest.ask("placeOrder", order);
    const body = new URLSearchParams({ outcome: "paid" });
    await fetch(`${payUrl}/complete`, { method: "POST", body });
  }
  await inviter.ask("getProfit", {
    amountCents: 500,
    target: "balance",
    contact: "me@example.com",
  });
}

/** Buys two unlimited plans, with a whitelist on one; returns their ids. */
async function buyPlans(customer: Customer): Promise<Record<string, string>> {
  const order = { region: "europe", days: 30, method: "wallet" } as const;
  const ports = await customer.ask("orderUnlimit", { ...order, kind: "port", quantity: 3 });
  const mbps = await customer.ask("orderUnlimit", { ...order, kind: "bandwidth", quantity: 100 });
  const planId = ports.planId ?? "";
  await customer.ask("upwhite", { planId, ips: "127.0.0.9,127.0.0.10" });
  return { PORTS: planId, BANDWIDTH: mbps.planId ?? "" };
}

/** Opens IPs of both kinds, each known to the manager, whitelisted ports and extraction links. */
async function openPool(customer: Customer, managerPort: number): Promise<void> {
  for (const auth of ["user", "nouser"] as const) {
    const { items } = await customer.ask("ipOpen", { country: "DE", num: 3, hours: 2, auth });
    for (const { host, port, ip } of items) {
      const body = new URLSearchParams({ upstream: `${host}:${port}`, ip });
      await fetch(`http://127.0.0.1:${managerPort}/start`, { method: "POST", body });
    }
  }
  await customer.ask("whitePortAdd", { country: "US", num: 2, minutes: 60, remark: "Büro" });
  await customer.ask("apiLinkAdd", { plan: "ip", num: 5, hours: 1, country: "DE", format: "txt" });
  await customer.ask("apiLinkAdd", { plan: "traffic", num: 3, minutes: 30, format: "json" });
}

async function takeStatics(customer: Customer): Promise<void> {
  const taken = { country: "DE", num: 2, pay: "wallet" } as const;
  const { items } = await customer.ask("staticUse", { ...taken, days: 30 });
  await customer.ask("staticRenewalAuto", { id: items[0]?.id ?? "", enabled: 1 });
  await customer.ask("shortExtract", { ...taken, days: 3 });
}

/** Creates both customers on a fresh product. */
export async function makeWalkers(product: RunningProduct, managerPort: number): Promise<Walkers> {
  const [newcomer, { customer, account, password }] = await Promise.all([
    register(product),
    customerWithTraffic(product),
  ]);
  await topUp(customer, 200_000);
  await buyTraffic(customer, 3);
  const named = await buyPlans(customer);
  await customer.ask("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
  const coupon = ["coupon", "grant", customer.email, "--kind", "discount", "--percent", "15"];
  await Promise.all([
    openPool(customer, managerPort),
    takeStatics(customer),
    invite(product, customer),
    // The command line takes a while to load.
    runOperator(product, ...coupon, "--days", "20"),
  ]);
  const { items } = await customer.ask("cdkeyMake", { kind: "ip", amount: 100, count: 3 });
  await customer.ask("cdkeyUse", { code: items[0]?.code ?? "" });
  for (let i = 0; i < 3; i++) {
    const limits = { maxConnections: 20, dayGb: 1, denyDomains: "a.example,b.example" };
    const sub = { account: `looks${process.pid}x${i}`, password: "secret123", trafficGb: i };
    await customer.ask("addSubUser", { ...sub, ...(i === 2 ? limits : {}) });
  }
  const ips = "127.0.0.9,127.0.0.10";
  await customer.ask("addTrafficWhite", { ips, description: "Büro", days: 3 });
  await customer.ask("alerts", {
    thresholds: JSON.stringify({ trafficGb: 500, walletCents: 1_000, expiryDays: 10 }),
  });
  const proxy = `http://${account}:${password}@${product.gateway}`;
  await curl("-p", "-x", proxy, "-o", "/dev/null", `${product.target}/bytes/2500000`);
  await curl("-x", proxy, "-o", "/dev/null", "http://10.0.0.1/");
  return { customer, newcomer, named };
}
