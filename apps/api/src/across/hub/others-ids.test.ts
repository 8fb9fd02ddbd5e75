/**
 * Every kind of question that a machine can send, with the ids of another one: of its exits, leases,
 * workers, ports, sessions and customers (spec/nodes#identity).
 */
import { randomUUID } from "node:crypto";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";
import { linkQuestions } from "@turnpike/contract/link-questions.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit } from "../../inventory/exit/testing.ts";
import { give } from "../../products/cdkey/testing.ts";
import { liveLoad } from "../../products/live/load.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { createSubAccount, startTraffic, usageRow } from "../../products/traffic/testing.ts";
import {
  connectedMachine,
  connectMachine,
  type FakeLink,
  type FakeMachine,
  snapshotOf,
} from "./fake-node-testing.ts";
import { refusedOf, slotsEnd, stateBut } from "./state-testing.ts";
import { requestRow } from "../request-log/testing.ts";

type Node = FakeLink & FakeMachine;
/** The name that both machines give; only that of the connection counts. */
const by = { gateway: "good-1", epoch: "e1" };
const pool = "198.51.100.1";

/** What is the other machine's: its customers' and its own. */
let subAccountId: string;
let untouched: string;
let leaseId: string;
let staticId: string;
let staticExitId: string;
let poolExitId: string;
let planId: string;
let port: { id: string; port: number };

const api = forTests(startTraffic);
const good = forTests(() => connectedMachine(api, { name: "good", region: "europe" }));
const victim = forTests(() => api.customer(50));
const evil = forTests(() => connectedMachine(api, { name: "evil", region: "asia" }));
beforeAll(async () => {
  const at = (ip: string, product: "pool" | "static" | "unlimited") =>
    importedExit(ip, { node: "good", product });
  await importExits(api.services, [
    at(pool, "pool"),
    at("198.51.100.2", "static"),
    at("198.51.100.3", "unlimited"),
  ]);
  const limits = { trafficGb: 5, maxConnections: 5 };
  ({ id: subAccountId } = await createSubAccount(victim, "Victim001", limits));
  ({ id: untouched } = await createSubAccount(victim, "Victim002", limits));
  await give(api.services, victim.id, { asset: "wallet", amount: 100_000 });
  await good.ask("machine", { addresses: [pool, "198.51.100.2"], port: 7_100 });
  [staticId = ""] = await giveStatics(api.services, victim.id, { country: "FO" });
  const buying = { kind: "port", region: "europe", quantity: 1, days: 7, method: "wallet" };
  planId = (await victim.call("orderUnlimit", buying)).data.planId ?? "";
  const { ports } = (await victim.call("portOrder", { planId, page: 1, limit: 10 })).data;
  port = { id: ports[0]?.id ?? "", port: ports[0]?.port ?? 0 };
  await good.ask("ports", { ...by, ports: [portState(true)] });
  const facts = await snapshotOf(api.services, good);
  const exitId = (ip: string) => facts.find((fact) => fact.kind === "exit" && fact.ip === ip)?.id;
  [poolExitId, staticExitId] = [exitId(pool) ?? "", exitId("198.51.100.2") ?? ""];
  const lease = await good.ask("lease", { ...by, subAccountId, wantedBytes: 5_000_000 });
  leaseId = "lease" in lease ? lease.lease.id : "";
  await good.ask("slots", { ...by, subAccountId, open: 0, wanted: 2 });
  await good.ask("hold", sessionOf(poolExitId));
  await good.ask("connections", { ...by, rows: [lineOf()], dropped: 0 });
});

const sessionOf = (proposedExitId: string, deadExitId: string | null = null) => {
  return { subAccountId, key: "|abc", minutes: 10, proposedExitId, deadExitId };
};
const portState = (open: boolean) => {
  const code = open ? "" : "EADDRINUSE";
  return {
    kind: "unlimitedPort" as const,
    portId: port.id,
    port: port.port,
    open,
    code,
    detail: "",
  };
};
const rowOf = (more: Partial<RequestRow> = {}) => {
  const of = { id: randomUUID(), accountId: victim.id, subAccountId, product: "traffic" } as const;
  const to = { target: "bad.example:443", address: "203.0.113.9" };
  const at = api.services.world.now() - 1_000;
  return requestRow({ ...of, ...to, at, exitIp: pool, country: "FO", ...more });
};
const lineOf = (more: Partial<RequestRow> = {}) => connectionLine(rowOf(more));
const reportOf = (gateway: string, sequence: number, row: Parameters<typeof usageRow>[0]) => {
  return { gateway, epoch: "e1", sequence, rows: [usageRow(row)] };
};

