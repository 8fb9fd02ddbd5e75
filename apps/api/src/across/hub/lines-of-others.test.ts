/**
 * A customer knows the id of a request at once. A machine that was taken over, to which he tells it,
 * keeps no other machine's lines of it out of the trace (spec/nodes#identity).
 */
import { randomUUID } from "node:crypto";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit } from "../../inventory/exit/testing.ts";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import { traceExit } from "../abuse/trace.ts";
import { requestRow } from "../request-log/testing.ts";
import { connectedMachine, type FakeLink, type FakeMachine } from "./fake-node-testing.ts";

type Node = FakeLink & FakeMachine;
const [goodExit, evilExit] = ["198.51.100.1", "198.51.100.2"];
const by = { gateway: "any-1", epoch: "e1" };

const api = forTests(startTraffic);
const good = forTests(() => connectedMachine(api, { name: "good" }));
const evil = forTests(() => connectedMachine(api, { name: "evil" }));
const abuser = forTests(() => api.customer(5));
let subAccountId: string;
beforeAll(async () => {
  ({ id: subAccountId } = await createSubAccount(abuser, "Abuser001", { trafficGb: 4 }));
  await importExits(api.services, [
    importedExit(goodExit, { country: "FO", node: "good" }),
    importedExit(evilExit, { country: "FO", node: "evil" }),
  ]);
});

const now = () => api.services.world.now();
const line = (more: Partial<RequestRow>) =>
  requestRow({
    accountId: abuser.id,
    subAccountId,
    product: "traffic",
    target: "victim.example:443",
    address: "203.0.113.9",
    country: "FO",
    ...more,
  });
const tell = (node: Node, ...rows: RequestRow[]) =>
  node.ask("connections", { ...by, rows: rows.map(connectionLine), dropped: 0 });
async function traced(exit: string, at: number) {
  const question = { exit, at, target: null, windowSeconds: 5 };
  const { connections } = await traceExit(api.services, question);
  return connections.map(({ gateway, upBytes }) => [gateway, upBytes]);
}

test("A line is kept although another machine told one with its id and begin first", async () => {
  const [id, at] = [randomUUID(), now() - 60_000];
  const around = Array.from({ length: 101 }, (_, n) => at - 50 + n);
  await tell(
    evil,
    ...around.map((each) => line({ id, at: each, exitIp: evilExit, ms: 1, upBytes: 1 })),
  );
  await tell(good, line({ id, at, exitIp: goodExit, ms: 5_000, open: true, upBytes: 0 }));
  expect(await traced(goodExit, at)).toEqual([["good-1", 0]]);
  const ended = line({ id, at, exitIp: goodExit, ms: 9_000, upBytes: 700 });
  await tell(good, ended);
  await tell(evil, line({ id, at, exitIp: evilExit, ms: 20_000, upBytes: 2 }));
  await tell(good, ended);
  expect(await traced(goodExit, at)).toEqual([["good-1", 700]]);
  expect(await traced(evilExit, at)).toEqual(around.map(() => ["evil-1", 1]));
});

test("So is one of a machine whose clock is ahead", async () => {
  const [id, at] = [randomUUID(), now() + 3_000_000];
  const before = Array.from({ length: 20 }, (_, n) => now() + n);
  await tell(evil, ...before.map((each) => line({ id, at: each, exitIp: evilExit, ms: 1 })));
  await tell(good, line({ id, at, exitIp: goodExit, ms: 1_000, upBytes: 700 }));
  expect(await traced(goodExit, now())).toEqual([["good-1", 700]]);
});
