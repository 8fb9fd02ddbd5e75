import type { Fact } from "@turnpike/contract/data-plane.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { OwnerLimits, targetRefusal, spentLimit } from "./owner-limits.ts";
import { Snapshot } from "../link/snapshot.ts";
import { noLimits } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";

let links: GatewayLink[];
let all: OwnerLimits[];
const hub = forEachTest(() => new TestHub().listen());
beforeEach(() => {
  [links, all] = [[], []];
});
afterEach(async () => {
  for (const limits of all) limits.stop();
  for (const link of links) await link.stop();
});

/** A gateway with a copy of the hub's resources. */
async function gateway(name: string, keptWithoutHubMs = 60_000) {
  const link = connectIpc(hub.path, { worker: 1, epoch: "e1" });
  links.push(link);
  const snapshot = new Snapshot();
  const cut: string[] = [];
  const limits = new OwnerLimits({
    gateway: name,
    epoch: "e1",
    link,
    snapshot,
    cut: (id) => void cut.push(id),
    keptWithoutHubMs,
  });
  all.push(limits);
  const learn = () => {
    snapshot.replace([...hub.resources.values()]);
    limits.changed();
  };
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  learn();
  return { limits, learn, cut };
}
const sub = (name: string, limits: Partial<typeof noLimits>) =>
  hub.addSubAccount(name, "secret77", 1e9, { ...noLimits, ...limits });
function limit(id: string, maxConnections: number | null): void {
  const fact = hub.resources.get(`subAccount ${id}`) as Extract<Fact, { kind: "subAccount" }>;
  hub.upsert({ ...fact, limits: { ...fact.limits, maxConnections } });
}
const came = (entered: true | Refused | null) => entered === true || entered === null;
const told = (id: string) =>
  [...hub.slots].filter(([name]) => name.endsWith(` ${id}`)).reduce((sum, [, n]) => sum + n, 0);

test("A sub-account without a limit is admitted at once, without querying the hub", async () => {
  const id = sub("unlimited", {});
  const { limits } = await gateway("g1");
  for (let count = 0; count < 1_000; count += 1) expect(limits.acquire(id)).toBe(true);
  for (let count = 0; count < 1_000; count += 1) limits.release(id);
  await limits.acquire(sub("other", { maxConnections: 1 }));
  expect(hub.slotsAsked.all).toBe(0);
});

test("Without a hub, limited connections end before the hub stops counting them; others continue", async () => {
  const [id, free] = [sub("limited9", { maxConnections: 7 }), sub("free9", {})];
  const { limits, cut } = await gateway("g1", 150);
  expect([await limits.acquire(id), await limits.acquire(free)].every(came)).toBe(true);
  await hub.disconnect();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(cut).toEqual([]);
  await expect.poll(() => cut).toEqual([id]);
});

test("A limit applies across two gateways while connections open and close", async () => {
  const id = sub("limited1", { maxConnections: 7 });
  const gateways = [await gateway("g1"), await gateway("g2")];
  let open = 0;
  let most = 0;
  let refused = 0;
  const client = async (number: number) => {
    const { limits } = gateways[number % 2] as (typeof gateways)[0];
    for (let count = 0; count < 30; count += 1) {
      if (came(await limits.acquire(id))) {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, (number * count) % 7));
        open -= 1;
        limits.release(id);
      } else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => client(number)));
  expect([most, open]).toEqual([7, 0]);
  // Connections without a slot wait for one; as these are so short, most of them get it.
  expect(refused).toBeLessThan(300);
  await expect.poll(() => told(id)).toBe(0);
});

test("Clients that find all slots taken are refused after a short wait, even a large crowd", async () => {
  const id = sub("limited2", { maxConnections: 10 });
  const { limits } = await gateway("g1");
  const begun = performance.now();
  const entered = await Promise.all(Array.from({ length: 5_000 }, async () => limits.acquire(id)));
  const took = performance.now() - begun;
  expect(entered.filter(came)).toHaveLength(10);
  expect(entered.find((each) => !came(each))).toEqual({
    reason: "tooManyConnections",
    detail: "at most 10 of this sub-account at a time",
  });
  expect([took > 200, took < 5_000]).toEqual([true, true]);
  expect(hub.slotsAsked.all).toBeLessThan(20);
});

