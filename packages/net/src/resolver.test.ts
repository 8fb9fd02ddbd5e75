/** The resolver with a real name server on loopback, which responds, delays, fails or is silent. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { HostsFile } from "./hosts-file.ts";
import { NameCache } from "./name-cache.ts";
import { LookupFailed, Resolver, type ResolverOptions } from "./resolver.ts";
import { type NameServerAnswer, NameServer } from "./testing/name-server.ts";
import { waitFor } from "./testing/wait-for.ts";
import { timeLimit } from "./testing/time-bar.ts";

let zone: Record<string, NameServerAnswer>;
const alice = { account: "alice", subAccount: "alice1" };
const bob = { account: "bob", subAccount: "bob1" };
const silent: NameServerAnswer = { silent: true };

beforeEach(() => {
  zone = { "a.example": { addresses: ["93.184.216.34"] } };
});
const server = forEachTest(() => new NameServer().listen());
beforeEach(() => {
  server.answer = ({ name }) => (name.startsWith("silent") ? silent : zone[name]);
});

const open = (more: ResolverOptions = {}) => new Resolver({ servers: [server.at], ...more });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Returns the addresses, or why there are none. */
async function outcome(asked: string[] | Promise<string[]>): Promise<string[] | string> {
  try {
    return await asked;
  } catch (error) {
    return error instanceof LookupFailed ? error.why : String(error);
  }
}
function isKnown(asked: string[] | Promise<string[]>): boolean {
  void outcome(asked);
  return Array.isArray(asked);
}
const silentNames = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `silent${from + index}.example`);

test.each<[string, NameServerAnswer | undefined, string[] | string]>([
  ["both families", { addresses: ["2001:DB8::1", "192.0.2.1"] }, ["192.0.2.1", "2001:db8::1"]],
  ["IPv4 alone", { addresses: ["192.0.2.1", "192.0.2.2"] }, ["192.0.2.1", "192.0.2.2"]],
  ["IPv6 alone", { addresses: ["2001:db8::1"] }, ["2001:db8::1"]],
  ["another name's", { cname: "b.example", addresses: ["192.0.2.3"] }, ["192.0.2.3"]],
  ["no address", { addresses: [] }, "notFound"],
  ["no such name", undefined, "notFound"],
  ["a fault of the server", { code: "servfail" }, "failed"],
  ["a server that does not want to", { code: "refused" }, "failed"],
])("Looks up a name with %s", async (_what, answering, wanted) => {
  zone = answering === undefined ? {} : { "x.example": answering };
  expect(await outcome(open().lookup("x.example"))).toEqual(wanted);
});

test("Search domains are not applied, and an invalid name is not queried", async () => {
  expect(await outcome(open().lookup("intranet"))).toBe("notFound");
  expect(await outcome(open().lookup(`${"a".repeat(64)}.example`))).toBe("notFound");
  expect(new Set(server.questions.map(({ name }) => name))).toEqual(new Set(["intranet"]));
});

test("Retries a truncated response over TCP; keeps at most 64 addresses, denied ones first", async () => {
  const addresses = Array.from({ length: 200 }, (_, index) => `93.184.216.${index + 1}`);
  zone["big.example"] = { addresses: [...addresses, "10.0.0.1"] };
  const found = await outcome(open().lookup("big.example"));
  expect(found).toHaveLength(64);
  expect(found.slice(0, 2)).toEqual(["10.0.0.1", "93.184.216.1"]);
  expect(server.questions.some(({ by }) => by === "tcp")).toBe(true);
  zone["huge.example"] = {
    addresses: Array.from({ length: 1_000 }, (_, n) => `93.184.${n >> 8}.${n & 255}`),
  };
  expect(await outcome(open().lookup("huge.example"))).toHaveLength(64);
});

test("Caches a response for its TTL, within limits, and only for the account that asked", async () => {
  zone["short.example"] = { addresses: ["192.0.2.1"], ttl: 0 };
  zone["long.example"] = { addresses: ["192.0.2.2"], ttl: 86_400 };
  const MAX_res = open({ leastTtlMs: 50, maxTtlMs: 150 });
  for (const name of ["short.example", "long.example"]) {
    await MAX_res.lookup(name, alice);
    expect(MAX_res.lookup(name, alice)).toEqual(zone[name]?.addresses);
    expect(isKnown(MAX_res.lookup(name, bob))).toBe(false);
  }
  await pause(70);
  expect(isKnown(MAX_res.lookup("short.example", alice))).toBe(false);
  expect(MAX_res.lookup("long.example", alice)).toEqual(["192.0.2.2"]);
  await pause(100);
  expect(isKnown(MAX_res.lookup("long.example", alice))).toBe(false);
});

