/**
 * Unlimited plans over their life, with an adjustable clock and at the gateway's ports
 * (spec/unlimited#expiry): ordered, rotated, moved, renewed, expired, closed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isInRegion } from "@turnpike/rules/unlimited-region.ts";
import { describe, expect, it } from "vitest";
import { type Customer, curl, register, signIn, topUp } from "./customer.ts";
import { operator } from "./operator.ts";
import { advance, newestMail } from "./person.ts";
import { adjustableClockProduct } from "./shared.ts";
import type { Endpoint } from "./streams.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

const product = borrowed(adjustableClockProduct);

/** What /ip sees through a port: the exit's address, else the proxy's status or curl's code. */
async function through(port: Endpoint, ...how: string[]): Promise<string> {
  const proxy = `http://${port.account}:${port.password}@${port.host}:${port.port}`;
  const asked = how.length > 0 ? how : ["-x", proxy];
  const { code, out } = await curl("-w", "\n%{http_code}", ...asked, `${product.target}/ip`);
  const status = out.slice(-3);
  if (status === "200") return (JSON.parse(out.slice(0, -3)) as { ip: string }).ip;
  return status === "000" ? `curl ${code}` : status;
}
const isExit = (seen: string) => seen.startsWith("127.1.2");

async function buy(
  customer: Customer,
  more: { kind?: "port" | "bandwidth"; quantity?: number; days?: number; region?: string } = {},
) {
  const fields = {
    kind: "port",
    region: "europe",
    quantity: 1,
    days: 30,
    method: "wallet",
    ...more,
  };
  const { planId, order } = await customer.ask("orderUnlimit", {
    ...fields,
    kind: more.kind ?? "port",
    method: "wallet",
  });
  if (planId === null) throw new Error("no plan was made");
  return { planId, order, ports: await portsOf(customer, planId, more.kind) };
}
async function portsOf(customer: Customer, planId: string, kind: "port" | "bandwidth" = "port") {
  const call = kind === "port" ? "portOrder" : "bandwidthOrder";
  return (await customer.ask(call, { planId, limit: 100 })).ports;
}
async function customerWith(cents: number): Promise<Customer> {
  const customer = await register(product);
  await topUp(customer, cents);
  return customer;
}

