/**
 * A gateway machine that was taken over speaks the link raw beside an honest one: it sends every
 * kind of question with ids that are not its own, and malformed ones (spec/nodes#identity).
 */
import { randomUUID } from "node:crypto";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { QuestionKind, Questions, UsageRow } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { linkQuestions } from "@turnpike/contract/link-questions.ts";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { listAside } from "../../platform/set-aside/store.ts";
import { applyItem, itemId } from "../operator/set-aside.ts";
import { recentRefusals } from "../../inventory/node/store/refusals.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { traceExit } from "../abuse/trace.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit } from "../../inventory/exit/testing.ts";
import { applyQuarantined } from "../../products/traffic/resolve-quarantined.ts";
import { listQuarantined } from "../../products/traffic/store/quarantine.ts";
import {
  createSubAccount,
  type Customer,
  GB,
  startTraffic,
  usageRow,
} from "../../products/traffic/testing.ts";
import { connectedMachine, type FakeLink, type FakeMachine } from "./fake-node-testing.ts";

type Node = FakeLink & FakeMachine;

let subAccountId: string;
let goodLease: string;
const api = forTests(startTraffic);
const good = forTests(() => connectedMachine(api, { name: "good" }));
const victim = forTests(() => api.customer(50));
beforeAll(async () => {
  ({ id: subAccountId } = await createSubAccount(victim, "Victim001", { trafficGb: 40 }));
});
const evil = forTests(() => connectedMachine(api, { name: "evil" }));
beforeAll(async () => {
  const answer = await good.ask("lease", { ...by, subAccountId, wantedBytes: 50_000_000 });
  goodLease = "lease" in answer ? answer.lease.id : "";
});

const exitOf = (ip: string, node: string) => importedExit(ip, { country: "FO", node });
const by = { gateway: "good-1", epoch: "e1" };
const row = (more: Partial<UsageRow>) =>
  usageRow({ leaseId: "", accountId: victim.id, subAccountId, upBytes: 5 * GB, ...more });
let sequence = 0;
const reportOf = (rows: UsageRow[], gateway = "evil-1") => {
  sequence += 1;
  return { gateway, epoch: "e1", sequence, rows };
};
const billedBytes = async () => (await victim.call("trafficInfo")).data.usedBytes;

test("A machine bills nobody without a lease of its own, whatever product it names", async () => {
  for (const product of ["gold", "Traffic", "", "constructor"]) {
    const report = reportOf([row({ product: product as "traffic" })]);
    await expect(evil.ask("report", { reports: [report] })).rejects.toThrow("malformed");
  }
  await evil.ask("report", { reports: [reportOf([row({})])] });
  await evil.ask("report", { reports: [reportOf([row({ leaseId: goodLease, upBytes: 1_000 })])] });
  await evil.ask("report", { reports: [reportOf([row({ product: "static" })])] });
  expect(await billedBytes()).toBe(0);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
});

test("A report that a machine sets aside is doubtful unless its own leases cover it, and bills no more than those", async () => {
  const aside = (report: ReturnType<typeof reportOf>) =>
    evil.ask("aside", { asides: [{ report, why: "deadlock detected", at: 0 }] });
  const before = await billedBytes();
  await aside(reportOf([row({})]));
  await aside(reportOf([row({ leaseId: goodLease, upBytes: 1_000 })]));
  await aside(reportOf([row({ product: "gold" as "traffic" })]));
  await aside(reportOf([row({})], "good-1"));
  const answer = await evil.ask("lease", { ...by, subAccountId, wantedBytes: 1_000_000 });
  const leaseId = "lease" in answer ? answer.lease.id : "";
  await aside(reportOf([row({ leaseId, upBytes: 7 })]));
  const waiting = await listQuarantined(api.db, 10);
  expect(waiting.map(({ gateway, doubtful }) => [gateway, doubtful])).toEqual([
    ["evil-1", true],
    ["evil-1", true],
    ["evil-1", true],
    ["evil-1", false],
  ]);
  const failures: string[] = [];
  for (const { id } of waiting)
    await applyQuarantined(api.services, id).catch((error: unknown) => {
      failures.push(String(error));
    });
  expect(failures).toEqual([expect.stringContaining("unknown product")]);
  expect(await billedBytes()).toBe(before + 7);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
});