test("Caches for a short time that a name does not exist, but not a failure", async () => {
  const resolver = open({ notFoundTtlMs: 60 });
  for (const _ of [1, 2])
    expect(await outcome(resolver.lookup("no.example", alice))).toBe("notFound");
  expect(server.countQuestions("no.example")).toBe(2);
  await pause(70);
  zone["no.example"] = { addresses: ["192.0.2.1"] };
  expect(await outcome(resolver.lookup("no.example", alice))).toEqual(["192.0.2.1"]);
  zone["ill.example"] = { code: "servfail" };
  expect(await outcome(resolver.lookup("ill.example", alice))).toBe("failed");
  zone["ill.example"] = { addresses: ["192.0.2.2"] };
  expect(await outcome(resolver.lookup("ill.example", alice))).toEqual(["192.0.2.2"]);
});

test("Concurrent lookups of a name share one query", async () => {
  zone["slow.example"] = { addresses: ["192.0.2.1"], delayMs: 50 };
  const resolver = open();
  const asked = Array.from({ length: 50 }, (_, n) =>
    resolver.lookup("slow.example", n % 2 ? alice : bob),
  );
  expect(new Set((await Promise.all(asked.map(outcome))).flat())).toEqual(new Set(["192.0.2.1"]));
  expect(server.countQuestions("slow.example")).toBe(2);
  expect([resolver.lookup("slow.example", alice), resolver.lookup("slow.example", bob)]).toEqual([
    ["192.0.2.1"],
    ["192.0.2.1"],
  ]);
});

test("One address family is enough if the other gets no response", async () => {
  zone["half.example"] = { addresses: ["192.0.2.1", "2001:db8::1"], silent: "AAAA", ttl: 3_600 };
  const began = performance.now();
  const resolver = open({ leastTtlMs: 10 });
  expect(await outcome(resolver.lookup("half.example"))).toEqual(["192.0.2.1"]);
  expect(performance.now() - began).toBeLessThan(timeLimit(900));
});

test("A lookup without a response times out and is not retried afterwards", async () => {
  const resolver = open({ timeoutMs: 200 });
  const began = performance.now();
  expect(await outcome(resolver.lookup("silent.example"))).toBe("timedOut");
  expect(performance.now() - began).toBeLessThan(timeLimit(600));
  const asked = server.questions.length;
  await pause(1_500);
  expect(server.questions).toHaveLength(asked);
  expect(resolver.counts).toMatchObject({ running: 0, timedOut: 1 });
});

test("The second name server is used if the first is silent, fails or is unreachable", async () => {
  const first = await new NameServer().listen();
  for (const answering of [silent, { code: "servfail" }, { code: "refused" }] as const) {
    first.answer = () => answering;
    const resolver = new Resolver({ servers: [first.at, server.at] });
    expect(await outcome(resolver.lookup("a.example"))).toEqual(["93.184.216.34"]);
  }
  await first.stop();
  const resolver = new Resolver({ servers: [first.at, server.at] });
  expect(await outcome(resolver.lookup("a.example"))).toEqual(["93.184.216.34"]);
});

test("Name servers that are not IP addresses are rejected at startup", () => {
  expect(() => new Resolver({ servers: ["1.2.3"] })).toThrow("Invalid IP address");
});