describe("an unlimited plan", () => {
  it("relays traffic right after the order, at its own ports, counted but not billed", async () => {
    const customer = await customerWith(10_000);
    const { ports, planId } = await buy(customer, { quantity: 3 });
    expect(new Set(ports.map(({ port }) => port)).size).toBe(3);
    for (const port of ports) {
      expect(isExit(await through(port))).toBe(true);
      const socks = `socks5h://${port.account}:${port.password}@${port.host}:${port.port}`;
      expect(isExit(await through(port, "-x", socks))).toBe(true);
      expect(await through({ ...port, password: "wrongpass1" })).toBe("407");
    }
    const [first, second] = ports;
    if (!first || !second) throw new Error("two ports are needed");
    const crossed = { ...first, account: second.account, password: second.password };
    expect(await through(crossed)).toBe("407");
    const proxy = `http://${first.account}:${first.password}@${first.host}:${first.port}`;
    await curl("-x", proxy, "-o", "/dev/null", `${product.target}/bytes/500000`);
    await waitFor(
      "its use is counted",
      async () => {
        const { plan } = await customer.ask("portOrder", { planId });
        return plan.usedBytes > 500_000;
      },
      8_000,
    );
    expect((await customer.ask("trafficInfo", {})).usedBytes).toBe(0);
    const { items } = await customer.ask("requestLog", { limit: 100 });
    expect(items.some(({ product: kind, outcome }) => kind === "port" && outcome === "ok")).toBe(
      true,
    );
  }, 30_000);

  it("changes its exit by the clock, on demand, and with its country and region", async () => {
    const customer = await customerWith(10_000);
    const { ports, planId } = await buy(customer);
    const [port] = ports;
    if (!port) throw new Error("a port is needed");
    await customer.ask("upport", { ids: port.id, rotationMinutes: 2 });
    await sleep(600);
    const first = await through(port);
    expect(await through(port)).toBe(first);
    await advance(product, 119 - 5);
    expect(await through(port)).toBe(first);
    await advance(product, 10);
    const second = await waitFor("the next turn", async () => {
      const seen = await through(port);
      return seen !== first && isExit(seen) && seen;
    });
    expect(await through(port)).toBe(second);
    // Requested rotations are immediate.
    await customer.ask("rotateUnlimit", { ids: port.id });
    const third = await waitFor(
      "another exit on demand",
      async () => {
        const seen = await through(port);
        return seen !== second && isExit(seen) && seen;
      },
      2_000,
    );
    expect(third).not.toBe(first);
    for (const rotationMinutes of [0, 121, 1.5]) {
      const refused = await customer.try("upport", { ids: port.id, rotationMinutes });
      expect(refused).toMatchObject({ code: 400, data: { reason: "badPortRotation" } });
      expect(refused.msg).toContain("1 to 120");
    }
    const country = { ids: port.id, rotationMinutes: 2, country: "DE" };
    await customer.ask("upport", country);
    const german = await waitFor(
      "an exit in Germany",
      async () => {
        const { items } = await customer.ask("requestLog", { limit: 1 });
        return isExit(await through(port)) && items[0]?.country === "DE";
      },
      4_000,
    );
    expect(german).toBe(true);
    const elsewhere = await customer.try("upport", { ...country, country: "US" });
    expect(elsewhere).toMatchObject({ code: 400, data: { reason: "countryNotInRegion" } });
    const { regions } = await customer.ask("portRegion", { planId });
    expect(regions.map(({ region }) => region)).toContain("asia");
    const moved = await customer.ask("portRegion", { planId, region: "asia" });
    expect(moved.plan.region).toBe("asia");
    expect(await portsOf(customer, planId)).toMatchObject([{ id: port.id, country: "" }]);
    await waitFor(
      "an exit in Asia",
      async () => {
        await through(port);
        const { items } = await customer.ask("requestLog", { limit: 1 });
        return isInRegion(items[0]?.country ?? "", "asia");
      },
      4_000,
    );
  }, 60_000);

  it("accepts whitelisted addresses without a password, only at its own ports", async () => {
    const customer = await customerWith(10_000);
    const [mine, other] = [await buy(customer), await buy(customer)];
    const [port] = mine.ports;
    const [foreign] = other.ports;
    if (!port || !foreign) throw new Error("two ports are needed");
    const from = "127.0.0.78";
    const bare = ({ host, port: number }: Endpoint) =>
      through(port, "--interface", from, "-x", `http://${host}:${number}`);
    expect(await bare(port)).toBe("407");
    const { whitelist } = await customer.ask("upwhite", { planId: mine.planId, ips: from });
    expect(whitelist).toEqual([from]);
    await waitFor("the whitelist works", async () => isExit(await bare(port)), 2_000);
    expect(await bare(foreign)).toBe("407");
    await customer.ask("upwhite", { planId: mine.planId, ips: "" });
    await waitFor("it is empty", async () => (await bare(port)) === "407", 2_000);
  }, 30_000);

  it("ends: closes tunnels, returns 402 for a day, refuses renewal, then closes the port", async () => {
    const customer = await customerWith(20_000);
    const { ports, planId } = await buy(customer, { days: 7 });
    const [port] = ports;
    if (!port) throw new Error("a port is needed");
    const renewed = await customer.ask("renewalUnlimit", { planId, days: 7, method: "wallet" });
    const { startedAt, expiresAt } = renewed.plan;
    expect(Date.parse(expiresAt) - Date.parse(startedAt)).toBe(14 * DAY * 1_000);
    await advance(product, 14 * DAY - 60);
    expect(isExit(await through(port))).toBe(true);
    const proxy = `http://${port.account}:${port.password}@${port.host}:${port.port}`;
    const began = performance.now();
    const download = curl("-x", proxy, "-p", "-o", "/dev/null", `${product.target}/bytes/40000000`);
    await sleep(1_000);
    await advance(product, 90);
    expect((await download).code).not.toBe(0);
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(await through(port)).toBe("402");
    const later = await signIn(product, customer.email);
    const before = (await later.ask("member", {})).walletCents;
    const late = await later.try("renewalUnlimit", { planId, days: 7, method: "wallet" });
    expect(late).toMatchObject({ code: 410, data: { reason: "planExpired" } });
    expect(await later.try("upport", { ids: port.id, rotationMinutes: 5 })).toMatchObject({
      code: 410,
    });
    expect((await later.ask("member", {})).walletCents).toBe(before);
    const { plans } = await later.ask("portOrders", { status: "expired" });
    expect(plans).toMatchObject([{ id: planId, status: "expired", remainingHours: 0 }]);
    await advance(product, DAY);
    // curl's code 7: nothing listens there any more.
    await waitFor("the port is closed", async () => (await through(port)) === "curl 7", 5_000);
    expect(await operator(product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
  }, 60_000);

  it("starts when an external payment arrives, and ends at once when refunded", async () => {
    const customer = await register(product);
    const fields = { kind: "bandwidth", region: "europe", quantity: 100, days: 7 } as const;
    const placed = await customer.ask("orderUnlimit", { ...fields, method: "crypto" });
    expect(placed).toMatchObject({ planId: null, plan: null, order: { status: "pending" } });
    const paid = { method: "POST", body: new URLSearchParams({ outcome: "paid" }) };
    await fetch(`${placed.payUrl}/complete`, paid);
    const plan = await waitFor("the plan is there", async () => {
      return (await customer.ask("bandwidthOrders", {})).plans[0];
    });
    expect(plan).toMatchObject({ kind: "bandwidth", quantity: 100, mbps: 100, status: "active" });
    const [port] = await portsOf(customer, plan.id, "bandwidth");
    if (!port) throw new Error("a port is needed");
    await waitFor("it passes traffic", async () => isExit(await through(port)), 3_000);
    for (const rotationMinutes of [2, 31]) {
      const refused = await customer.try("upbandwidth", { planId: plan.id, rotationMinutes });
      expect(refused).toMatchObject({ code: 400, data: { reason: "badBandwidthRotation" } });
      expect(refused.msg).toContain("3 to 30");
    }
    await newestMail(product, customer.email, new RegExp(placed.order.orderNo, "u"));
    const { code } = await operator(product, "refund", placed.order.orderNo);
    expect(code).toBe(0);
    await waitFor("it is over", async () => (await through(port)) === "402", 3_000);
    expect(await operator(product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
  }, 30_000);
});
