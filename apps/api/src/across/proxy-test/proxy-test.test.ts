import { createServer } from "node:net";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { startLabTarget } from "../lab/target.ts";
import { requestRow, startHubApi, withSubAccount } from "../request-log/testing.ts";
import { GB } from "../../products/traffic/testing.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startGatewayOf } from "./testing.ts";

let port: number;
const folder = folderForTests();

const target = forTests(() => startLabTarget(0));
const api = forTests(async () => {
  port = await freePort();
  const ports = { GATEWAY_PORT: String(port), LAB_TARGET_PORT: String(target.port) };
  return startHubApi(ports);
});
const link = forTests(() => api.gateway());
forTests(() =>
  startGatewayOf(api, { port, journalFolder: folder, allow: [`127.0.0.1:${target.port}`] }),
);
const ada = forTests(() => withSubAccount(api, "TestAda01"));
beforeAll(async () => {
  await api.topUp(ada.session, 50_000);
  const fields = { sku: "traffic-standard", quantity: 10, method: "wallet" };
  await api.send("placeOrder", { session: ada.session, ...fields });
  await api.send("upSubUser", { session: ada.session, id: ada.sub, trafficGb: 1 });
});

const proxyTest = (who: { session: string }, proxy: string, fields: Record<string, string> = {}) =>
  api.send("proxyTest", { session: who.session, proxy, ...fields });
const own = (user = "TestAda01", password = "secret123") => `127.0.0.1:${port}:${user}:${password}`;

describe("/v1/proxyTest (spec/pool#proxy-test)", () => {
  it.each([
    ["host:port:user:pass", () => own("TestAda01-region-DE"), {}],
    ["user:pass@host:port", () => `TestAda01-cc-de:secret123@127.0.0.1:${port}`, {}],
    ["a URL", () => `http://TestAda01-cc-de:secret123@127.0.0.1:${port}/`, {}],
    ["SOCKS5 by its URL", () => `socks5://TestAda01-cc-de:secret123@127.0.0.1:${port}`, {}],
    ["SOCKS5 by name", () => own("TestAda01-cc-de"), { protocol: "socks5" }],
  ])("connects through the gateway and returns the exit: %s", async (_way, proxy, fields) => {
    const { code, data } = await proxyTest(ada, proxy(), fields);
    expect(code).toBe(0);
    const { rows } = await exits(data.exitIp);
    expect(data).toMatchObject({ ok: true, country: "DE", asn: rows[0]?.asn, reason: "" });
    expect([data.text, data.fix]).toEqual(["", ""]);
    expect(data.totalMs).toBeGreaterThanOrEqual(data.connectMs ?? Number.NaN);
  });

  it("is billed like any other traffic", async () => {
    const used = async () => {
      const { data } = await api.send("subUsers", { session: ada.session });
      return data.items[0]?.usedBytes ?? 0;
    };
    await expect.poll(used, { timeout: 5_000 }).toBeGreaterThan(5 * 100);
    expect(await used()).toBeLessThan(GB / 1_000);
  });

  it("returns why the gateway refuses, in the reader's language, with the request id", async () => {
    const poor = await withSubAccount(api, "TestPoor1");
    const proxy = own("TestPoor1");
    const { code, data } = await proxyTest(poor, proxy, { lang: "fr" });
    expect(code).toBe(0);
    expect(data).toMatchObject({
      ok: false,
      reason: "insufficientTraffic",
      status: 402,
      exitIp: null,
      country: null,
      asn: null,
      connectMs: null,
      requestId: expect.stringMatching(/^\w{8,}$/),
      text: expect.stringContaining("trafic"),
      fix: expect.stringContaining("Achetez"),
    });
    const wrong = (await proxyTest(ada, own("TestAda01", "secret124"))).data;
    expect(wrong).toMatchObject({ ok: false, reason: "credentials", status: 407 });
    const nowhere = (await proxyTest(ada, own("TestAda01-region-ZZ"))).data;
    expect(nowhere).toMatchObject({ ok: false, reason: "badParameters", status: 400 });
    expect(nowhere.detail).toMatch(/region "zz"/i);
  });

  it("looks up in the request log what a SOCKS5 reply does not contain", async () => {
    const poor = await withSubAccount(api, "TestPoor2");
    const row = requestRow({
      accountId: poor.id,
      subAccountId: poor.sub,
      protocol: "socks5",
      target: `127.0.0.1:${target.port}`,
      outcome: "refused",
      reason: "insufficientTraffic",
      detail: "as the log has it",
    });
    const testing = proxyTest(poor, own("TestPoor2"), { protocol: "socks5" });
    // A recent log row, as a gateway sends it.
    await new Promise((resolve) => setTimeout(resolve, 300));
    row.at = Date.now();
    await link.ask("requests", { gateway: "g2", epoch: "e", rows: [row], dropped: 0 });
    const { data } = await testing;
    expect(data).toMatchObject({ ok: false, reason: "insufficientTraffic", status: 2 });
    expect(data.requestId).toMatch(/^\w{8,}$/);
    expect(["as the log has it", ""]).toContain(data.detail);
  });
});

