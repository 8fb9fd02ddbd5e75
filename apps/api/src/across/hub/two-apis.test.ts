/** Two API processes on one database, each with its own gateways. */
import path from "node:path";
import type { HubMessage } from "@turnpike/contract/data-plane.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { afterAll, expect, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { openLive, openStream } from "../../products/live/testing.ts";
import { givePlan } from "../../products/unlimited/give-testing.ts";
import { startHubApi, withSubAccount } from "../request-log/testing.ts";

const links: GatewayLink[] = [];
const folder = folderForTests();
const first = forTests(startHubApi);
const second = forTests(() => first.startAnother({ linkPath: path.join(folder, "hub.sock") }));
afterAll(async () => {
  for (const link of links) await link.stop();
});

/** Connects a worker to the second API; both share a machine, so worker numbers must be unique. */
async function atSecond(worker: number) {
  const link = connectIpc(path.join(folder, "hub.sock"), { worker, epoch: "e1" });
  links.push(link);
  const news: HubMessage[] = [];
  link.onMessage((each) => news.push(each));
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  return { link, news };
}

async function limited(maxConnections: number): Promise<string> {
  const who = await withSubAccount(first, `Limited${maxConnections}`);
  await first.send("upSubUser", { session: who.session, id: who.sub, maxConnections });
  return who.sub;
}
/** Opens and closes connections like a gateway, and counts the open ones. */
function opener(link: GatewayLink, subAccountId: string) {
  let open = 0;
  const by = { gateway: "", epoch: "e1", subAccountId };
  return {
    open: () => open,
    change: async (more: number) => {
      const wanted = Math.max(0, open + more);
      if (more < 0) open = wanted;
      const { allowed } = await link.ask("slots", { ...by, open, wanted });
      if (more > 0) open = Math.min(wanted, Math.max(open, allowed));
    },
  };
}

test("A limit of 10 holds across the gateways of both APIs at every sample", async () => {
  const id = await limited(10);
  const all = [
    opener(await first.gateway(11), id),
    opener(await first.gateway(12), id),
    opener((await atSecond(13)).link, id),
    opener((await atSecond(14)).link, id),
  ];
  const sum = () => all.reduce((many, each) => many + each.open(), 0);
  let most = 0;
  await Promise.all(
    all.map(async (each, n) => {
      for (let turn = 0; turn < 30; turn += 1) {
        await each.change((turn * 7 + n) % 5 === 0 ? -each.open() : 1 + (turn % 3));
        most = Math.max(most, sum());
      }
    }),
  );
  expect(most).toBe(10);
});

test("Connections open at one API's gateway count at the other API until the gateway disconnects", async () => {
  const id = await limited(4);
  const there = await atSecond(15);
  const far = opener(there.link, id);
  const near = opener(await first.gateway(16), id);
  await there.link.ask("hello", { gateway: "c2", epoch: "e1" });
  await far.change(3);
  await near.change(4);
  expect([far.open(), near.open()]).toEqual([3, 1]);
  await there.link.stop();
  await expect.poll(() => near.change(4).then(near.open)).toBe(4);
});

test("The lab's clock moves at both APIs and at their gateways", async () => {
  const { news } = await atSecond(17);
  await first.advance(3_600);
  const offset = first.services.world.offsetMs();
  expect(offset).toBeGreaterThanOrEqual(3_600_000);
  await expect.poll(() => second.services.world.offsetMs(), { timeout: 800 }).toBe(offset);
  // Other messages may come after it.
  await expect
    .poll(() => news, { timeout: 800 })
    .toContainEqual(expect.objectContaining({ offsetMs: offset }));
});

test("A live stream at one API shows the other's connections; unwatched accounts are not sent", async () => {
  const who = await withSubAccount(first, "LiveTwo01");
  const unwatched = await withSubAccount(first, "LiveTwo02");
  const { link } = await atSecond(18);
  const sent: { topic: string; rows: (string | unknown[])[] }[] = [];
  const { listener } = first.services;
  if (!listener) throw new Error("the API does not listen");
  const stopListening = listener.on("api_exchange", (payload) => sent.push(JSON.parse(payload)));
  const open = [who, unwatched].map(({ id, sub }) => {
    return { accountId: id, subAccountId: sub, connections: 3 };
  });
  const count = () => link.ask("census", { gateway: "e1", epoch: "e1", open });
  await count();
  const beat = setInterval(() => void count(), 200);
  const stream = await openLive(first.url, { session: who.session });
  await expect.poll(() => stream.events.at(-1)?.connections, { timeout: 4_000 }).toBe(3);
  expect(stream.events.at(-1)?.byAccount).toEqual([
    { account: "LiveTwo01", bytesPerSecond: 0, connections: 3 },
  ]);
  clearInterval(beat);
  stream.close();
  stopListening();
  // Messages of both APIs, in order: loads are sent only once an account is watched.
  const live = sent.filter(({ topic }) => topic.startsWith("live"));
  expect(live[0]).toMatchObject({ topic: "liveWatched", rows: [who.id] });
  const loads = live.filter(({ topic }) => topic === "live").flatMap(({ rows }) => rows);
  expect(new Set(loads.map((row) => row[0]))).toEqual(new Set([who.id]));
});

test("A monitor at one API shows the recent minutes and live seconds of the other API's workers", async () => {
  const who = await first.register();
  const plan = await givePlan(first.services, who.id, { open: false });
  const { link } = await atSecond(19);
  const load = { planId: plan.id, upBytes: 125_000, downBytes: 0, connections: 2 };
  const sample = { spanMs: 1_000, cpuPercent: 10, memoryPercent: 5, plans: [load] };
  const tell = () => link.ask("load", { gateway: "f1", epoch: "e1", sample });
  await tell();
  const fields = { session: who.session, planId: plan.id };
  const look = async () => (await first.send("monitor", { ...fields, minutes: 15 })).data;
  const { now, series } = await look();
  expect(now).toMatchObject({ upMbps: 1, tcpConnections: 2, cpuPercent: 10 });
  expect(series.length).toBeLessThanOrEqual(2);
  const beat = setInterval(() => void tell(), 500);
  const stream = await openStream(first.url, "monitorLive", fields);
  await expect
    .poll(() => stream.events.filter((each) => each?.tcpConnections === 2).length, {
      timeout: 6_000,
    })
    .toBeGreaterThan(1);
  clearInterval(beat);
  stream.close();
});