test("A machine leases no more than its budget, and what it is refused is kept for doctor and the console", async () => {
  let leased = 0;
  const lease = async () => {
    const answer = await evil.ask("lease", { ...by, subAccountId, wantedBytes: 16 * GB });
    leased += "lease" in answer ? answer.lease.bytes : 0;
  };
  const tries = await Promise.allSettled(Array.from({ length: 20 }, lease));
  expect(tries.filter(({ status }) => status === "rejected").length).toBeGreaterThan(0);
  expect(leased).toBeGreaterThan(6 * GB);
  expect(leased).toBeLessThan(10 * GB);
  const kept = async () => (await recentRefusals(api.db)).filter((one) => one.nodeId === evil.id);
  await expect
    .poll(async () => (await kept()).map(({ what }) => what).sort(), { timeout: 8_000 })
    .toEqual(expect.arrayContaining(["leases", "questions", "reports", "usage"]));
});

function lineOf(at: number, exitIp: string, more: Partial<RequestRow> = {}) {
  const text = { client: "198.51.100.77", target: "bad.example:443", address: "203.0.113.9" };
  const outcome = { outcome: "ok", reason: "", detail: "", protocol: "connect" } as const;
  const counts = { upBytes: 1, downBytes: 1, ms: 5_000, at };
  const of = {
    accountId: victim.id,
    subAccountId,
    product: "traffic",
    exitIp,
    country: "FO",
  } as const;
  return connectionLine({ id: randomUUID(), ...text, ...outcome, ...counts, ...of, ...more });
}
async function traced(address: string, at: number) {
  const question = { exit: address, at: at + 10, target: null, windowSeconds: 60 };
  const { connections } = await traceExit(api.services, question);
  return connections.map(({ gateway, certainty, unproved }) => [gateway, certainty, unproved]);
}

test("What a machine tells of others' exits and customers is unproved: no customer sees it, no trace is sure of it", async () => {
  await importExits(api.services, [exitOf("198.51.100.1", "good"), exitOf("198.51.100.2", "evil")]);
  const at = api.services.world.now() - 1_000;
  const stranger = await api.customer();
  const tell = (node: Node, exitIp: string, more: Partial<RequestRow> = {}) =>
    node.ask("connections", { ...by, rows: [lineOf(at, exitIp, more)], dropped: 0 });
  await tell(evil, "198.51.100.1");
  await tell(evil, "198.51.100.3");
  await tell(evil, "198.51.100.2", { accountId: stranger.id });
  await tell(good, "198.51.100.1");
  expect(await traced("198.51.100.1", at)).toEqual([
    ["good-1", "surely", false],
    ["evil-1", "perhaps", true],
  ]);
  expect(await traced("198.51.100.2", at)).toEqual([["evil-1", "perhaps", true]]);
  expect(await traced("198.51.100.3", at)).toEqual([["evil-1", "perhaps", true]]);
  const shown = async (customer: Customer) =>
    (await customer.call("requestLog", { page: 1, limit: 10 })).data.items.map(
      ({ exit: ip }) => ip,
    );
  expect([await shown(victim), await shown(stranger)]).toEqual([["198.51.100.1"], []]);
});

test("A use of a relay is proved by the exit's own machine alone; a line that was set aside is judged as any other", async () => {
  await importExits(api.services, [
    exitOf("198.51.100.11", "good"),
    exitOf("198.51.100.12", "evil"),
  ]);
  const at = api.services.world.now() - 1_000;
  const asker = { product: "relay", accountId: evil.id, subAccountId: evil.id } as const;
  const lines = [
    lineOf(at, "198.51.100.11", asker),
    lineOf(at, "198.51.100.12", { product: "relay" }),
    lineOf(at, "198.51.100.12", { ...asker, product: "traffic" }),
  ];
  await evil.ask("connections", { ...by, rows: lines, dropped: 0 });
  await good.ask("connections", { ...by, rows: [lineOf(at, "198.51.100.11", asker)], dropped: 0 });
  const item = lineOf(at, "198.51.100.11");
  const aside = { kind: "connection", name: "x", item, why: "refused", at: 0 } as const;
  await evil.ask("aside", { asides: [], items: [aside] });
  const [waiting] = await listAside(api.db, 1);
  expect(waiting && (await applyItem(api.services, itemId(waiting)))).toMatchObject({
    outcome: "applied",
  });
  const found = await traced("198.51.100.11", at);
  expect(found.filter(([gateway]) => gateway === "good-1")).toEqual([["good-1", "surely", false]]);
  expect(found.filter(([gateway]) => gateway === "evil-1")).toEqual([
    ["evil-1", "perhaps", true],
    ["evil-1", "perhaps", true],
  ]);
  expect(await traced("198.51.100.12", at)).toEqual([
    ["evil-1", "perhaps", true],
    ["evil-1", "perhaps", true],
  ]);
});