const state = () => stateBut(api.services, { evil: evil.id, good: good.id });
const refused = (what: string) => refusedOf(api.services, what);

interface Attack<K extends QuestionKind> {
  ask: () => Questions[K]["question"];
  /** What is counted as refused; null: what it names is ignored, as the connection says who asks. */
  counted: string | null;
  /** Asked again after this time; it is counted only then. */
  againMs?: number;
  answer?: (answer: Questions[K]["answer"]) => void;
}

const attacks: { [K in QuestionKind]: Attack<K> } = {
  hello: { ask: () => ({ ...by, epoch: "e0", workers: 1 }), counted: null },
  snapshot: {
    ask: () => ({ cursor: null }),
    counted: null,
    answer: ({ facts }) => expect(JSON.stringify(facts)).not.toContain(pool),
  },
  lease: {
    ask: () => ({ ...by, subAccountId: untouched, wantedBytes: 1e15 }),
    counted: null,
    answer: (answer) => expect("lease" in answer && answer.lease.bytes).toBeLessThan(9e9),
  },
  slots: {
    ask: () => ({ ...by, subAccountId, open: 5, wanted: 5 }),
    counted: "slots",
    answer: ({ allowed }) => expect(allowed).toBe(0),
  },
  settle: {
    ask: () => ({ ...by, leaseIds: [leaseId] }),
    counted: "settlements",
    answer: ({ settled }) => expect(settled).toBe(0),
  },
  held: { ask: () => ({ gateway: "good-1", leaseIds: [] }), counted: null },
  report: {
    ask: () => {
      const own = { leaseId, subAccountId, accountId: victim.id, upBytes: 1_000 };
      return {
        reports: [
          reportOf("good-1", 1, own),
          reportOf("evil-1", 1, own),
          reportOf("evil-1", 2, { ...own, leaseId: "", subAccountId: staticId, product: "static" }),
          reportOf("evil-1", 3, { ...own, leaseId: "", subAccountId: port.id, product: "port" }),
        ],
      };
    },
    counted: "usage",
  },
  aside: {
    ask: () => {
      const report = reportOf("good-1", 9, { leaseId, subAccountId, accountId: victim.id });
      return { asides: [{ report, why: "deadlock", at: 0 }] };
    },
    counted: "reports",
  },
  census: {
    ask: () => ({ ...by, open: [{ accountId: victim.id, subAccountId, connections: 5 }] }),
    counted: "census",
    againMs: 3_100,
    answer: () => expect([...liveLoad(api.services).of(victim.id).values()]).toEqual([]),
  },
  requests: {
    ask: () => ({
      ...by,
      rows: [rowOf({ exitIp: "", subAccountId: staticId, product: "static", outcome: "refused" })],
      dropped: 0,
    }),
    counted: "requests",
  },
  connections: {
    ask: () => ({
      ...by,
      rows: [lineOf(), lineOf({ product: "relay", accountId: good.id, subAccountId: good.id })],
      dropped: 0,
    }),
    counted: "connections",
  },
  doors: {
    ask: () => ({
      ...by,
      doors: [{ exitId: staticExitId, ports: [], reachable: false, detail: "gone" }],
    }),
    counted: "listeners",
  },
  ports: { ask: () => ({ ...by, ports: [portState(false)] }), counted: "ports" },
  latencies: {
    ask: () => ({ ...by, exits: [{ exitId: poolExitId, ms: null }] }),
    counted: "latencies",
  },
  load: {
    ask: () => {
      const plans = [{ planId, upBytes: 1e9, downBytes: 1e9, connections: 9 }];
      return { ...by, sample: { spanMs: 1_000, cpuPercent: 1, memoryPercent: 1, plans } };
    },
    counted: "plans",
  },
  upstreams: {
    ask: () => ({ ...by, open: [{ upstreamId: untouched, connections: 9 }], events: [], more: 0 }),
    counted: null,
  },
  policyPart: { ask: () => ({ sha256: "0".repeat(64), part: 0 }), counted: null },
  machine: { ask: () => ({ addresses: [pool, "198.51.100.2"], port: 1 }), counted: null },
  bound: { ask: () => ({ id: randomUUID(), unbindable: [port.port] }), counted: null },
  elsewhere: { ask: () => ({ filter: { country: "fo" } }), counted: null },
  resolve: {
    ask: () => ({ exitId: staticExitId, portId: port.id }),
    counted: null,
    answer: ({ facts }) => expect(facts).toEqual([]),
  },
  hold: { ask: () => sessionOf(randomUUID(), poolExitId), counted: "sessions" },
};
/** It may speak for a sub-account that it leased bytes for, so this comes last. */
const kinds = (Object.keys(linkQuestions) as QuestionKind[]).toSorted(
  (a, b) => Number(a === "lease") - Number(b === "lease"),
);