describe("Protection against connecting elsewhere", () => {
  it("accepts only our own gateway's host and port, and connects to nothing else", async () => {
    let connections = 0;
    const other = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const otherPort = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port));
    });
    for (const place of [
      `127.0.0.1:${otherPort}`,
      `localhost:${otherPort}`,
      `127.0.0.2:${port}`,
      `169.254.169.254:${port}`,
      `example.com:${port}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `[::1]:${port}`,
    ]) {
      const answer = await proxyTest(ada, `${place}:TestAda01:secret123`);
      expect([place, answer.code, answer.data.reason, answer.data.field]).toEqual([
        place,
        400,
        "proxyNotOurs",
        "proxy",
      ]);
      expect(answer.msg).toContain("gateway");
    }
    other.close();
    expect(connections).toBe(0);
  });

  it.each([
    ["", 400, "badProxy"],
    ["nonsense", 400, "badProxy"],
    ["ftp://a:b@127.0.0.1:7000", 400, "badProxy"],
    ["x".repeat(401), 400, "badProxy"],
    [() => `127.0.0.1:${port}`, 400, "proxyNeedsCredentials"],
    [() => own("Nobody001"), 404, "subAccountNotFound"],
    [() => own("-region-DE"), 404, "subAccountNotFound"],
    [() => own("TestAda01'--"), 404, "subAccountNotFound"],
  ] as const)("refuses %s: %i %s", async (proxy, code, reason) => {
    const answer = await proxyTest(ada, typeof proxy === "string" ? proxy : proxy());
    expect([answer.code, answer.data.reason]).toEqual([code, reason]);
  });

  it("accepts only the account's own sub-accounts, and no access key", async () => {
    const stranger = await api.register();
    const foreign = await proxyTest(stranger, own());
    expect([foreign.code, foreign.data.reason]).toEqual([404, "subAccountNotFound"]);
    const { data } = await api.send("member", { session: ada.session });
    const byKey = await api.send("proxyTest", { key: data.accessKey, proxy: own() });
    expect([byKey.code, byKey.data.reason]).toEqual([403, "keyReadOnly"]);
  });
});

it("Neighbours (spec/quality#n8): who tries passwords with tests blocks no name of another account", async () => {
  const [guesser, other] = [
    await withSubAccount(api, "TestGuess1"),
    await withSubAccount(api, "TestNext01"),
  ];
  const { session } = guesser;
  const more = { session, password: "secret123", trafficGb: 0 };
  const names = Array.from({ length: 12 }, (_, n) => `TestGuess${n + 10}`);
  for (const account of names) await api.send("addSubUser", { ...more, account });
  let tried = 0;
  let isOver = false;
  const lanes = [0, 1, 2].map(async (lane) => {
    for (; !isOver && tried < 5_000; tried++)
      await proxyTest(guesser, own(names[tried % names.length], `wrong${lane}x${tried}`));
  });
  await expect.poll(() => tried, { timeout: 20_000 }).toBeGreaterThan(120);
  const right = await proxyTest(other, own("TestNext01"));
  expect(right.data).toMatchObject({ reason: "insufficientTraffic", status: 402 });
  isOver = true;
  await Promise.all(lanes);
  const refused = await proxyTest(guesser, own("TestGuess1", "wrong77"));
  expect([refused.code, refused.data.reason]).toEqual([429, "tooManyTries"]);
  const wrong = await proxyTest(other, own("TestNext01", "secret124"));
  expect(wrong.data).toMatchObject({ reason: "credentials", status: 407 });
});

function exits(ip: string | null) {
  return sql<{ asn: number; country: string }>`
    select asn, country from exit where ip = ${ip ?? ""}`.execute(api.db);
}
