/**
 * Programs that fetch their proxies: whitelisted ports, extraction links and the lookup service
 * (spec/extraction#links, spec/lookup#calls), from a whitelisted and another loopback address.
 */
import type { Extracted } from "@turnpike/contract/extraction.ts";
import type { LookedUp } from "@turnpike/contract/lookup.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buyTraffic, type Customer, curl, type Envelope } from "./customer.ts";
import { operator } from "./operator.ts";
import { advance } from "./person.ts";
import { customerWithIps, ipsOf, waitUntilClosed, seenFrom } from "./pool.ts";
import { adjustableClockInFullRuns } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const product = borrowed(adjustableClockInFullRuns);
let lookup: string;
beforeAll(async () => {
  lookup = `http://127.0.0.1:${product.ports.lookup}`;
}, 90_000);

let last = 100;
/** A customer with IPs, traffic, a main sub-account, and its own whitelisted address. */
async function ready(ips: number): Promise<{ customer: Customer; white: string[]; ip: string }> {
  const customer = await customerWithIps(product, ips);
  await buyTraffic(customer, 1);
  last += 1;
  await customer.ask("addSubUser", { account: `mainacc${last}`, password: "secret123", main: 1 });
  const ip = `127.0.0.${last}`;
  await customer.ask("addTrafficWhite", { ips: ip });
  return { customer, white: ["--interface", ip], ip };
}

interface Fetched {
  status: number;
  text: string;
  json: () => Envelope<{ items: Extracted[] }>;
}
async function get(url: string, ...how: string[]): Promise<Fetched> {
  const { out } = await curl(...how, "-w", "\n%{http_code}", url);
  const text = out.slice(0, -4);
  return { status: Number(out.slice(-3)), text, json: () => JSON.parse(text) };
}

it("whitelisted ports relay without a password, each through one exit, with every byte billed to the plan", async () => {
  const { customer, white } = await ready(0);
  const { items } = await customer.ask("whitePortAdd", { country: "DE", num: 3, minutes: 10 });
  expect(new Set(items.map(({ port }) => port)).size).toBe(3);
  const [one] = items;
  if (!one) throw new Error("none was made");
  const exit = await seenFrom(product, one, ...white);
  expect(exit).toMatch(/^127\.1\./u);
  for (let times = 0; times < 5; times += 1) {
    expect(await seenFrom(product, one, ...white)).toBe(exit);
  }
  const socks = ["-x", `socks5h://${one.host}:${one.port}`];
  expect(await seenFrom(product, one, ...socks, ...white)).toBe(exit);
  expect(await seenFrom(product, one)).toBe("407");
  const used = async () => (await customer.ask("trafficInfo", {})).usedBytes;
  const before = await waitFor("what ran is booked", async () => (await used()) > 0 && used());
  const args = ["-x", `http://${one.host}:${one.port}`, "-p", ...white, "-o", "/dev/null"];
  await curl(...args, `${product.target}/bytes/1000000`);
  await waitFor("its bytes are billed", async () => (await used()) > before + 1_000_000, 8_000);
  const { items: log } = await customer.ask("requestLog", { limit: 100 });
  expect(log.every(({ country }) => country === "DE" || country === "")).toBe(true);
  expect(await customer.ask("whitePortDel", { ids: items[1]?.id ?? "" })).toEqual({ deleted: 1 });
  const gone = items[1] ?? one;
  expect(await seenFrom(product, gone, ...white)).not.toMatch(/^127/u);
  await waitUntilClosed(product, gone);
  const nowhere = await customer.try("whitePortAdd", { country: "AQ", num: 1, minutes: 1 });
  expect(nowhere).toMatchObject({ code: 400, data: { reason: "noExitThere", field: "country" } });
  if (!isFull) return;
  await advance(product, 10 * 60 + 1);
  await waitUntilClosed(product, one);
  expect((await customer.ask("whitePorts", {})).total).toBe(0);
}, 60_000);

