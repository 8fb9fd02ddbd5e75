import { setTimeout as sleep } from "node:timers/promises";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import type { OpenCount } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { post } from "../../ledger/post.ts";
import { startHubApi, withSubAccount } from "../../across/request-log/testing.ts";
import { usageRow } from "../traffic/testing.ts";
import { streamsPerAccount } from "../../platform/http/streams.ts";
import { type OpenedStream, openLive } from "./testing.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const api = forTests(startHubApi);
const link = forTests(() => api.gateway());

let opened: OpenedStream[] = [];
afterEach(() => {
  for (const stream of opened) stream.close();
  opened = [];
});
async function live(fields: Record<string, string>): Promise<OpenedStream> {
  const stream = await openLive(api.url, fields);
  opened.push(stream);
  return stream;
}
const census = (open: OpenCount[], from = link) =>
  from.ask("census", { gateway: "g1", epoch: "e1", open });
const last = (stream: OpenedStream) => stream.events.at(-1);

let sequence = 0;
/** Reports bytes carried under a lease, as a gateway does. */
async function carry(who: { id: string; sub: string }, bytes: number): Promise<void> {
  const by = { gateway: "g1", epoch: "e1" };
  const got = await link.ask("lease", { ...by, subAccountId: who.sub, wantedBytes: bytes });
  if ("refused" in got) throw new Error(got.refused);
  const row = usageRow({ leaseId: got.lease.id, accountId: who.id, subAccountId: who.sub });
  const rows = [{ ...row, upBytes: 1_000, downBytes: bytes - 1_000 }];
  const report = { ...by, sequence: (sequence += 1), rows };
  await link.ask("report", { reports: [report] });
  await link.ask("report", { reports: [report] });
}

async function withTraffic(account: string) {
  const who = await withSubAccount(api, account);
  const of = (owner: string | null, bucket: string, amount: number) =>
    ({ owner, asset: "traffic", bucket, amount }) as const;
  const lines = [of(who.id, "main", 5e9), of(null, "stock", -5e9)];
  const input = { key: `test:${account}`, kind: "order", ref: "test", at: Date.now() } as const;
  await transaction(api.db, (tx) => post(tx, { ...input, lines }));
  await api.send("upSubUser", { session: who.session, id: who.sub, trafficGb: 2 });
  return who;
}

test("Streams send their events of a second one after another, not all at once", async () => {
  const { session } = await api.register();
  const streams: OpenedStream[] = [];
  for (let n = 0; n < streamsPerAccount; n += 1) streams.push(await live({ session }));
  let count = 2;
  /** Milliseconds between the first and the last stream's next event. */
  const spread = async () => {
    count += 1;
    const came = await Promise.all(
      streams.map(async (stream) => {
        while (stream.events.length < count) await sleep(2);
        return performance.now();
      }),
    );
    return Math.max(...came) - Math.min(...came);
  };
  // Where the machine was busy for a moment, all that was due is sent at once; hence several tries.
  await expect.poll(spread, { timeout: 10_000 }).toBeGreaterThan(50);
});

test("Sends one event per second: bytes as billed, connections as counted by gateways (spec/traffic-plan#live-traffic)", async () => {
  const ada = await withTraffic("LiveAda01");
  const bob = await withTraffic("LiveBob01");
  const [stream, other] = [
    await live({ session: ada.session }),
    await live({ session: bob.session }),
  ];
  expect([stream.status, stream.type]).toEqual([200, "text/event-stream; charset=utf-8"]);
  await expect.poll(() => stream.events.length, { timeout: 500 }).toBe(1);
  expect(stream.events[0]).toEqual({
    at: expect.stringMatching(/Z$/),
    bytesPerSecond: 0,
    connections: 0,
    byAccount: [],
  });
  await census([{ accountId: ada.id, subAccountId: ada.sub, connections: 3 }]);
  const second = await api.gateway();
  await census([{ accountId: ada.id, subAccountId: ada.sub, connections: 4 }], second);
  await expect.poll(() => last(stream)?.connections, { timeout: 2_500 }).toBe(7);
  await carry(ada, 2_000_000);
  await expect.poll(() => last(stream)?.bytesPerSecond, { timeout: 2_500 }).toBe(1_000_000);
  expect(last(stream)?.byAccount).toEqual([
    { account: "LiveAda01", bytesPerSecond: 1_000_000, connections: 7 },
  ]);
  await second.stop();
  await census([]);
  await expect.poll(() => last(stream)?.connections, { timeout: 2_500 }).toBe(0);
  await sleep(sized(1_500, 3_000));
  // Applied once, although it was reported twice.
  expect(new Set(stream.events.map((event) => event.bytesPerSecond))).toEqual(
    new Set([0, 1_000_000]),
  );
  const times = stream.events.slice(1).map(({ at }) => Date.parse(at));
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(gaps.every((gap) => gap > 400 && gap < 1_900)).toBe(true);
  expect(other.events.length).toBeGreaterThan(sized(3, 4));
  expect(other.events.every(({ byAccount }) => byAccount.length === 0)).toBe(true);
});

