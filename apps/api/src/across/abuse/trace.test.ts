/** Tracing who used an exit (spec/operator#trace), from gateway reports to operator output. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { sql } from "kysely";
import { describe, expect, it, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { keepPartitions } from "../../platform/partitions/keep.ts";
import { operate, operateJson } from "../operator/testing.ts";
import {
  reportConnections,
  requestRow,
  startHubApi,
  withSubAccount,
} from "../request-log/testing.ts";
import { traceExit, type TracedConnection } from "./trace.ts";

const folder = folderForTests();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const api = forTests(() => startHubApi({ TRACE_DAYS: "3" }));
const link = forTests(() => api.gateway());
const ada = forTests(() => withSubAccount(api, "AdaTrace1"));
const bob = forTests(() => withSubAccount(api, "BobTrace1"));

const send = async (rows: RequestRow[]) => (await reportConnections(link, rows)).kept;
const rowOf = (who: { id: string; sub: string }, changed: Partial<RequestRow> = {}) =>
  requestRow({ accountId: who.id, subAccountId: who.sub, product: "traffic", ...changed });
const trace = async (exit: string, at: number, more: { target?: string; window?: number } = {}) => {
  const { target = null, window = 0 } = more;
  return traceExit(api.services, { exit, at, target, windowSeconds: window });
};
const ids = (connections: TracedConnection[]) => connections.map(({ requestId }) => requestId);

describe("A connection", () => {
  const exit = "198.51.100.10";
  const at = Date.now() - hourMs;

  it("is found at any time from its start to its end, whichever customer made it", async () => {
    await send([
      rowOf(ada, { id: "adas", exitIp: exit, at, ms: 60_000, address: "203.0.113.80" }),
      rowOf(bob, { id: "bobs", exitIp: exit, at: at + 30_000, ms: 1_000, client: "2001:db8::7" }),
      rowOf(bob, { id: "elsewhere", exitIp: "198.51.100.11", at, ms: 60_000 }),
    ]);
    expect(ids((await trace(exit, at - 1)).connections)).toEqual([]);
    expect(ids((await trace(exit, at)).connections)).toEqual(["adas"]);
    expect(ids((await trace(exit, at + 30_500)).connections)).toEqual(["adas", "bobs"]);
    expect(ids((await trace(exit, at + 60_001)).connections)).toEqual([]);
    const { connections } = await trace(exit, at + 60_001, { window: 40 });
    expect(connections.map(({ requestId, certainty }) => [requestId, certainty])).toEqual([
      ["adas", "nearby"],
      ["bobs", "nearby"],
    ]);
    const [first] = (await trace(exit, at)).connections;
    expect(first).toEqual({
      requestId: "adas",
      account: { id: ada.id, email: ada.email },
      holder: { id: ada.sub, name: "AdaTrace1", product: "traffic" },
      certainty: "surely",
      client: "203.0.113.7",
      target: "example.com:443",
      address: "203.0.113.80",
      protocol: "connect",
      exit,
      country: "DE",
      from: new Date(at).toISOString(),
      to: new Date(at + 60_000).toISOString(),
      seenAt: new Date(at + 60_000).toISOString(),
      upBytes: 100,
      downBytes: 200,
      outcome: "ok",
      reason: "",
      connections: 1,
      gateway: "local-1",
      relayed: false,
      unproved: false,
      upstream: null,
      session: null,
    });
  });

  it.each([
    ["example.com", 1],
    ["EXAMPLE.COM:443", 1],
    ["203.0.113.80", 1],
    ["example.com:80", 0],
    ["ample.com", 0],
    ["%", 0],
  ])(
    "is matched only by its exact target, as requested or as dialled: %s",
    async (target, count) => {
      const { connections } = await trace(exit, at, { target: target.toLowerCase() });
      expect(connections).toHaveLength(count);
    },
  );

  it("is stored once, however often and in whatever order its lines arrive", async () => {
    const begin = Date.now() - 90_000;
    const own = { id: "repeated", exitIp: "198.51.100.20", at: begin };
    const open = (ms: number) => rowOf(ada, { ...own, ms, upBytes: ms, open: true });
    const ended = rowOf(ada, { ...own, ms: 80_000, upBytes: 80_000 });
    expect(await send([open(10_000)])).toBe(1);
    expect(await send([open(10_000)])).toBe(0);
    expect(await send([open(20_000), open(40_000), open(30_000)])).toBe(1);
    const found = async () => (await trace("198.51.100.20", begin + 5_000)).connections;
    expect(await found()).toEqual([
      expect.objectContaining({ to: null, outcome: "open", upBytes: 40_000 }),
    ]);
    expect(await send([open(50_000), ended, open(60_000)])).toBe(1);
    expect(await send([ended])).toBe(0);
    expect(await send([open(70_000)])).toBe(0);
    expect(await found()).toEqual([
      expect.objectContaining({ outcome: "ok", upBytes: 80_000, certainty: "surely" }),
    ]);
  });

  it("that is open, or whose gateway crashed, is found for a while after its last report", async () => {
    const begin = Date.now() - 5 * hourMs;
    const own = { id: "crashed", exitIp: "198.51.100.21", at: begin };
    await send([rowOf(ada, { ...own, ms: 2 * hourMs, open: true })]);
    const at = async (ms: number) =>
      (await trace("198.51.100.21", begin + ms)).connections.map((each) => each.certainty);
    expect(await at(2 * hourMs)).toEqual(["surely"]);
    expect(await at(2 * hourMs + 15 * 60_000)).toEqual(["perhaps"]);
    expect(await at(3 * hourMs)).toEqual([]);
    const [lost] = (await trace("198.51.100.21", begin)).connections;
    expect(lost).toMatchObject({ to: null, outcome: "lost" });
  });

  it("that lasts many hours is found at every moment in between", async () => {
    const begin = Date.now() - 2 * dayMs;
    const own = { id: "long", exitIp: "198.51.100.22", at: begin, ms: 40 * hourMs };
    await send([rowOf(bob, own)]);
    for (const hours of [0, 1, 1.3, 2, 25, 39.9])
      expect(ids((await trace("198.51.100.22", begin + hours * hourMs)).connections)).toEqual([
        "long",
      ]);
    expect(ids((await trace("198.51.100.22", begin + 41 * hourMs)).connections)).toEqual([]);
  });
});

test("A customer sees only their own connections that have ended", async () => {
  const shown = async ({ session }: { session: string }) =>
    (await api.send("requestLog", { session, limit: 100 })).data.items.map(({ id }) => id);
  expect(await shown(ada)).toEqual(["repeated", "adas"]);
  expect(await shown(bob)).toEqual(["bobs", "elsewhere"]);
});

test("Rows that an older gateway sends to the request log are traced too", async () => {
  const at = Date.now() - 1_000;
  const old = rowOf(ada, { id: "old", exitIp: "198.51.100.30", at });
  const refused = rowOf(ada, { id: "refused", exitIp: "", at, outcome: "refused" });
  const asked = { gateway: "g1", epoch: "e1", rows: [old, refused], dropped: 0 };
  expect((await link.ask("requests", asked)).kept).toBe(2);
  expect((await link.ask("requests", asked)).kept).toBe(0);
  expect(ids((await trace("198.51.100.30", at)).connections)).toEqual(["old"]);
  const { data } = await api.send("requestLog", { session: ada.session });
  expect(data.items.slice(0, 2).map(({ id }) => id)).toEqual(["refused", "old"]);
  expect(data.total).toBe(4);
});

test("Invalid rows are dropped, and so is an open connection that starts far in the future", async () => {
  const ahead = { at: Date.now() + hourMs, exitIp: "198.51.100.31" };
  expect(
    await send([
      rowOf(ada, { id: "noAddress", exitIp: "an exit" }),
      rowOf(ada, { id: "aheadOpen", ...ahead, open: true }),
      rowOf(ada, { id: "ahead", ...ahead, client: "nobody", address: "x" }),
    ]),
  ).toBe(1);
  expect(await send([rowOf(ada, { id: "ahead", ...ahead })])).toBe(0);
  const { connections } = await trace("198.51.100.31", Date.now(), { window: 30 });
  expect(connections).toEqual([
    expect.objectContaining({ requestId: "ahead", client: null, address: null }),
  ]);
});

describe("operator trace", () => {
  const exit = "198.51.100.40";
  const at = new Date(Date.now() - 2 * hourMs);
  const file = path.join(folder, "export.json");

  it("shows who used an exit, by time or request id", async () => {
    await send([rowOf(ada, { id: "asked", exitIp: exit, at: at.getTime(), ms: 5_000 })]);
    const { code, said } = await operateJson(
      api.services,
      "trace",
      "--exit",
      exit,
      "--at",
      at.toISOString(),
      "--target",
      "example.com",
    );
    expect([code, ids(said.connections)]).toEqual([0, ["asked"]]);
    expect(said.question).toMatchObject({ exit, windowSeconds: 60, target: "example.com" });
    const found = await operateJson(api.services, "trace", "--id", "asked");
    expect(found.said).toMatchObject({ account: { email: ada.email } });
    const { out } = await operate(api.services, "trace", "--exit", exit, "--at", at.toISOString());
    expect(out).toContain(ada.email);
    expect(out).toContain("203.0.113.7");
  });

  it("is recorded in the audit log with actor, exit, time and reason", async () => {
    const asked = ["--exit", exit, "--at", at.toISOString(), "--reason", "Port scan, case 7"];
    await operate(api.services, "trace", ...asked);
    const { rows } = await sql`
      select actor, action, subject, account_id as "accountId", after, reason from audit_log
      order by id desc limit 1`.execute(api.db);
    expect(rows).toEqual([
      expect.objectContaining({
        actor: "cli",
        action: "trace.read",
        subject: exit,
        accountId: ada.id,
        reason: "Port scan, case 7",
      }),
    ]);
    expect(JSON.stringify(rows)).toContain(at.toISOString());
  });

  it.each([
    [["--exit", exit], 2],
    [["--exit", "somewhere", "--at", at.toISOString()], 2],
    [["--exit", exit, "--at", at.toISOString().slice(0, 19)], 2],
    [["--exit", exit, "--at", at.toISOString(), "--window", "a"], 2],
    [["--exit", exit, "--at", new Date(Date.now() - 100 * dayMs).toISOString()], 1],
    [["--id", "unknown"], 1],
  ])("refuses %j with exit code %i", async (options, code) => {
    expect((await operate(api.services, "trace", ...options)).code).toBe(code);
  });

  it("writes a signed export only once and detects a modified one", async () => {
    const asked = ["trace", "--exit", exit, "--at", at.toISOString(), "--export", file];
    expect((await operate(api.services, ...asked)).code).toBe(0);
    expect((await operate(api.services, ...asked)).code).toBe(1);
    const check = async (text: string) => {
      const other = path.join(folder, "other.json");
      writeFileSync(other, text);
      return (await operateJson(api.services, "trace", "--check", other)).said;
    };
    const text = readFileSync(file, "utf8");
    const judged = await operateJson(api.services, "trace", "--check", file);
    expect([judged.code, judged.said.statement.connections[0].requestId]).toEqual([0, "asked"]);
    // Whitespace is not part of the signed statement.
    expect(await check(JSON.stringify(JSON.parse(text)))).toMatchObject({ ok: true });
    expect(await check(text.replaceAll("203.0.113.7", "203.0.113.8"))).toMatchObject({
      why: "the file was changed after it was signed",
    });
    const foreign = { ...JSON.parse(text), publicKey: "-----BEGIN PUBLIC KEY-----" };
    expect(await check(JSON.stringify(foreign))).toMatchObject({
      why: "another installation's key signed this file",
    });
    expect(await check("{}")).toMatchObject({ ok: false });
  });
});

test("The trace outlives the account and is dropped by whole days once they are old enough", async () => {
  const carl = await withSubAccount(api, "CarlTrace1");
  const at = Date.now() - 10_000;
  await send([rowOf(carl, { id: "carls", exitIp: "198.51.100.50", at })]);
  const { eraseRequestsOf } = await import("../request-log/store/requests.ts");
  await eraseRequestsOf(api.db, [carl.id]);
  const found = async () => ids((await trace("198.51.100.50", at)).connections);
  expect(await found()).toEqual(["carls"]);
  await keepPartitions(api.services, Date.now() + 3 * dayMs);
  expect(await found()).toEqual(["carls"]);
  await keepPartitions(api.services, Date.now() + 5 * dayMs);
  expect(await found()).toEqual([]);
});
