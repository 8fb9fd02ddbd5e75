/** Names whose name server never answers affect only the accounts that ask for them (N1). */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NameServer } from "@turnpike/net/testing/name-server.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import { basic, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { noLimits, verifierOf } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { Outside } from "../testing/outside.ts";
import { realWorld } from "../lib/world.ts";

const isFull = process.env["TURNPIKE_FULL"] === "1";
const attackMs = isFull ? 10_000 : 1_200;
/** Longer than a busy machine needs for a name that is answered. */
const lookupTimeoutMs = isFull ? 5_000 : 1_500;
const slowerMs = timeLimit(50);
const whitelisted = "127.0.0.9";

let gateway: RunningGateway;
let count = 0;

/** The status of one CONNECT and its duration in milliseconds. */
async function tunnel(user: string | null, host: string): Promise<{ status: number; ms: number }> {
  const from = user === null ? { localAddress: whitelisted } : {};
  const login = user === null ? "" : `Proxy-Authorization: ${basic(user, "secret1")}\r\n`;
  const began = performance.now();
  const socket = connect({ port: gateway.port, host: "127.0.0.1", ...from });
  socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n${login}\r\n`);
  const [head] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return { status: Number(head.toString("latin1", 9, 12)), ms: performance.now() - began };
}

/** Starts `work` at this rate for this long. */
async function pace<T>(perSecond: number, forMs: number, work: () => Promise<T>): Promise<T[]> {
  const all: Promise<T>[] = [];
  const began = performance.now();
  while (performance.now() - began < forMs) {
    const due = Math.ceil(((performance.now() - began) * perSecond) / 1_000);
    while (all.length < due) all.push(work());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Promise.all(all);
}
const fresh = (kind: string) => `${kind}${(count += 1)}.example`;
const honest = () => tunnel("bobby1", fresh("live"));
function quantile(all: { ms: number }[], share: number): number {
  const sorted = all.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
const p99 = (all: { ms: number }[]) => quantile(all, 0.99);
/** Of sixteen lookups beside other tests the slowest says nothing about the attack. */
const compared = isFull ? p99 : (all: { ms: number }[]) => quantile(all, 0.5);

describe.each(engines)("a silent name server ($name engine)", ({ options }) => {
  const names = forEachTest(() => new NameServer().listen());
  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(async () => {
    names.answer = ({ name }) =>
      name.startsWith("live") ? { addresses: ["93.184.216.34"], delayMs: 2 } : { silent: true };
    hub.addSubAccount("alice1", "secret1", 1e9);
    hub.addSubAccount("bobby1", "secret1", 1e9);
    hub.left.set("sub-alice2", 1e9);
    hub.upsert({
      kind: "subAccount",
      id: "sub-alice2",
      accountId: "account-alice1",
      name: "alice2",
      verifier: verifierOf("alice2", "secret1"),
      enabled: true,
      limits: noLimits,
    });
    hub.upsert({
      kind: "whitelist",
      id: "listed",
      ip: whitelisted,
      subAccountId: "sub-alice1",
      expiresAt: null,
    });
    return new Outside(({ socket }) => socket.end()).listen();
  });
  beforeEach(async () => {
    hub.upsert(outside.exit());
    const world = realWorld({ servers: [names.at], timeoutMs: lookupTimeoutMs });
    gateway = await gatewayAt(hub, [], { world, ...options });
  });
  afterEach(() => gateway.stop(0));

  const attacks: [number, string, (string | null)[]][] = [
    [4, "by one sub-account", ["alice1"]],
    ...(isFull ? [[40, "by one sub-account", ["alice1"]] as [number, string, string[]]] : []),
    [400, "by two sub-accounts and a whitelisted address", ["alice1", "alice2", null]],
  ];
  test.each(attacks)(
    "%i names a second %s: others are resolved as before; the attacker gets 504, or 429 if too fast",
    // Shared machines are sometimes slow.
    { timeout: 60_000, retry: isFull ? 2 : 1 },
    async (perSecond, _by, users) => {
      const quiet = await pace(20, attackMs / 2, honest);
      let turn = 0;
      const attack = pace(perSecond, attackMs, () => {
        turn += 1;
        return tunnel(users[turn % users.length] ?? null, fresh("silent"));
      });
      // Long enough for the first names to use up all that an account may hold.
      await new Promise((resolve) => setTimeout(resolve, attackMs / 3));
      const during = await pace(20, (attackMs * 2) / 3, honest);
      const attacked = await attack;
      const after = await pace(20, 300, honest);
      const statuses = [...quiet, ...during, ...after].map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(compared(during)).toBeLessThanOrEqual(compared(quiet) + slowerMs);
      const refused = new Set(attacked.map(({ status }) => status));
      // 40 a second just fill the sub-account's queue: 64 run and 128 wait, for 5 s each.
      const expected = new Set(perSecond === 4 ? [504] : [429, 504]);
      if (perSecond === 40) refused.add(429);
      expect(refused).toEqual(expected);
      const said = { perSecond, quietMs: p99(quiet), duringMs: p99(during), of: during.length };
      if (isFull) process.stderr.write(`${JSON.stringify(said)}\n`);
    },
  );

  test("Clients without access cause no name lookups", async () => {
    const strangers = [
      await tunnel("nobody1", fresh("live")),
      await tunnel("bobby2", fresh("silent")),
      await tunnel("alice1-regoin-US", fresh("live")),
    ];
    expect(strangers.map(({ status }) => status)).toEqual([407, 407, 400]);
    hub.delete("whitelist", "listed");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await tunnel(null, fresh("silent"))).status).toBe(407);
    expect(names.questions).toEqual([]);
  });

  test("A repeated name is served from the account's own cache, and checked again each time", async () => {
    const host = fresh("live");
    for (let turn = 0; turn < 5; turn += 1) expect((await tunnel("bobby1", host)).status).toBe(200);
    expect(names.countQuestions(host)).toBe(2);
    expect((await tunnel("alice1", host)).status).toBe(200);
    expect(names.countQuestions(host)).toBe(4);
    const address = "93.184.216.34";
    hub.upsert({ kind: "blockedTarget", id: "b1", accountId: null, pattern: address });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await tunnel("bobby1", host)).status).toBe(403);
    expect(names.countQuestions(host)).toBe(4);
  });
});
