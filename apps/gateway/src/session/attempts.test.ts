/** Tries of one request at upstreams: what this machine lacks is not held against them. */
import type { UpstreamEvent, UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { Connection } from "../authorise/connections.ts";
import type { UpstreamConnection } from "../dial/dial.ts";
import { MemberStates, type MemberUse } from "../dial/member-states.ts";
import { Upstreams } from "../dial/upstreams.ts";
import type { Engine } from "../engine/engine.ts";
import type { Grant } from "../link/grant.ts";
import { newCounters } from "../report/counters.ts";
import type { UpstreamOutbox } from "../report/upstream-outbox.ts";
import { upstreamFact } from "../testing/wholesaler.ts";
import { Attempts } from "./attempts.ts";
import type { Gateway } from "./gateway.ts";

const target = { kind: "name", host: "a.example", port: 443, authority: "a.example:443" } as Target;
const grant = {
  holderId: "sub1",
  accountId: "account1",
  product: "traffic",
  exitId: null,
} as Grant;

/** A gateway whose dials all fail with this error, and what it learns about its one upstream. */
function failing(code: string, changed: Partial<UpstreamFact> = {}) {
  const events: UpstreamEvent[] = [];
  const outbox = {
    limits: new Map(),
    retries: new Set(),
    add: (event: UpstreamEvent) => void events.push(event),
    wantsSuccess: () => false,
  } as unknown as UpstreamOutbox;
  const states = new MemberStates({ outbox, now: Date.now, workers: 1, accountShare: 1 });
  const error = Object.assign(new Error(code), { code, syscall: "connect" });
  const engine = {
    connect: (_to, done) => done(error),
  } as Pick<Engine, "connect"> as Engine;
  const upstreams = new Upstreams({
    engine,
    lookup: () => [],
    isOwn: () => false,
    isAllowed: () => true,
  });
  const upstream = upstreamFact({ port: 8_080 }, "acme", changed);
  const use: MemberUse = {
    upstream,
    session: null,
    country: "",
    place: "",
    hostKey: "acme host",
    user: "u",
  };
  const way = { id: "acme", how: "http", host: "127.0.0.1", port: 8_080, user: "", member: use };
  const none = (): Refused => ({ reason: "noExit", detail: "" });
  const gateway = {
    engine,
    upstreams,
    counters: newCounters(),
    log: { debug: () => {} },
    book: { add: () => {} },
    exits: {
      members: { states },
      pick: (_g: unknown, _r: unknown, { tried }: { tried: Set<string> }) =>
        tried.has(upstream.id) ? none() : way,
    },
  } as unknown as Gateway;
  const ask = () => {
    const admitted = { grant, request: { filter: {}, sid: null } } as never;
    const attempts = new Attempts(gateway, new Connection(grant), admitted);
    return new Promise<UpstreamConnection | Refused>((done, failed) => {
      attempts.start({ target, addresses: ["93.184.216.34"], idleUpstream: null, done, failed });
    });
  };
  return { ask, states, events };
}

test.each(["EADDRNOTAVAIL", "EMFILE", "ENOBUFS"])(
  "An upstream that could not be dialled for want of local ports or descriptors (%s) is not down",
  async (code) => {
    const { ask, states, events } = failing(code);
    for (let tries = 0; tries < 6; tries += 1)
      expect(await ask()).toMatchObject({ reason: "exitUnreachable" });
    expect(events).toEqual([]);
    expect([states.breakers.size, states.tallies().size]).toEqual([0, 0]);
  },
);

test("An exit that had only the rest of the time is not to blame for its silence", async () => {
  let nowMs = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const late = Object.assign(new Error("late"), { code: "ETIMEDOUT" });
  const given: number[] = [];
  const engine = {
    connect: ({ timeoutMs }, done) => {
      given.push(timeoutMs);
      // The first one takes its time and all but a moment of what is left for others.
      nowMs += 29_990;
      done(late);
    },
  } as Pick<Engine, "connect"> as Engine;
  const options = { engine, lookup: () => [], isOwn: () => false, isAllowed: () => true };
  const marked: [string, string][] = [];
  const way = (id: string) => ({ id, how: "http", host: "127.0.0.1", port: 8_080, user: "" });
  const gateway = {
    engine,
    upstreams: new Upstreams(options),
    counters: newCounters(),
    suspect: () => {},
    log: { debug: () => {}, warn: () => {} },
    exits: {
      pick: (_g: unknown, _r: unknown, { tried }: { tried: Set<string> }) => way(`e${tried.size}`),
      markFailed: (id: string, failure: string) => void marked.push([id, failure]),
    },
  } as unknown as Gateway;
  const admitted = { grant, request: { filter: {}, sid: null } } as never;
  const attempts = new Attempts(gateway, new Connection(grant), admitted);
  const refused = await new Promise((done, failed) => {
    attempts.start({ target, addresses: ["93.184.216.34"], idleUpstream: null, done, failed });
  });
  expect(refused).toMatchObject({ reason: "timedOut" });
  expect(given).toEqual([20_000, 10]);
  expect(marked).toEqual([["e0", "surely"]]);
});

test.each([
  ["refuses the connection", "ECONNREFUSED", 2_000],
  ["is silent", "ETIMEDOUT", 2_000],
  ["is silent for as long as a request may take", "ETIMEDOUT", 30_000],
])("One that %s is", async (_, code, connectMs) => {
  const { ask, states, events } = failing(code, { connectMs });
  for (let tries = 0; tries < 6; tries += 1) await ask();
  expect(events).toHaveLength(6);
  expect(states.breakers.isOpen("acme host", performance.now())).toBe(true);
});
