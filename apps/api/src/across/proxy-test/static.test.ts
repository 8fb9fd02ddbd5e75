import { once } from "node:events";
import http from "node:http";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { startLabTarget } from "../lab/target.ts";
import { startHubApi } from "../request-log/testing.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startGatewayOf } from "./testing.ts";

let port: number;
let door: number;
let shut: number;
const folder = folderForTests();
type Owner = { session: string; id: string };
let ada: Owner;
let bob: Owner;

const target = forTests(() => startLabTarget(0));
const api = forTests(async () => {
  [port = 0, door = 0, shut = 0] = await freePorts(3);
  return startHubApi({
    GATEWAY_PORT: String(port),
    LAB_TARGET_PORT: String(target.port),
    STATIC_PORTS: `${door},${shut}`,
  });
});
forTests(async () => {
  ada = await api.register();
  bob = await api.register();
  // A few exits with listeners are enough here.
  await sql`
    update exit set retired_at = now() where product in ('static', 'short') and id not in (
      (select id from exit where product = 'static' and country = 'DE' order by ip limit 4)
      union all (select id from exit where product = 'short' and country = 'DE' order by ip limit 1))`.execute(
    api.db,
  );
  await giveStatics(api.services, ada.id, { num: 2, account: "AdaDoor11", password: "open77" });
  await giveStatics(api.services, ada.id, { term: "short", account: "AdaDoor11" });
  await giveStatics(api.services, bob.id, { account: "BobDoor11" });
  return startGatewayOf(api, {
    port,
    journalFolder: folder,
    allow: [`127.0.0.1:${target.port}`],
    staticPorts: [door],
  });
});
beforeAll(async () => {
  const known = async () => (await listOf(ada)).filter(({ ports }) => ports.length > 0).length;
  for (let tries = 0; (await known()) < 2; tries += 1) {
    if (tries > 200) throw new Error("no door was opened");
    await sleep(100);
  }
});

const listOf = async ({ session }: Owner) =>
  (await api.send("staticUseList", { session, sort: "ip" })).data.items;
const hostOf = async (owner: Owner) => (await listOf(owner))[0]?.host ?? "";
const proxyTest = (who: Owner, proxy: string, fields: Record<string, string> = {}) =>
  api.send("proxyTest", { session: who.session, proxy, ...fields });

/** The status that a static IP's listener returns to CONNECT with these credentials. */
async function statusAt(host: string, credentials: string): Promise<number> {
  const asking = http.request({
    host,
    port: door,
    method: "CONNECT",
    path: `127.0.0.1:${target.port}`,
    headers: { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` },
  });
  asking.end();
  const [answer, socket] = (await once(asking, "connect")) as [http.IncomingMessage, Socket];
  socket.destroy();
  return answer.statusCode ?? 0;
}

describe("/v1/proxyTest of a static IP (spec/pool#proxy-test, spec/static#calls)", () => {
  it.each([
    ["host:port:user:pass", (host: string) => `${host}:${door}:AdaDoor11:open77`, {}],
    ["a URL", (host: string) => `http://adadoor11:open77@${host}:${door}/`, {}],
    ["SOCKS5", (host: string) => `socks5://AdaDoor11:open77@${host}:${door}`, {}],
    [
      "SOCKS5 by name",
      (host: string) => `${host}:${door}:AdaDoor11:open77`,
      { protocol: "socks5" },
    ],
  ])(
    "goes through its own listener and returns its own IP address: %s",
    async (_way, proxy, fields) => {
      const host = await hostOf(ada);
      const { code, data } = await proxyTest(ada, proxy(host), fields);
      expect(code).toBe(0);
      expect(data).toMatchObject({ ok: true, exitIp: host, country: "DE", reason: "" });
    },
  );

  it("works for short-term IPs too, and counts as their usage, not as the plan's", async () => {
    const { session } = ada;
    const short = async () => (await api.send("shortUsed", { session })).data.items[0];
    const known = async () => (await short())?.ports;
    await expect.poll(known, { timeout: 10_000 }).toEqual([door]);
    const one = await short();
    const proxy = `${one?.host}:${door}:AdaDoor11:secret77`;
    expect((await proxyTest(ada, proxy)).data).toMatchObject({ ok: true, exitIp: one?.host });
    const used = async () => (await short())?.usedBytes ?? 0;
    await expect.poll(used, { timeout: 5_000 }).toBeGreaterThan(100);
    const { data } = await api.send("trafficInfo", { session });
    expect(data.usedBytes).toBe(0);
    const log = async () => (await api.send("requestLog", { session })).data.items;
    const row = { account: "AdaDoor11", product: "short", exit: one?.host, outcome: "ok" };
    await expect.poll(log, { timeout: 5_000 }).toContainEqual(expect.objectContaining(row));
  });

  it("returns why its listener refuses: a wrong password or an expired IP", async () => {
    const host = await hostOf(ada);
    const wrong = (await proxyTest(ada, `${host}:${door}:AdaDoor11:wrong77`)).data;
    expect(wrong).toMatchObject({ ok: false, reason: "credentials", status: 407, exitIp: null });
    const [, other] = await listOf(ada);
    await sql`
      update static_ip set started_at = now() - interval '1 day',
        expires_at = now() - interval '1 second' where id = ${other?.id}`.execute(api.db);
    await sql`insert into gateway_news (kind, row_id) values ('staticIp', ${other?.id})`.execute(
      api.db,
    );
    await sql`select pg_notify('gateway_news', '')`.execute(api.db);
    const proxy = `${other?.host}:${door}:AdaDoor11:open77`;
    const status = async () => (await proxyTest(ada, proxy)).data.status;
    await expect.poll(status, { timeout: 5_000 }).toBe(402);
  });
});