test("The hosts file takes precedence over name servers, and localhost is loopback", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hosts-"));
  const hostsFile = path.join(folder, "hosts");
  writeFileSync(hostsFile, "# own\n2001:db8::7 A.Example b.example\n192.0.2.7\ta.example # one\n");
  const resolver = open({ hostsFile });
  expect(resolver.lookup("a.example")).toEqual(["192.0.2.7", "2001:db8::7"]);
  expect(resolver.lookup("b.example")).toEqual(["2001:db8::7"]);
  expect(resolver.lookup("localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(server.questions).toEqual([]);
  const hosts = new HostsFile(hostsFile, 0);
  writeFileSync(hostsFile, "192.0.2.8 a.example\n");
  await waitFor("the condition", () => hosts.get("a.example")?.[0] === "192.0.2.8");
  rmSync(folder, { recursive: true });
  await waitFor("the condition", () => hosts.get("a.example") === null);
});

test("An account's lookups beyond its share wait, then fail; other accounts do not wait", async () => {
  const resolver = open({ running: 64, queue: 8, timeoutMs: 400 });
  const asked = silentNames(40).map((name) => outcome(resolver.lookup(name, alice)));
  expect(resolver.counts).toMatchObject({ running: 8, waiting: 8, tooMany: 24 });
  // Another sub-account can use the other half of the account's share.
  const second = { account: "alice", subAccount: "alice2" };
  for (const name of silentNames(40, 40)) asked.push(outcome(resolver.lookup(name, second)));
  expect(resolver.counts).toMatchObject({ running: 16, waiting: 16, tooMany: 48 });
  const third = { account: "alice", subAccount: "alice3" };
  for (const name of silentNames(40, 80)) asked.push(outcome(resolver.lookup(name, third)));
  expect(resolver.counts).toMatchObject({ running: 16, waiting: 24, tooMany: 80 });
  const began = performance.now();
  expect(await outcome(resolver.lookup("a.example", bob))).toEqual(["93.184.216.34"]);
  expect(performance.now() - began).toBeLessThan(timeLimit(200));
  const why = await Promise.all(asked);
  expect(new Set(why)).toEqual(new Set(["timedOut", "tooMany"]));
  expect(resolver.counts).toMatchObject({ running: 0, waiting: 0 });
});

test("A name queued for one account is looked up at once for another", async () => {
  const resolver = open({ running: 16, timeoutMs: 300 });
  const blocked = silentNames(4).map((name) => outcome(resolver.lookup(name, alice)));
  const queued = outcome(resolver.lookup("a.example", alice));
  expect(resolver.counts).toMatchObject({ running: 2, waiting: 3 });
  expect(await outcome(resolver.lookup("a.example", bob))).toEqual(["93.184.216.34"]);
  expect(await queued).toBe("timedOut");
  expect(new Set(await Promise.all(blocked))).toEqual(new Set(["timedOut"]));
});

test("Accounts that occupy all slots make room for one that has fewer", async () => {
  const resolver = open({ running: 16, queue: 4, timeoutMs: 2_500 });
  const greedy = Array.from({ length: 8 }, (_, n) => ({ account: `g${n}`, subAccount: `g${n}` }));
  const asked = greedy.flatMap((asker, n) =>
    silentNames(4, n * 10).map((name) => outcome(resolver.lookup(name, asker))),
  );
  expect(resolver.counts).toMatchObject({ running: 16, waiting: 16 });
  const began = performance.now();
  const honest = await Promise.all(
    Array.from({ length: 4 }, (_, n) => {
      zone[`h${n}.example`] = { addresses: ["192.0.2.1"] };
      return outcome(resolver.lookup(`h${n}.example`, { account: `h${n}`, subAccount: "x" }));
    }),
  );
  expect(honest).toEqual(Array(4).fill(["192.0.2.1"]));
  expect(performance.now() - began).toBeLessThan(timeLimit(1_500));
  expect(await outcome(resolver.lookup("a.example", bob))).toEqual(["93.184.216.34"]);
  const why = new Set(await Promise.all(asked));
  expect(why).toEqual(new Set(["timedOut"]));
}, 20_000);

test("A flood of names takes bounded memory and evicts only names of its own account", async () => {
  const many = process.env["TURNPIKE_FULL"] === "1" ? 1_000_000 : 100_000;
  const cache = new NameCache({ names: 20_000, namesPerAccount: 4_000 });
  const answered = { addresses: ["192.0.2.1"], until: performance.now() + 60_000 };
  cache.put("bob", "kept.example", answered);
  for (let n = 0; n < many; n += 1) cache.put("alice", `n${n}.example`, answered);
  expect(cache.size).toBe(4_001);
  expect(cache.get("bob", "kept.example")).toEqual(answered);
  expect(cache.get("alice", `n${many - 1}.example`)).toEqual(answered);
  expect(cache.get("alice", "n0.example")).toBe(null);
  for (let n = 0; n < 40_000; n += 1) cache.put(`a${n % 10}`, `n${n}.example`, answered);
  expect(cache.size).toBe(20_000);
  expect(cache.get("bob", "kept.example")).toEqual(answered);
});
