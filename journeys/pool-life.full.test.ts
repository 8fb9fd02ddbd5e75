/**
 * Opened IPs over their life, with an adjustable clock and at the gateway's ports
 * (spec/pool#opening): found, opened, used, closed.
 */
import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type Customer, curl, signIn } from "./customer.ts";
import { operator } from "./operator.ts";
import { advance } from "./person.ts";
import {
  customerWithIps,
  grantIps,
  ipsOf,
  waitUntilClosed,
  seenFrom,
  seenThrough,
} from "./pool.ts";
import { adjustableClockProduct } from "./shared.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const HOUR = 3_600;
const white = "127.0.0.91";

const product = borrowed(adjustableClockProduct);

const sum = (items: { online: number }[]) => items.reduce((all, { online }) => all + online, 0);
const total = async (customer: Customer, filter: Record<string, unknown>) =>
  (await customer.ask("ipList", filter)).total;

describe("the ISP pool", () => {
  it("offers no empty choices, and all its counts agree", async () => {
    const customer = await customerWithIps(product, 0);
    const { items: countries } = await customer.ask("countrys", {});
    expect(countries.length).toBeGreaterThanOrEqual(40);
    expect(sum(countries)).toBe(await total(customer, {}));
    const country = "US";
    const us = countries.find(({ code }) => code === country)?.online;
    for (const call of ["city", "postal", "isp", "asn"] as const) {
      const { items } = await customer.ask(call, { country });
      expect(sum(items)).toBe(us);
      expect(items.every(({ online }) => online > 0)).toBe(true);
    }
    const { items: cities } = await customer.ask("city", { country });
    const [city] = cities;
    if (!city) throw new Error("no city");
    const at = { country, state: city.state, city: city.city };
    expect(await total(customer, at)).toBe(city.online);
    const { items: codes } = await customer.ask("postal", at);
    expect(sum(codes)).toBe(city.online);
    const [code] = codes;
    expect(await total(customer, { ...at, postal: code?.postal ?? "" })).toBe(code?.online);
    const { items } = await customer.ask("ipList", { ...at, limit: 100 });
    expect(items.every(({ ip }) => /^127\.1\.\*\.\*$/u.test(ip))).toBe(true);
  }, 60_000);

  it("opens an IP for one unit of balance; it works at once over HTTP and SOCKS5, and is counted", async () => {
    const customer = await customerWithIps(product, 5);
    const { items: found } = await customer.ask("ipList", { country: "DE", limit: 2 });
    const ids = found.map(({ id }) => id).join();
    const { items } = await customer.ask("ipOpen", { ids, hours: 1, auth: "user" });
    expect(items.map(({ exitId }) => exitId)).toEqual(found.map(({ id }) => id));
    for (const one of items) {
      expect(one).toMatchObject({ country: "DE", status: "active", open: true, auth: "user" });
      expect(await seenThrough(product, one)).toBe(one.ip);
      expect(await seenThrough(product, one, "socks5h")).toBe(one.ip);
      expect(await seenThrough(product, { ...one, password: "wrongpass1" })).toBe("407");
      expect(await seenFrom(product, one)).toBe("407");
    }
    expect(await ipsOf(customer)).toBe(3);
    const [one] = items;
    if (!one) throw new Error("none was opened");
    const listed = await customer.ask("ipList", { country: "DE", limit: 100 });
    expect(listed.items.find(({ id }) => id === one.exitId)).toMatchObject({
      ip: one.ip,
      opened: true,
    });
    const proxy = `http://${one.username}:${one.password}@${one.host}:${one.port}`;
    await curl("-x", proxy, "-o", "/dev/null", `${product.target}/bytes/400000`);
    await waitFor(
      "its bytes are counted",
      async () => {
        const history = await customer.ask("ipHistory", {});
        const own = history.items.find(({ id }) => id === one.id);
        return own !== undefined && own.downBytes > 400_000 && own.downBytes < 410_000;
      },
      8_000,
    );
    expect((await customer.ask("trafficInfo", {})).usedBytes).toBe(0);
    await waitFor("the request log names it", async () => {
      const { items: requests } = await customer.ask("requestLog", { limit: 100 });
      return requests.some(({ product: kind, exit }) => kind === "ip" && exit === one.ip);
    });
    const chart = await customer.ask("ipLineChart", { days: 7 });
    expect(chart.items.map(({ opened }) => opened)).toEqual([0, 0, 0, 0, 0, 0, 2]);
  }, 40_000);

  it("opens IPs by place and number, all or none, once per requestId", async () => {
    const customer = await customerWithIps(product, 4);
    const fields = {
      country: "FR",
      num: 3,
      hours: 2,
      auth: "user",
      requestId: "open-fr-00001",
    } as const;
    const first = await customer.ask("ipOpen", fields);
    expect(await customer.ask("ipOpen", fields)).toEqual(first);
    expect(new Set(first.items.map(({ exitId }) => exitId)).size).toBe(3);
    expect(first.items.every(({ country }) => country === "FR")).toBe(true);
    expect(await ipsOf(customer)).toBe(1);
    const short = await customer.try("ipOpen", { country: "FR", num: 2, hours: 1, auth: "user" });
    expect(short).toMatchObject({ code: 402, data: { short: "ip" } });
    expect(short.msg).toBe("No balance, please purchase first");
    expect(await ipsOf(customer)).toBe(1);
    await grantIps(product, customer, 100);
    for (const wrong of [
      { hours: 0, num: 1 },
      { hours: 6, num: 1 },
      { hours: 1 },
      { hours: 1, num: 1, port: 79 },
      { hours: 1, num: 2, port: 10_000 },
    ]) {
      expect((await customer.try("ipOpen", { ...wrong, auth: "user" })).code).toBe(400);
    }
    const nowhere = await customer.try("ipOpen", { country: "AQ", num: 1, hours: 1, auth: "user" });
    expect(nowhere.code).not.toBe(0);
    expect(await ipsOf(customer)).toBe(101);
  }, 30_000);

  it("accepts whitelisted addresses without a password, and no others", async () => {
    const customer = await customerWithIps(product, 2);
    const other = await customerWithIps(product, 1);
    const { items } = await customer.ask("ipOpen", { num: 1, hours: 1, auth: "nouser" });
    const [one] = items;
    if (!one) throw new Error("none was opened");
    expect(one.username).toBeUndefined();
    expect(await seenFrom(product, one, "--interface", white)).toBe("407");
    await customer.ask("addSubUser", {
      account: `whiteacc${process.pid}`,
      password: "secret123",
      trafficGb: 0,
    });
    const added = await customer.ask("addTrafficWhite", { ips: white });
    expect(await seenFrom(product, one, "--interface", white)).toBe(one.ip);
    const socks = `socks5h://${one.host}:${one.port}`;
    expect(await seenFrom(product, one, "-x", socks, "--interface", white)).toBe(one.ip);
    expect(await seenFrom(product, one)).toBe("407");
    const theirs = await other.ask("ipOpen", { num: 1, hours: 1, auth: "nouser" });
    const [foreign] = theirs.items;
    if (!foreign) throw new Error("none was opened");
    expect(await seenFrom(product, foreign, "--interface", white)).toBe("407");
    await customer.ask("delTrafficWhite", { ids: added.added[0]?.id ?? "" });
    expect(await seenFrom(product, one, "--interface", white)).toBe("407");
    const { items: records } = await customer.ask("ipHistoryNoUser", {});
    expect(records.map(({ id }) => id)).toEqual([one.id]);
    expect((await customer.ask("ipHistory", {})).total).toBe(0);
  }, 30_000);

  it("opens the requested ports, or gives the reason why not", async () => {
    const customer = await customerWithIps(product, 5);
    const port = await freeBelow();
    const { items } = await customer.ask("ipOpen", { num: 2, hours: 1, auth: "user", port });
    expect(items.map((one) => one.port)).toEqual([port, port + 1]);
    for (const one of items) expect(await seenThrough(product, one)).toBe(one.ip);
    const taken = { num: 2, hours: 1, auth: "user", port: port + 1 } as const;
    expect(await customer.try("ipOpen", taken)).toMatchObject({
      code: 409,
      data: { reason: "portUnavailable" },
    });
    expect(await ipsOf(customer)).toBe(3);
    await customer.ask("ipDel", { ids: items.map(({ id }) => id).join() });
    await waitFor("it may be had again", async () => {
      const again = await customer.try("ipOpen", { ...taken, num: 1 });
      return again.code === 0;
    });
  }, 30_000);

  it("closes IPs and tunnels on deletion and expiry; a new password invalidates the old one", async () => {
    const customer = await customerWithIps(product, 5);
    const { items } = await customer.ask("ipOpen", { num: 3, hours: 1, auth: "user" });
    const [deleted, kept, third] = items;
    if (!deleted || !kept || !third) throw new Error("three are needed");
    const proxyOf = ({ username, password, host, port }: typeof kept) =>
      `http://${username}:${password}@${host}:${port}`;
    const cut = longDownload(proxyOf(deleted));
    await cut.running;
    expect(await customer.ask("ipDel", { ids: deleted.id })).toEqual({ deleted: 1 });
    expect(await cut.code).not.toBe(0);
    expect(await seenThrough(product, deleted)).not.toBe(deleted.ip);
    await waitUntilClosed(product, deleted);
    const { password } = await customer.ask("ipPassInfo", { password: "another1pass" });
    expect(password).toBe("another1pass");
    expect(await seenThrough(product, kept)).toBe("407");
    expect(await seenThrough(product, { ...kept, password })).toBe(kept.ip);
    expect((await customer.ask("ipPassInfo", {})).endpoints).toHaveLength(2);
    const late = longDownload(proxyOf({ ...third, password }));
    await late.running;
    await advance(product, HOUR + 1);
    expect(await late.code).not.toBe(0);
    const again = await signIn(product, customer.email);
    await waitUntilClosed(product, kept);
    const { items: records } = await again.ask("ipHistory", {});
    const states = new Map(records.map(({ id, status }) => [id, status]));
    expect(states.get(kept.id)).toBe("expired");
    expect(await again.ask("ipDel", { ids: kept.id })).toEqual({ deleted: 1 });
    expect((await again.ask("ipHistory", {})).items.map(({ id }) => id)).not.toContain(kept.id);
    await advance(product, 4 * HOUR);
    const after = await signIn(product, customer.email);
    expect((await after.ask("ipHistory", {})).total).toBe(0);
    expect(await ipsOf(after)).toBe(2);
  }, 60_000);

  it("has measured the latency of every exit by then", async () => {
    const customer = await customerWithIps(product, 0);
    await waitFor(
      "latencies are measured",
      async () => {
        const { items } = await customer.ask("ipList", { country: "US", limit: 100 });
        return items.every(({ latencyMs }) => latencyMs !== null && latencyMs >= 0);
      },
      40_000,
    );
  }, 60_000);

  it("leaves accounting that the operator can verify", async () => {
    const { dataDir } = product;
    const { code, said } = await operator({ dataDir }, "verify");
    expect({ code, said }).toMatchObject({ code: 0 });
  }, 30_000);
});

/** A free port in the allowed range whose successor is free too. */
async function freeBelow(): Promise<number> {
  const tried = Array.from({ length: 50 }, () => 6_000 + Math.floor(Math.random() * 3_900));
  for (const port of tried) if ((await bindable(port)) && (await bindable(port + 1))) return port;
  throw new Error(`no free port, nor of ${String(await freePorts(1))}`);
}
async function bindable(port: number): Promise<boolean> {
  const { createServer } = await import("node:net");
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  server.close();
  return free;
}

/**
 * A download that takes half a minute. `code` is curl's exit code, after it has read what the
 * kernel had buffered.
 */
function longDownload(proxy: string): { running: Promise<void>; code: Promise<number> } {
  const running = Promise.withResolvers<void>();
  const code = new Promise<number>((resolve) => {
    const wanted = ["-sS", "--limit-rate", "10M", "--max-time", "60", "-x", proxy];
    const child = execFile(
      "curl",
      [...wanted, `${product.target}/bytes/300000000`],
      { encoding: "buffer", maxBuffer: 400_000_000 },
      (error) => resolve(error ? Number(error.code ?? 1) : 0),
    );
    child.stdout?.once("data", () => running.resolve());
  });
  return { running: running.promise, code };
}