test("The stream ends within a second of signing out; other sessions' streams stay open", async () => {
  const eve = await api.register();
  const again = { email: eve.email, password: "Passw0rd!x", agree: 1 };
  const { data } = await api.send("signin", again);
  const [mine, others] = [
    await live({ session: eve.session }),
    await live({ session: data.session }),
  ];
  await expect.poll(() => mine.events.length).toBeGreaterThan(0);
  await api.send("signout", { session: eve.session });
  await expect.poll(() => mine.ended, { timeout: 1_500 }).toBe(true);
  expect(others.ended).toBe(false);
});

test("The stream ends when its session is deleted, and when the account is disabled", async () => {
  const finn = await api.register();
  const first = await live({ session: finn.session });
  await sql`delete from session where account_id = ${finn.id}`.execute(api.db);
  await expect.poll(() => first.ended, { timeout: 1_500 }).toBe(true);
  const gus = await api.register();
  const second = await live({ session: gus.session });
  await sql`update account set disabled_at = now() where id = ${gus.id}`.execute(api.db);
  await expect.poll(() => second.ended, { timeout: 1_500 }).toBe(true);
});

test("Watching does not extend the session: it expires while the stream is open, and ends it", async () => {
  const hal = await api.register();
  const stream = await live({ session: hal.session });
  await expect.poll(() => stream.events.length).toBeGreaterThan(0);
  await api.advance(1439 * 60);
  await sleep(1_200);
  expect(stream.ended).toBe(false);
  await api.advance(61);
  await expect.poll(() => stream.ended, { timeout: 1_500 }).toBe(true);
});

test("Refusals before the stream use the usual envelope; the access key is accepted", async () => {
  const unknown = await live({ session: "x".repeat(43), lang: "de" });
  expect(unknown.type).toContain("application/json");
  expect(JSON.parse(unknown.text)).toMatchObject({
    code: 300,
    data: { reason: "sessionInvalid" },
    msg: expect.stringContaining("Sitzung"),
  });
  const ida = await api.register();
  const { data } = await api.send("member", { session: ida.session });
  const byKey = await live({ key: data.accessKey });
  await expect.poll(() => byKey.events.length, { timeout: 2_000 }).toBeGreaterThan(1);
  const odd = { session: ida.session, "__proto__[x]": "1", page: "-1", account: "\u0000" };
  expect((await live(odd)).type).toContain("event-stream");
  const get = await fetch(`${api.url}/v1/live`);
  expect(get.status).toBe(405);
});

test("An account has at most ten streams; closing one makes room", async () => {
  const jan = await api.register();
  const pages = [];
  for (let index = 0; index < streamsPerAccount; index += 1)
    pages.push(await live({ session: jan.session }));
  const refused = await live({ session: jan.session });
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 409,
    data: { reason: "tooMany", limit: streamsPerAccount },
  });
  pages[0]?.close();
  await expect
    .poll(async () => (await live({ session: jan.session })).type, { timeout: 2_000 })
    .toContain("event-stream");
});

test("The server does not wait for open streams when it stops", async () => {
  const other = await startHubApi();
  const who = await other.register();
  const stream = await openLive(other.url, { session: who.session });
  const began = performance.now();
  await other.stop();
  expect(performance.now() - began).toBeLessThan(timeLimit(3_000));
  await expect.poll(() => stream.ended).toBe(true);
});

test("A machine that counts another account's sub-account as this one's shows neither its name nor its connections", async () => {
  const [who, other] = [await withTraffic("LiveOwn01"), await withTraffic("LiveOther1")];
  const stream = await live({ session: who.session });
  await census([
    { accountId: who.id, subAccountId: other.sub, connections: 1_000_000 },
    { accountId: who.id, subAccountId: who.sub, connections: 2 },
  ]);
  await expect.poll(() => last(stream)?.connections, { timeout: 4_000 }).toBe(2);
  expect(last(stream)?.byAccount.map(({ account }) => account)).toEqual(["LiveOwn01"]);
});