test.each(kinds)("`%s` with another machine's ids changes nothing of it", async (kind) => {
  const { ask, counted, againMs, answer } = attacks[kind] as Attack<typeof kind>;
  const before = await state();
  const known = counted === null ? 0 : await refused(counted);
  const failures: string[] = [];
  const asked = async () => {
    const [said] = await Promise.allSettled([evil.ask(kind, ask())]);
    if (said.status === "fulfilled") answer?.(said.value as never);
    else failures.push(String(said.reason));
  };
  await asked();
  if (againMs !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, againMs));
    await asked();
  }
  expect(failures.filter((text) => !/failed #\d+$/.test(text))).toEqual([]);
  expect(await state()).toEqual(before);
  const more = counted === null ? 1 : (await refused(counted)) - known;
  expect(more).toBeGreaterThan(0);
});

test("Slots that a machine takes before its first lease end soon, and its limit is not used up", async () => {
  const { id } = await createSubAccount(victim, "Victim003", { trafficGb: 1, maxConnections: 5 });
  const ask = (node: Node, open: number, wanted: number) =>
    node.ask("slots", { ...by, subAccountId: id, open, wanted });
  expect(await ask(evil, 0, 5)).toEqual({ allowed: 2 });
  const ends = () => slotsEnd(api.services, id);
  const first = await ends();
  expect(first - Date.now()).toBeLessThan(16_000);
  expect(await ask(evil, 0, 5)).toEqual({ allowed: 2 });
  expect(await ask(good, 0, 3)).toEqual({ allowed: 2 });
  await ask(evil, 2, 5);
  await ask(evil, 1, 5);
  expect(await ends()).toBe(first);
  await sql`delete from connection_slot where sub_account_id = ${id}`.execute(api.db);
  // There is no second one within the hour, and nothing is allowed that is not counted.
  await new Promise((resolve) => setTimeout(resolve, 260));
  expect(await ask(evil, 0, 5)).toEqual({ allowed: 0 });
  expect(await ask(good, 0, 5)).toEqual({ allowed: 0 });
  await good.ask("lease", { ...by, subAccountId: id, wantedBytes: 1_000_000 });
  expect(await ask(good, 0, 5)).toEqual({ allowed: 5 });
});

test("A machine has no more workers than its gateways announce", async () => {
  const before = await refused("workers");
  await evil.ask("hello", { ...by, workers: 1 });
  const second = connectMachine(api.url, evil, { worker: 2 });
  await new Promise<void>((resolve) => second.onConnection((up) => up && resolve()));
  const [said] = await Promise.allSettled([second.ask("hello", { ...by, workers: 1 })]);
  expect(said.status).toBe("rejected");
  expect(await refused("workers")).toBe(before + 1);
  await expect.poll(() => second.lost.join(), { timeout: 5_000 }).toContain("fewer workers");
  await second.stop();
});