/** For every kind of question, one that must be refused before its handler; null: it has no fields that could be. */
const malformed: { [K in QuestionKind]: unknown[] } = {
  hello: [null, {}, { ...by, since: "1" }, { ...by, gateway: "x".repeat(301) }],
  snapshot: [{ cursor: "x'; drop" }, { cursor: 1 }, {}],
  lease: [
    { ...by, subAccountId: 1, wantedBytes: 1 },
    { ...by, subAccountId: "", wantedBytes: -1 },
  ],
  slots: [
    { ...by, subAccountId: "", open: -1, wanted: 1 },
    { ...by, open: 1, wanted: 1 },
  ],
  settle: [
    { ...by, leaseIds: "all" },
    { ...by, leaseIds: Array.from({ length: 501 }, () => "") },
  ],
  held: [{ gateway: "g" }, { gateway: "g", leaseIds: [{}] }],
  report: [{ reports: [{}] }, { reports: [{ ...by, sequence: 0.5, rows: [] }] }, { reports: {} }],
  aside: [{ asides: [null] }, { asides: Array.from({ length: 21 }, () => ({})) }],
  census: [{ ...by, open: [{ accountId: "x".repeat(9_999), subAccountId: "", connections: 1 }] }],
  requests: [
    { ...by, rows: "all", dropped: 0 } as never,
    { ...by, rows: Array.from({ length: 1_001 }), dropped: 0 } as never,
  ],
  connections: [{ ...by, rows: null, dropped: 0 } as never, { ...by, rows: [], dropped: -1 }],
  doors: [{ ...by, doors: [{ exitId: "", ports: ["1"], reachable: true, detail: "" }] }],
  ports: [
    { ...by, ports: [{ kind: "gold", portId: "", port: 1, open: true, code: "", detail: "" }] },
  ],
  latencies: [{ ...by, exits: [{ exitId: 1, ms: 1 }] }],
  load: [
    { ...by, sample: null },
    { ...by, sample: { plans: null } },
  ],
  machine: [
    { addresses: ["x".repeat(65)], port: 1 },
    { addresses: [], port: 65_536 },
  ],
  bound: [
    { id: "x", unbindable: [-1] },
    { id: {}, unbindable: [] },
  ],
  elsewhere: [{ filter: { country: {} } }, {}],
  upstreams: [
    { ...by, open: [{ upstreamId: "", connections: -1 }], events: [], more: 0 },
    { ...by, open: [], events: Array.from({ length: 201 }, () => ({})), more: 0 },
  ],
  policyPart: [
    { sha256: "x'; drop", part: 0 },
    { sha256: "0".repeat(64), part: -1 },
  ],
  resolve: [null, { name: 1 }, { address: "x".repeat(65) }],
  hold: [{ subAccountId: "", key: "", minutes: 1e9, proposedExitId: "", deadExitId: null }],
};

test.each(Object.keys(linkQuestions) as QuestionKind[])(
  "A malformed `%s` is refused without a text of the database, and fails no other gateway's",
  async (kind) => {
    const honest = good.ask("resolve", { name: "victim001" });
    for (const question of malformed[kind]) {
      const asked = evil.ask(kind, question as Questions[typeof kind]["question"]);
      await expect(asked).rejects.toThrow(/^malformed #\d+$/);
    }
    expect((await honest).facts).toHaveLength(1);
  },
);

test("What fails in a handler is answered with a number alone", async () => {
  const question = { subAccountId: "x", key: "k", minutes: 3, deadExitId: null };
  const asked = evil.ask("hold", { ...question, proposedExitId: randomUUID() });
  await expect(asked).rejects.toThrow(/^(failed|malformed) #\d+$/);
});
