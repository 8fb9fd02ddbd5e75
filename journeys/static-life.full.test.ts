/**
 * Static IPs over their life, with an adjustable clock and at the gateway's ports
 * (spec/static#replacement, spec/static#expiry): taken, renewed automatically or not, expired,
 * returned, replaced.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Customer, curl, register, signIn, topUp } from "./customer.ts";
import { operator } from "./operator.ts";
import { advance, newestMail } from "./person.ts";
import { adjustableClockProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const full = process.env["TURNPIKE_FULL"] === "1";
const HOUR = 3_600;
const DAY = 24 * HOUR;

const product = borrowed(adjustableClockProduct);

interface Door {
  host: string;
  port: number;
  account: string;
  password: string;
}
/** The response of the target's /ip through a port: the exit's address, or the proxy's status. */
async function through({ host, port, account, password }: Door): Promise<string> {
  const proxy = `http://${account}:${password}@${host}:${port}`;
  const { out } = await curl("-w", "\n%{http_code}", "-x", proxy, `${product.target}/ip`);
  const status = out.slice(-3);
  return status === "200" ? (JSON.parse(out.slice(0, -3)) as { ip: string }).ip : status;
}

async function take(customer: Customer, num: number, more: { pay?: "wallet" } = {}) {
  const fields = { country: "DE", city: "berlin", num, days: 30, ...more };
  const { items } = await customer.ask("staticUse", fields);
  return items;
}
const held = async (customer: Customer, id: string) => {
  const { items } = await customer.ask("staticUseList", { limit: 100 });
  return items.find((one) => one.id === id);
};