test("A slot released at one gateway is given to a client waiting at the other", async () => {
  const id = sub("limited3", { maxConnections: 1 });
  const [one, two] = [await gateway("g1"), await gateway("g2")];
  expect(await one.limits.acquire(id)).toBe(null);
  const waiting = two.limits.acquire(id);
  setTimeout(() => one.limits.release(id), 60);
  expect(await waiting).toBe(null);
  expect(await one.limits.acquire(id)).toMatchObject({ reason: "tooManyConnections" });
});

test("With the hub unreachable a limited sub-account opens nothing new; on its return all are counted", async () => {
  const id = sub("limited4", { maxConnections: 3 });
  const free = sub("unlimited", {});
  const { limits } = await gateway("g1");
  await limits.acquire(id);
  await limits.acquire(id);
  await hub.disconnect();
  hub.slots.clear();
  const began = performance.now();
  const first = limits.acquire(id);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const second = limits.acquire(id);
  expect(await first).toMatchObject({ reason: "notReady" });
  expect(await second).toMatchObject({ reason: "notReady" });
  // Each waits for 2.2 s, regardless of those that already wait.
  expect(performance.now() - began).toBeLessThan(timeLimit(3_700));
  expect(limits.acquire(free)).toBe(true);
  limits.release(id);
  await hub.listen();
  await expect.poll(() => told(id)).toBe(1);
  expect(await limits.acquire(id)).toBe(null);
  expect(told(id)).toBe(2);
});

test("While the hub is briefly unreachable a limited sub-account waits, 2.2 s at most", async () => {
  const id = sub("limited8", { maxConnections: 3 });
  const { limits } = await gateway("g1");
  await hub.disconnect();
  const began = performance.now();
  const waiting = Array.from({ length: 4 }, async () => limits.acquire(id));
  setTimeout(() => void hub.listen(), 700);
  const entered = await Promise.all(waiting);
  expect(entered.map((each) => (each === null ? "in" : each))).toEqual([
    "in",
    "in",
    "in",
    expect.objectContaining({ reason: "tooManyConnections" }),
  ]);
  expect(performance.now() - began).toBeLessThan(timeLimit(2_500));
});

test("A limit added later counts open connections; removing it admits waiting clients", async () => {
  const id = sub("limited5", {});
  const { limits, learn } = await gateway("g1");
  for (let count = 0; count < 4; count += 1) expect(limits.acquire(id)).toBe(true);
  limit(id, 5);
  learn();
  await expect.poll(() => told(id)).toBe(4);
  expect(await limits.acquire(id)).toBe(null);
  const waiting = limits.acquire(id);
  limit(id, null);
  learn();
  expect(await waiting).toBe(null);
  for (let count = 0; count < 6; count += 1) limits.release(id);
  limit(id, 1);
  learn();
  expect(await limits.acquire(id)).toBe(null);
  await expect.poll(() => told(id)).toBe(1);
});

test("A byte limit that was used up is lifted at the end of its day or month", () => {
  sub("limited7", { spent: { why: "dayLimit", until: 1_000 } });
  const fact = hub.resources.get("subAccount sub-limited7") as Extract<
    Fact,
    { kind: "subAccount" }
  >;
  expect([spentLimit(fact, 999), spentLimit(fact, 1_000)]).toEqual(["dayLimit", null]);
});

test("Targets are checked against the domain lists, denied domains first", async () => {
  const id = sub("limited6", { allowDomains: ["example.com"], denyDomains: ["*.a.example.com"] });
  const { limits } = await gateway("g1");
  expect(limits.checkTarget(id, "www.example.com", 0)).toBe(null);
  expect(limits.checkTarget(id, "a.example.com", 0)).toBe(null);
  const refused = { reason: "domainNotAllowed" };
  expect(limits.checkTarget(id, "b.a.example.com", 0)).toMatchObject(refused);
  expect(limits.checkTarget(id, "elsewhere.net", 0)).toMatchObject(refused);
  expect(limits.checkTarget(sub("freeone1", {}), "elsewhere.net", 0)).toBe(null);
  expect(targetRefusal(null, "elsewhere.net")).toBe(null);
});
