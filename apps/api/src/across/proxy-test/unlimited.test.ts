import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { openLog } from "../../../../gateway/src/lib/log.ts";
import { startLabTarget } from "../lab/target.ts";
import { startHubApi } from "../request-log/testing.ts";
import { endPlan, givePlan } from "../../products/unlimited/give-testing.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startPeer, startGatewayOf } from "./testing.ts";

let port: number;
let reached = 0;
const folder = folderForTests();
type Owner = { session: string; id: string };
let ada: Owner;
let bob: Owner;
let plans: { ada: string; bob: string; wide: string };

const target = forTests(() => startLabTarget(0));
/** A foreign server on the first port number that a plan would get. */
const trap = forTests(() =>
  startPeer((socket) => {
    reached += 1;
    socket.destroy();
  }),
);
const api = forTests(async () => {
  const [own = 0, ...others] = await freePorts(7);
  port = own;
  return startHubApi({
    GATEWAY_PORT: String(port),
    LAB_TARGET_PORT: String(target.port),
    UNLIMITED_PORTS: [trap.port, ...others].join(),
    UNLIMITED_DOMAIN: "{region}.localhost",
  });
});
forTests(async () => {
  ada = await api.register();
  bob = await api.register();
  const give = async (to: Owner, given: Parameters<typeof givePlan>[2]) =>
    (await givePlan(api.services, to.id, { open: false, ...given })).id;
  plans = {
    ada: await give(ada, {}),
    wide: await give(ada, { kind: "bandwidth", region: "asia" }),
    bob: await give(bob, {}),
  };
  return startGatewayOf(api, {
    port,
    journalFolder: folder,
    allow: [`127.0.0.1:${target.port}`],
    log: openLog("silent", "proxy-unlimited"),
  });
});
beforeAll(async () => {
  const open = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from unlimited_port where open`.execute(api.db);
    return rows[0]?.n;
  };
  for (let tries = 0; (await open()) !== 3; tries += 1) {
    if (tries > 200) throw new Error("the ports were not opened");
    await sleep(50);
  }
});

const portOf = async ({ session }: Owner, planId: string) => {
  const [port] = (await api.send("portOrder", { session, planId })).data.items;
  if (port === undefined) throw new Error("no port");
  return port;
};
const own = () => portOf(ada, plans.ada);
const proxyTest = (who: Owner, proxy: string, fields: Record<string, string> = {}) =>
  api.send("proxyTest", { session: who.session, proxy, ...fields });
const lineOf = (port: Awaited<ReturnType<typeof own>>) =>
  `${port.host}:${port.port}:${port.account}:${port.password}`;

describe("/v1/proxyTest of an unlimited port (spec/pool#proxy-test, spec/unlimited#ports)", () => {
  it("goes through the port and an exit of its region, and counts as the port's usage", async () => {
    const port = await own();
    // The port number that was already in use was skipped.
    expect(port.port).not.toBe(trap.port);
    for (const fields of [{}, { protocol: "socks5" }]) {
      const { data } = await proxyTest(ada, lineOf(port), fields);
      expect(data).toMatchObject({ ok: true, exitIp: expect.stringMatching(/^127\.1\.2\d\d\./) });
    }
    // Its host name works too, whether it resolves here or not.
    const named = await proxyTest(ada, lineOf({ ...port, host: port.domain }));
    expect([named.code, port.domain]).toEqual([0, "europe.localhost"]);
    const used = async () => (await own()).usedBytes;
    await expect.poll(used, { timeout: 5_000 }).toBeGreaterThan(100);
    const log = async () =>
      (await api.send("requestLog", { session: ada.session, account: port.account })).data.items;
    const row = { account: port.account, product: "port", outcome: "ok" };
    await expect.poll(log, { timeout: 5_000 }).toContainEqual(expect.objectContaining(row));
    expect((await api.send("trafficInfo", { session: ada.session })).data.usedBytes).toBe(0);
  });

  it("uses a changed country, password, rotation and region at once", async () => {
    const port = await own();
    const { session } = ada;
    const edit = { session, ids: port.id, rotationMinutes: 5, country: "FR", password: "fresh777" };
    const began = performance.now();
    expect((await api.send("upport", edit)).code).toBe(0);
    const tried = await proxyTest(ada, lineOf({ ...port, password: "fresh777" }));
    expect(tried.data).toMatchObject({ ok: true, country: "FR" });
    const old = await proxyTest(ada, lineOf(port));
    expect(old.data).toMatchObject({ ok: false, reason: "credentials" });
    await api.send("rotateUnlimit", { session, ids: port.id });
    const next = await proxyTest(ada, lineOf({ ...port, password: "fresh777" }));
    expect(next.data).toMatchObject({ ok: true, country: "FR" });
    expect(next.data.exitIp).not.toBe(tried.data.exitIp);
    await api.send("portRegion", { session, planId: plans.ada, region: "south-america" });
    const moved = await proxyTest(ada, lineOf({ ...port, password: "fresh777" }));
    expect(moved.data.ok).toBe(true);
    expect(["AR", "BO", "BR", "CL", "CO", "EC", "PE", "PY", "UY", "VE"]).toContain(
      moved.data.country,
    );
    expect(performance.now() - began).toBeLessThan(timeLimit(5_000));
  });

  it("accepts only the account's own open ports on their host with their account name", async () => {
    const [mine, theirs] = [await own(), await portOf(bob, plans.bob)];
    const rest = `${mine.account}:${mine.password}`;
    for (const [proxy, code, reason] of [
      [`127.0.0.1:${trap.port}:${rest}`, 400, "proxyNotOurs"],
      [lineOf(theirs), 400, "proxyNotOurs"],
      [`127.0.0.2:${mine.port}:${rest}`, 400, "proxyNotOurs"],
      [`example.com:${mine.port}:${rest}`, 400, "proxyNotOurs"],
      [`127.0.0.1:${mine.port}`, 400, "proxyNeedsCredentials"],
      [`127.0.0.1:${mine.port}:Somebody1:open77`, 404, "portNotFound"],
    ] as const) {
      const answer = await proxyTest(ada, proxy);
      expect([proxy, answer.code, answer.data.reason]).toEqual([proxy, code, reason]);
    }
    // A port that the gateway had to close is not tested either.
    await sql`update unlimited_port set open = false where id = ${mine.id}`.execute(api.db);
    expect((await proxyTest(ada, lineOf(mine))).data.reason).toBe("proxyNotOurs");
    await sql`update unlimited_port set open = true where id = ${mine.id}`.execute(api.db);
    expect(reached).toBe(0);
  });

  it("reports an expired plan with status 402", async () => {
    const port = await own();
    await endPlan(api.services, plans.ada, -1);
    await sql`insert into gateway_news (kind, row_id) values ('unlimitedPort', ${port.id})`.execute(
      api.db,
    );
    await sql`select pg_notify('gateway_news', '')`.execute(api.db);
    const tried = async () => (await proxyTest(ada, lineOf(port))).data;
    await expect.poll(tried, { timeout: 5_000 }).toMatchObject({ ok: false, status: 402 });
  });
});