describe("an extraction link", () => {
  it("returns working proxies only to whitelisted addresses, and each call is charged", async () => {
    const { customer, white } = await ready(10);
    const { item } = await customer.ask("apiLinkAdd", {
      plan: "ip",
      num: 2,
      hours: 1,
      country: "FR",
    });
    expect(item.url.startsWith(`${product.url}/extract?token=`)).toBe(true);
    const refused = await get(item.url);
    expect(refused.status).toBe(403);
    expect(refused.json()).toMatchObject({ code: 403, data: { reason: "notWhitelisted" } });
    expect(await ipsOf(customer)).toBe(10);
    const answered = await get(item.url, ...white);
    expect(answered.status).toBe(200);
    const lines = answered.text.trim().split("\n");
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const [host = "", port = ""] = line.split(":");
      expect(await seenFrom(product, { host, port: Number(port) }, ...white)).toMatch(/^127\.1\./u);
      expect(await seenFrom(product, { host, port: Number(port) })).toBe("407");
    }
    expect(await ipsOf(customer)).toBe(8);
    const more = await get(`${item.url}&num=3&format=json`.replace(/num=2&?/u, ""), ...white);
    const { items } = more.json().data;
    expect(items).toHaveLength(3);
    for (const one of items) {
      expect(one.country).toBe("FR");
      expect(await seenFrom(product, one, ...white)).toBe(one.ip);
    }
    expect(await ipsOf(customer)).toBe(5);
    const tooMany = await get(item.url.replace(/num=2/u, "num=6"), ...white);
    expect(tooMany.status).toBe(403);
    expect(tooMany.json()).toMatchObject({ code: 402, data: { short: "ip" } });
    const head = await curl("-I", "-w", "%{http_code}", ...white, item.url);
    expect(head.out.slice(-3)).toBe("405");
    expect(await ipsOf(customer)).toBe(5);
    const { items: links } = await customer.ask("apiLinks", {});
    expect(links[0]).toMatchObject({ id: item.id, uses: 2 });
    await customer.ask("apiLinkDel", { ids: item.id });
    expect((await get(item.url, ...white)).status).toBe(403);
  }, 60_000);

  it("opens whitelisted ports on the traffic plan, as text and as CSV", async () => {
    const { customer, white } = await ready(0);
    const made = { plan: "traffic", num: 2, minutes: 5, country: "US" } as const;
    const txt = await customer.ask("apiLinkAdd", { ...made, separator: "," });
    const first = (await get(txt.item.url, ...white)).text.trim();
    expect(first.split(",")).toHaveLength(2);
    const csv = await customer.ask("apiLinkAdd", { ...made, format: "csv" });
    const rows = (await get(csv.item.url, ...white)).text.trim().split(/\r?\n/u);
    expect(rows[0]).toContain("host,port");
    expect(rows).toHaveLength(3);
    const [host = "", port = ""] = (first.split(",")[0] ?? "").split(":");
    expect(await seenFrom(product, { host, port: Number(port) }, ...white)).toMatch(/^127\.1\./u);
    expect((await customer.ask("whitePorts", {})).items.every(({ byLink }) => byLink)).toBe(true);
    if (!isFull) return;
    await advance(product, 5 * 60 + 1);
    await waitUntilClosed(product, { host, port: Number(port) });
  }, 40_000);
});

describe("the lookup service", () => {
  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(lookup + path, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    return (await answer.json()) as Envelope<LookedUp & { items: LookedUp[] }>;
  };

  it("finds the pool's addresses and public ones", async () => {
    const { customer } = await ready(1);
    const { items } = await customer.ask("ipOpen", {
      country: "DE",
      num: 1,
      hours: 1,
      auth: "user",
    });
    const ip = items[0]?.ip ?? "";
    const known = (await post("/getIp", { ip })).data;
    expect(known).toMatchObject({ ip, country: "DE", countryName: "Germany", inPool: true });
    expect(known.timezone).toBe("Europe/Berlin");
    expect(known.latitude).toBeGreaterThan(47);
    expect(known.asn).toBe(items[0]?.asn);
    const abroad = (await post("/getIp", { ip: "114.114.114.114" })).data;
    expect(abroad).toMatchObject({ country: "CN", inPool: false });
    const both = await post("/ipList", { ips: `${ip},8.8.8.8` });
    expect(both.data.items.map(({ country }) => country)).toEqual(["DE", "US"]);
    expect((await post("/getIp", {})).data.ip).toBe("127.0.0.1");
    expect(await post("/getIp", { ip: "no address" })).toMatchObject({ code: 400 });
  }, 30_000);

  it("/start reserves an IP, /online counts down, /stop releases it", async () => {
    const { customer } = await ready(2);
    const { key } = await customer.ask("apiKeyAdd", { name: "holds", scopes: "read,proxies,buy" });
    const headers = { authorization: `Bearer ${key}` };
    const ask = async (path: string, more?: Record<string, string>) => {
      const posted = more && { method: "POST", body: new URLSearchParams(more) };
      return (await (await fetch(lookup + path, { headers, ...posted })).json()) as Envelope<Held>;
    };
    const wanted = { country: "GB", hours: "2", requestId: "journey-hold-1" };
    const { data: held } = await ask("/start", wanted);
    const proxy = `http://${held.username}:${held.password}@${held.host}:${held.port}`;
    expect(await seenFrom(product, held, "-x", proxy)).toBe(held.ip);
    expect(await ipsOf(customer)).toBe(1);
    const remaining = async () => (await ask("/online")).data.items[0]?.remainingSeconds ?? 0;
    const first = await remaining();
    expect(first).toBeGreaterThan(7_000);
    const passed = isFull ? 600 : 0;
    if (isFull) await advance(product, passed);
    expect(first - (await remaining())).toBeGreaterThanOrEqual(passed - 1);
    expect(await ask("/stop", { id: held.id })).toMatchObject({ code: 0, data: { released: 1 } });
    expect((await ask("/online")).data.items).toEqual([]);
    expect(await seenFrom(product, held, "-x", proxy)).not.toBe(held.ip);
    await waitUntilClosed(product, held);
    expect(await ask("/stop", { id: held.id })).toMatchObject({ code: 404 });
    const unknown = await fetch(`${lookup}/online?key=nobodys0key00000`);
    expect(await unknown.json()).toMatchObject({ code: 300 });
    expect((await operator({ dataDir: product.dataDir }, "verify")).code).toBe(0);
  }, 40_000);
});

interface Held {
  id: string;
  ip: string;
  host: string;
  port: number;
  username: string;
  password: string;
  items: { remainingSeconds: number }[];
}
