/**
 * Counts that no machine can have, told by one that was taken over: they break nothing that others
 * read or send (spec/nodes#identity).
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit } from "../../inventory/exit/testing.ts";
import { listAside } from "../../platform/set-aside/store.ts";
import { createSubAccount, startTraffic, usageRow } from "../../products/traffic/testing.ts";
import { traceExit, traceTarget } from "../abuse/trace.ts";
import { alertItems } from "../operator/read/alert-items.ts";
import { applyItem, itemId } from "../operator/set-aside.ts";
import { operateJson } from "../operator/testing.ts";
import { usersOfExit } from "../request-log/store/connections.ts";
import { sumExitUsage } from "../request-log/store/exit-usage.ts";
import { connectedMachine, type FakeLink, type FakeMachine } from "./fake-node-testing.ts";
import { requestRow } from "../request-log/testing.ts";

type Node = FakeLink & FakeMachine;
const most = Number.MAX_SAFE_INTEGER;
const [goodExit, evilExit] = ["198.51.100.1", "198.51.100.2"];
const by = { gateway: "good-1", epoch: "e1" };

let subAccountId: string;
let upstreamId: string;
const api = forTests(startTraffic);
const good = forTests(() => connectedMachine(api, { name: "good" }));
const victim = forTests(() => api.customer(5));
beforeAll(async () => {
  ({ id: subAccountId } = await createSubAccount(victim, "Victim001", { trafficGb: 4 }));
});
const evil = forTests(() => connectedMachine(api, { name: "evil" }));
beforeAll(async () => {
  await importExits(api.services, [
    importedExit(goodExit, { country: "FO", node: "good" }),
    importedExit(evilExit, { country: "FO", node: "evil" }),
  ]);
  upstreamId = await addUpstream();
});

const json = async (...words: string[]) => {
  const { said, error } = await operateJson(api.services, ...words);
  if (said === null) throw new Error(error);
  return said;
};
async function addUpstream(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-counts-"));
  const file = path.join(folder, "acme.json");
  const own = { name: "acme", hosts: ["127.0.0.1:7777"], login: { login: "acme" }, secret: "s" };
  const words = { user: ["{login}[-{country}][-{session}]"], places: ["country"] };
  const money = { perGbMicros: 2_000_000, gbBytes: 1_000_000_000, provenance: "test" };
  writeFileSync(file, JSON.stringify({ ...own, ...words, ...money, dayBytes: most }));
  await json("upstreams", "add", file);
  rmSync(folder, { recursive: true });
  const { rows } = await sql<{ id: string }>`
    select id from upstream where name = 'acme'`.execute(api.db);
  return rows[0]?.id ?? "";
}

let sequence = 0;
const report = (node: Node, more: Partial<UsageReport>) => {
  sequence += 1;
  const name = { gateway: `${node.name}-1`, epoch: "e1", sequence };
  return node.ask("report", { reports: [{ ...name, rows: [], ...more }] });
};
const lease = async (node: Node) => {
  const answer = await node.ask("lease", { ...by, subAccountId, wantedBytes: 1_000_000 });
  return "lease" in answer ? answer.lease.id : "";
};
const line = (more: Partial<RequestRow>) => {
  const at = api.services.world.now() - 6_000;
  const text = { client: "198.51.100.77", target: "bad.example:443", address: "203.0.113.9" };
  const of = { id: randomUUID(), accountId: victim.id, subAccountId, product: "traffic" } as const;
  return requestRow({ ...of, ...text, at, exitIp: evilExit, country: "FO", ms: 5_000, ...more });
};
const tell = (node: Node, ...rows: RequestRow[]) =>
  node.ask("connections", { ...by, rows: rows.map(connectionLine), dropped: 0 });
const today = () => new Date(api.services.world.now()).toISOString().slice(0, 10);
const at = () => ({ at: api.services.world.now() - 4_000, target: null, windowSeconds: 60 });

test("Bytes and counts at an upstream beyond a day's are left out; honest reports and the operator's lists go on", async () => {
  const used = (bytes: number, count: number) => {
    const place = {
      upstreamId,
      accountId: victim.id,
      day: api.services.world.now(),
      country: "DE",
    };
    const bytesEach = { sentBytes: bytes, receivedBytes: bytes };
    return { ...place, ...bytesEach, connections: count, failures: count };
  };
  for (let times = 0; times < 3; times += 1) {
    await report(evil, { upstreams: Array.from({ length: 600 }, () => used(most, 1)) });
    await report(evil, { upstreams: Array.from({ length: 600 }, () => used(1, most)) });
  }
  await report(good, { upstreams: [used(1_000, 1)] });
  const [listed] = await json("upstreams", "list");
  expect(listed).toMatchObject({ name: "acme", state: "on", todayBytes: 3 * 600 * 2 + 2_000 });
  const span = ["--from", today(), "--to", today()];
  expect(await json("upstreams", "report", ...span)).toMatchObject([{ upstream: "acme" }]);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
});

test("Requests that nobody can have made leave a customer's statistics readable, and honest reports of them count", async () => {
  const rows = async (node: Node, count: number, requests: number) => {
    const named = { leaseId: await lease(node), accountId: victim.id, subAccountId };
    return Array.from({ length: count }, () => usageRow({ ...named, upBytes: 1, requests }));
  };
  await report(evil, { rows: await rows(evil, 1_000, most) });
  await report(evil, { rows: await rows(evil, 30, most) });
  await report(good, { rows: await rows(good, 1, 3) });
  for (const name of ["trafficStatis", "usage"] as const)
    expect([name, (await victim.call(name, {})).code]).toEqual([name, 0]);
  expect((await victim.call("trafficInfo")).data.usedBytes).toBe(1_031);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
});

test("A line that ends in the year 280000, or with more bytes than there are, keeps nobody from the trace", async () => {
  const { services } = api;
  const longest = line({ ms: most, target: "long.example:443" });
  const largest = line({ upBytes: most, downBytes: most });
  await tell(
    evil,
    longest,
    ...Array.from({ length: 600 }, () => ({ ...largest, id: randomUUID() })),
  );
  const { connections } = await traceExit(services, { ...at(), exit: evilExit });
  expect(connections.length).toBeGreaterThan(600);
  const found = await traceTarget(services, { ...at(), target: "long.example" });
  expect(Date.parse(found.connections[0]?.seenAt ?? "") - services.world.now()).toBeLessThan(dayMs);
  const since = { exit: evilExit, from: services.world.now() - dayMs, limit: 10 };
  expect(await usersOfExit(services.db, since)).toHaveLength(1);
  await sumExitUsage(services);
  const span = ["--from", today(), "--to", today()];
  const { total } = await json("margin", ...span, "--by", "exit");
  expect(total.bytes).toBeLessThanOrEqual(most);
});

test("A line through an upstream proves nothing of another machine's exit, nor of an upstream that is not ours", async () => {
  const through = (upstream: unknown, exitIp: string | null) =>
    line({ exitIp, session: "token", target: "framed.example:443", ...({ upstream } as object) });
  const told = [through("acme", goodExit), through("acme", `::ffff:${goodExit}`)];
  await tell(evil, ...told, through("unknown", "203.0.113.50"), through("acme", "203.0.113.51"));
  // Rows as objects may hold anything.
  const odd = [through("", goodExit), through(0, goodExit), through(["acme"], goodExit)];
  await evil.ask("requests", { ...by, rows: odd as never, dropped: 0 });
  const { connections } = await traceTarget(api.services, { ...at(), target: "framed.example" });
  const shown = connections.map(({ exit, upstream, certainty, unproved }) => {
    return [exit, upstream, certainty, unproved];
  });
  expect(shown.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    [null, "acme", "surely", false],
    [null, "acme", "surely", false],
    [goodExit, null, "perhaps", true],
    [goodExit, null, "perhaps", true],
    ["203.0.113.50", "unknown", "perhaps", true],
    ["203.0.113.51", "acme", "surely", false],
  ]);
  const log = await victim.call("requestLog", { page: 1, limit: 100 });
  expect(JSON.stringify(log.data.items)).not.toContain(goodExit);
});

test("A machine that lost lines of the trace is named to the staff for an hour, itself alone (spec/operator#alerts)", async () => {
  const titles = async (hours: number) => {
    const items = await alertItems(api.db, new Date(api.services.world.now() + hours * 3_600_000));
    return items.flatMap(({ title }) => (title.startsWith("The trace") ? [title] : []));
  };
  expect(await titles(0)).toEqual([]);
  await evil.ask("connections", { ...by, rows: [], dropped: 7 });
  expect(await titles(0)).toEqual(["The trace of node evil is incomplete"]);
  expect(await titles(1.1)).toEqual([]);
});

test("What a machine sets aside as an item of the API's own jobs is never applied", async () => {
  const planId = randomUUID();
  const plan = { planId, minute: 60_000, gateway: "good-1", upBytes: most, downBytes: most };
  const minute = { workers: [], plans: [{ ...plan, connectionMs: most }] };
  const kept = { name: "x", why: "refused", at: 0 };
  const items = [
    { ...kept, kind: "monitorMinute" as const, item: minute },
    { ...kept, kind: "change" as const, item: { kind: "unknown", id: planId } },
    { ...kept, kind: "constructor" as never, item: {} },
  ];
  await evil.ask("aside", { asides: [], items });
  await operateJson(api.services, "usage", "apply", "--all");
  for (const { id } of await listAside(api.db, 10))
    await expect(applyItem(api.services, itemId({ id }))).rejects.toThrow("drop it");
  const { rows } = await sql`select from plan_minute where plan_id = ${planId}`.execute(api.db);
  expect(rows).toHaveLength(0);
  expect(await listAside(api.db, 10)).toHaveLength(items.length);
});