it("A replacement (spec/static#replacement; the gateway knows within 2 s) moves the customer to a listener that works at once; the old one rejects the login", async () => {
  const { services } = api;
  const { session } = ada;
  const [old] = await listOf(ada);
  const { rows } = await sql<{ exit_id: string }>`
      select exit_id from static_ip where id = ${old?.id}`.execute(services.db);
  const dead = { exitId: rows[0]?.exit_id ?? "", ports: [door], reachable: false, detail: "" };
  await recordListenerHealth(services, [dead]);
  const changed = await api.send("staticChange", { session, id: old?.id ?? "" });
  expect(changed).toMatchObject({ code: 0, data: { port: door, replacements: 1 } });
  const began = performance.now();
  const { host } = changed.data;
  const tried = await proxyTest(ada, `${host}:${door}:AdaDoor11:open77`);
  expect(tried.data).toMatchObject({ ok: true, exitIp: host });
  expect(performance.now() - began).toBeLessThan(timeLimit(2_000));
  const refused = await statusAt(old?.host ?? "", "AdaDoor11:open77");
  expect(refused).toBe(407);
});

it("Protection against connecting elsewhere accepts only the account's own static IPs with their open ports and their account name", async () => {
  const [own, foreign] = [await hostOf(ada), await hostOf(bob)];
  const reached = new Set<string>();
  const trap = createServer((socket) => {
    reached.add(String(socket.localAddress));
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    trap.listen(shut, "0.0.0.0", resolve);
  });
  for (const [proxy, code, reason] of [
    // Configured, but no gateway has it open, so it may belong to somebody else.
    [`${own}:${shut}:AdaDoor11:open77`, 400, "proxyNotOurs"],
    [`${foreign}:${door}:BobDoor11:secret77`, 400, "proxyNotOurs"],
    [`${foreign}:${door}:AdaDoor11:open77`, 400, "proxyNotOurs"],
    [`127.0.0.1:${door}:AdaDoor11:open77`, 400, "proxyNotOurs"],
    [`::ffff:${own}:${door}:AdaDoor11:open77`, 400, "badProxy"],
    [`[::ffff:${own}]:${door}:AdaDoor11:open77`, 400, "proxyNotOurs"],
    [`${own}:${door}`, 400, "proxyNeedsCredentials"],
    [`${own}:${door}:Somebody1:open77`, 404, "staticNotFound"],
  ] as const) {
    const answer = await proxyTest(ada, proxy);
    expect([proxy, answer.code, answer.data.reason]).toEqual([proxy, code, reason]);
  }
  trap.close();
  expect([...reached]).toEqual([]);
});