describe("a static IP", () => {
  it("relays traffic right after the purchase, from its own address", async () => {
    const customer = await register(product);
    await topUp(customer, 10_000);
    const [ip] = await take(customer, 1, { pay: "wallet" });
    if (!ip) throw new Error("none was taken");
    expect(ip.ports.length).toBeGreaterThan(0);
    expect(ip.ports).not.toContain(2024);
    expect(await through(ip)).toBe(ip.host);
    const socks = `socks5h://${ip.account}:${ip.password}@${ip.host}:${ip.port}`;
    const answer = await curl("-x", socks, `${product.target}/ip`);
    expect(JSON.parse(answer.out)).toEqual({ ip: ip.host });
    // Usage is counted but not billed.
    await curl("-p", "-x", socks, "-o", "/dev/null", `${product.target}/bytes/1000000`);
    await waitFor(
      "its use is counted",
      async () => ((await held(customer, ip.id))?.usedBytes ?? 0) > 1_000_000,
      8_000,
    );
    expect((await customer.ask("trafficInfo", {})).usedBytes).toBe(0);
  });

  it("renews from credits, else from the wallet, else notifies by mail and ends", async () => {
    const customer = await register(product);
    // Takes three credits, keeps one for a renewal, and has money for one more.
    await topUp(customer, 2_500);
    await customer.ask("placeOrder", { sku: "static-30", quantity: 4, method: "wallet" });
    const taken = await take(customer, 3);
    for (const { id } of taken) await customer.ask("staticRenewalAuto", { id, enabled: 1 });
    await advance(product, 29 * DAY + HOUR);
    const later = await signIn(product, customer.email);
    const after = await Promise.all(taken.map(({ id }) => held(later, id)));
    const renewed = after.filter((one) => (one?.remainingHours ?? 0) > 24);
    expect(renewed).toHaveLength(2);
    const { staticCredits, walletCents } = await later.ask("member", {});
    expect([staticCredits["30"], walletCents]).toEqual([0, 0]);
    const failed = after.find((one) => one?.autoRenewFailed);
    if (!failed) throw new Error("none failed");
    const mail = await newestMail(product, customer.email, /Auto-renew failed/);
    expect(mail.text).toContain(failed.host);
    expect(await through(failed)).toBe(failed.host);
    const open = renewed.flatMap((one) => one ?? []);
    for (const one of open) expect(await through(one)).toBe(one.host);
    await advance(product, DAY);
    await waitFor("the door refuses", async () => (await through(failed)) === "402", 3_000);
    const ended = await signIn(product, customer.email);
    expect(await held(ended, failed.id)).toMatchObject({ expired: true, remainingHours: 0 });
    // Within a day of expiring it can be renewed; the new period starts at the old end.
    await topUp(ended, 500);
    const fields = { id: failed.id, days: 30, method: "wallet" } as const;
    const back = await ended.ask("renewalStatic", fields);
    expect(Date.parse(back.expiresAt ?? "") - Date.parse(failed.expiresAt)).toBe(30 * DAY * 1000);
    await waitFor("the door opens", async () => (await through(failed)) === failed.host, 3_000);
    expect(await operator(product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
  }, 60_000);

  it("is released a day after it expired and cannot be renewed any more", async () => {
    const customer = await register(product);
    await topUp(customer, 1_000);
    const [ip] = await take(customer, 1, { pay: "wallet" });
    if (!ip) throw new Error("none was taken");
    await advance(product, 31 * DAY + HOUR);
    await waitFor("nobody's door", async () => (await through(ip)) === "407", 3_000);
    const later = await signIn(product, customer.email);
    const fields = { id: ip.id, days: 30, method: "wallet" } as const;
    expect(await later.try("renewalStatic", fields)).toMatchObject({ code: 410 });
    expect(await later.ask("staticDel", { ids: ip.id })).toEqual({ deleted: 1 });
  }, 30_000);
});

/** A small upstream proxy that supports only CONNECT, without a password. */
function startUpstream(): Promise<{ port: number; stop: () => void }> {
  const open = new Set<Socket>();
  const server: Server = createServer((client) => {
    open.add(client);
    client.on("error", () => {});
    client.once("data", (head: Buffer) => {
      const [, host = "", port = ""] = /^CONNECT ([^:]+):(\d+)/.exec(head.toString()) ?? [];
      const target = connect(Number(port), host, () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        target.pipe(client);
        client.pipe(target);
      });
      target.on("error", () => client.destroy());
      client.on("close", () => target.destroy());
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      const stop = () => {
        server.close();
        for (const socket of open) socket.destroy();
      };
      resolve({ port, stop });
    });
  });
}

it("an exit that becomes unreachable is shown as unreachable within a minute and replaced once, keeping its remaining time", async () => {
  const upstreams = [await startUpstream(), await startUpstream()];
  const file = path.join(mkdtempSync(path.join(tmpdir(), "turnpike-exits-")), "exits.csv");
  const lines = upstreams.map(
    ({ port }, at) =>
      `127.1.230.${at + 1},http,127.0.0.1,${port},,,DE,Hesse,Testville,60311,Test Net,64512,static,our own test`,
  );
  const columns =
    "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance";
  writeFileSync(file, [columns, ...lines].join("\n"));
  expect(await operator(product, "exits", "import", file)).toMatchObject({ code: 0 });
  const customer = await register(product);
  await topUp(customer, 1_000);
  const fields = { country: "DE", city: "testville", num: 1, days: 30, pay: "wallet" } as const;
  const [ip] = (await customer.ask("staticUse", fields)).items;
  if (!ip) throw new Error("none was taken");
  await waitFor(
    "its door is open",
    async () => ((await held(customer, ip.id))?.ports.length ?? 0) > 0,
    5_000,
  );
  const door = { ...ip, port: (await held(customer, ip.id))?.port ?? 0 };
  expect(
    (
      await curl(
        "-x",
        `http://${ip.account}:${ip.password}@${ip.host}:${door.port}`,
        `${product.target}/ip`,
      )
    ).code,
  ).toBe(0);
  expect(await customer.try("staticChange", { id: ip.id })).toMatchObject({ code: 409 });
  upstreams[ip.host.endsWith(".1") ? 0 : 1]?.stop();
  await waitFor(
    "it is shown as unreachable",
    async () => {
      // An unused IP is checked every 20 s; a request checks it immediately.
      if (!full) await through(door);
      return (await held(customer, ip.id))?.reachable === false;
    },
    60_000,
  );
  expect(await through(door)).toBe("502");
  const clicks = await Promise.all(
    [1, 2, 3].map(() => customer.try("staticChange", { id: ip.id })),
  );
  expect(clicks.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 409, 409]);
  const replaced = clicks.find(({ code }) => code === 0)?.data;
  expect(replaced).toMatchObject({ id: ip.id, expiresAt: ip.expiresAt, account: ip.account });
  expect(replaced?.host).not.toBe(ip.host);
  const fresh = await held(customer, ip.id);
  if (!fresh) throw new Error("it is gone");
  await waitFor(
    "the new door passes traffic",
    async () => !/^\d{3}$/.test(await through(fresh)),
    3_000,
  );
  const { items } = await customer.ask("staticHistory", {});
  expect(items[0]).toMatchObject({ action: "replaced", ip: ip.host });
  for (const upstream of upstreams) upstream.stop();
}, 120_000);
