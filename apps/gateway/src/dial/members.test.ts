/** Upstreams as members of the pool: choice, sessions, logins (spec/supply#members). */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import { ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { engines } from "../testing/engines.ts";
import { connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { sized, times } from "../testing/test-sizes.ts";
import { Outside } from "../testing/outside.ts";
import { upstreamFact } from "../testing/wholesaler.ts";

const publicIp = "93.184.216.34";
const password = "secret1";
const sessionOf = (user: string) => /-sessid-([^-]*)/.exec(user)?.[1];

describe.each(engines)("upstreams as members of the pool, $name", ({ options }) => {
  const gateways: RunningGateway[] = [];
  const sellers: ScriptedWholesaler[] = [];
  const undo: (() => unknown)[] = [];
  let id: string;

  const hub = forEachTest(() => new TestHub().listen());
  beforeEach(() => {
    id = hub.addSubAccount("alice1", password, 1e9);
  });
  const outside = forEachTest(() => new Outside().listen());
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.stop(0);
    for (const seller of sellers.splice(0)) await seller.stop();
    for (const step of undo.splice(0)) await step();
  });
  const sell = async (
    name: string,
    changed: Partial<UpstreamFact> = {},
    seller = new ScriptedWholesaler(),
  ) => {
    sellers.push(await seller.listen());
    hub.upsert(upstreamFact(seller, name, changed));
    return seller;
  };
  const start = async (changed: Partial<GatewayOptions> = {}) => {
    const world = { ...realWorld(), lookup: async () => [publicIp] };
    const gateway = await gatewayAt(hub, [], { world, ...options, ...changed });
    gateways.push(gateway);
    return gateway;
  };
  const tunnel = async (gateway: RunningGateway, user: string, authority = "a.example:443") => {
    const { client, head } = await connectTo(gateway, { user, password, authority });
    return { client, head, status: Number(head.split(" ")[1]) };
  };
  const statusOf = async (gateway: RunningGateway, user: string, authority?: string) => {
    const { client, status } = await tunnel(gateway, user, authority);
    client.socket.destroy();
    return status;
  };

  test("The login is written in the upstream's notation; the target's name is sent", async () => {
    const seller = await sell("acme");
    const gateway = await start();
    expect(await statusOf(gateway, "alice1-region-de-city-munich-sid-mysid1-t-30")).toBe(200);
    const [asked] = seller.asked;
    expect(asked).toMatchObject({ authority: "a.example:443", password: "s3cret" });
    expect(asked?.user).toMatch(/^customer-acme-cc-DE-city-munich-sessid-[a-z0-9]{8}-sesstime-30$/);
    expect(asked?.user).not.toContain("mysid1");
    expect(await statusOf(gateway, "alice1-region-fr")).toBe(200);
    expect(seller.asked[1]?.user).toBe("customer-acme-cc-FR");
  });

  test("SOCKS5 upstreams get the same login and name", async () => {
    const seller = await sell("acme", { how: "socks5" });
    const gateway = await start();
    expect(await statusOf(gateway, "alice1-region-de")).toBe(200);
    expect(seller.asked).toEqual([
      { authority: "a.example:443", user: "customer-acme-cc-DE", password: "s3cret" },
    ]);
  });

  /** Makes a certificate of its own for this machine. */
  const certificate = () => {
    const folder = mkdtempSync(join(tmpdir(), "gateway-tls-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const files = ["-keyout", key, "-out", cert, "-days", "2"];
    execFileSync("openssl", ["req", "-x509", ...newKey, ...files, ...subject], { stdio: "ignore" });
    return {
      tls: { key: readFileSync(key), cert: readFileSync(cert) },
      ca: readFileSync(cert, "utf8"),
    };
  };

  test("An https upstream's certificate is checked by the authority of its file", async () => {
    const { tls, ca } = certificate();
    await sell("acme", { how: "https", ca }, new ScriptedWholesaler({ tls }));
    const gateway = await start();
    const { client, status } = await tunnel(gateway, "alice1-region-de");
    expect(status).toBe(200);
    client.socket.write("through TLS");
    expect((await client.exactly(11)).toString()).toBe("through TLS");
    client.socket.destroy();
    await sell("other", { how: "https" }, new ScriptedWholesaler({ tls }));
    hub.delete("upstream", "upstream-acme");
    await eventually("the change arrived", async () => (await statusOf(gateway, "alice1")) === 502);
  });

  test("No member without the place or the session's length serves; the longest is named", async () => {
    const german = await sell("german", {
      countries: ["DE"],
      session: { maxMinutes: 10, format: "alnum8", perConnection: true },
    });
    const gateway = await start();
    expect(await statusOf(gateway, "alice1-region-de-sid-s1-t-10")).toBe(200);
    const { head, client } = await tunnel(gateway, "alice1-region-de-sid-s1-t-60");
    client.socket.destroy();
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toContain("at most 10");
    expect(await statusOf(gateway, "alice1-region-us")).not.toBe(200);
    expect(await statusOf(gateway, "alice1-region-de-zip-80331")).not.toBe(200);
    hub.upsert(upstreamFact(german, "german", { countries: ["DE"], state: "paused" }));
    await eventually(
      "it is paused",
      async () => (await statusOf(gateway, "alice1-region-de")) === 503,
    );
    expect(german.asked).toHaveLength(1);
  });

  test.each([null, []])(
    "A member that names no countries (%j) serves any of them",
    async (countries) => {
      const anywhere = await sell("anywhere", { countries });
      const gateway = await start();
      expect(await statusOf(gateway, "alice1-region-de")).toBe(200);
      expect(anywhere.asked).toHaveLength(1);
    },
  );

  test("The highest priority serves alone; among equals requests are shared by weight", async () => {
    const [one, two, last] = [
      await sell("one", { weight: 70 }),
      await sell("two", { weight: 30 }),
      await sell("last", { priority: 2 }),
    ];
    const gateway = await start();
    const count = sized({ short: 300, full: 3_000 });
    await times(count, 16, async () => {
      expect(await statusOf(gateway, "alice1-region-de")).toBe(200);
    });
    expect(last.asked).toEqual([]);
    expect(one.asked.length + two.asked.length).toBe(count);
    const share = one.asked.length / count;
    expect(Math.abs(share - 0.7)).toBeLessThan(sized({ short: 0.12, full: 0.03 }));
    await one.stop();
    await two.stop();
    expect(await statusOf(gateway, "alice1-region-de")).toBe(200);
    expect(last.asked).toHaveLength(1);
  }, 60_000);

  test("Own exits are a member: before upstreams of priority 2, and for places that only they have", async () => {
    hub.upsert(outside.exit({ country: "DE" }));
    const seller = await sell("acme", { priority: 2 });
    const gateway = await start();
    expect(await statusOf(gateway, "alice1-region-de")).toBe(200);
    expect([outside.reached.length, seller.asked.length]).toEqual([1, 0]);
    expect(await statusOf(gateway, "alice1-region-fr")).toBe(200);
    expect([outside.reached.length, seller.asked.length]).toEqual([1, 1]);
    hub.upsert({ kind: "ownExits", id: "own", priority: 3, weight: 1 });
    await eventually("own exits come last", async () => {
      await statusOf(gateway, "alice1-region-de");
      return seller.asked.length > 1;
    });
    expect(await statusOf(gateway, "alice1-region-de-isp-telekom")).toBe(200);
    expect(outside.reached.at(-1)?.connect).toBeDefined();
  });

  test("A sid keeps its member and its token, at every gateway; two customers never share one (spec/supply#upstream-sessions)", async () => {
    hub.addSubAccount("bob111", password, 1e9);
    const both = [await sell("one"), await sell("two")];
    const [first, second] = [await start(), await start({ gateway: "g2" })];
    const sent = () => both.flatMap(({ asked }) => asked.map(({ user }) => sessionOf(user)));
    const users = Array.from({ length: 12 }, (_, at) => `-region-de-sid-shared${at}-t-30`);
    for (const user of users) {
      for (const gateway of [first, second, first])
        expect(await statusOf(gateway, `alice1${user}`)).toBe(200);
    }
    const hers = sent();
    expect(hers).toHaveLength(36);
    expect(new Set(hers).size).toBe(12);
    for (const user of users) expect(await statusOf(first, `bob111${user}`)).toBe(200);
    expect(new Set(sent()).size).toBe(24);
    for (const token of sent()) for (const user of users) expect(user).not.toContain(token);
    expect(both.every(({ asked }) => asked.length > 0)).toBe(true);
  });

  test("A port range carries the session where the template has none", async () => {
    const [first, second] = await neighbours();
    sellers.push(first, second);
    const hosts = [`127.0.0.1:${first.port}-${second.port}`];
    hub.upsert(upstreamFact(first, "acme", { user: ["{login}"], places: [], hosts }));
    const gateway = await start();
    const portsOf = async (sid: string) => {
      const before = [first.asked.length, second.asked.length];
      for (let tries = 0; tries < 3; tries += 1) expect(await statusOf(gateway, sid)).toBe(200);
      return [first.asked.length - (before[0] ?? 0), second.asked.length - (before[1] ?? 0)];
    };
    const sids = Array.from({ length: 16 }, (_, at) => `alice1-sid-port${at}`);
    const used: string[] = [];
    for (const sid of sids) used.push((await portsOf(sid)).join());
    expect(new Set(used)).toEqual(new Set(["3,0", "0,3"]));
    expect(first.asked[0]?.user).toBe("acme");
  });

  test("The exit's address is what the upstream tells, or unknown; the trace has upstream and session (spec/supply#unknown-addresses)", async () => {
    const seller = await sell("acme", { exitIpHeader: "X-Exit-Ip" });
    const gateway = await start();
    expect(await statusOf(gateway, "alice1-region-de-sid-s1")).toBe(200);
    seller.headers = { "X-Exit-Ip": "198.41.0.9" };
    expect(await statusOf(gateway, "alice1-region-de-sid-s1")).toBe(200);
    await eventually("both are logged", () => hub.requests.length === 2);
    const session = sessionOf(seller.asked[0]?.user ?? "");
    const place = { upstream: "acme", session, country: "DE" };
    expect(new Set(hub.requests.map(({ exitIp }) => exitIp))).toEqual(
      new Set(["198.41.0.9", null]),
    );
    for (const row of hub.requests) expect(row).toMatchObject(place);
  });

  test.each(["http", "socks5", "https"] as const)(
    "%s: billed is what was carried, our bytes are the upstream's to the byte (spec/supply#upstream-bytes)",
    async (how) => {
      const { tls, ca } = how === "https" ? certificate() : {};
      const changed = ca === undefined ? { how } : { how, ca };
      const seller = await sell("acme", changed, new ScriptedWholesaler(tls ? { tls } : {}));
      const failing = await sell("failing", { weight: 1_000_000 });
      failing.answer = () => "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n";
      const gateway = await start();
      for (let round = 0; round < 4; round += 1) {
        const { client, status } = await tunnel(gateway, "alice1-region-de");
        expect(status).toBe(200);
        const bytes = Buffer.alloc(70_000, round);
        client.socket.write(bytes);
        expect((await client.exactly(bytes.length)).equals(bytes)).toBe(true);
        client.socket.end();
        await eventually("it is closed", () => client.closed || client.ended);
      }
      const sum = () => hub.supply.sum("upstream-acme");
      await eventually(
        "all is reported",
        () => sum().sent === seller.received && sum().received === seller.sent,
      );
      expect(hub.billed(id)).toMatchObject({ up: 280_000, down: 280_000 });
      expect(sum()).toMatchObject({ connections: 4, failures: 0 });
      const failed = hub.supply.sum("upstream-failing");
      expect([failed.sent, failed.received]).toEqual([failing.received, failing.sent]);
      expect(failed.failures).toBe(4);
    },
  );
});

/** Two wholesalers on ports next to each other; another program may hold the second of a pair. */
async function neighbours(): Promise<[ScriptedWholesaler, ScriptedWholesaler]> {
  for (let tries = 0; tries < 50; tries += 1) {
    const first = await new ScriptedWholesaler().listen();
    const second = new ScriptedWholesaler({ port: first.port + 1 });
    const listens = await second.listen().catch(() => null);
    if (listens !== null) return [first, second];
    await first.stop();
  }
  throw new Error("no two free ports next to each other");
}
