/** Many ports of unlimited plans: reported, shared among workers, unaffected by other changes. */
import { isFull } from "@turnpike/net/testing/full.ts";
import { expect, test, vi } from "vitest";
import { connectTo, eventually } from "../testing/test-gateway.ts";
import { openedIp, whitelistedPort } from "../testing/leased-ports.ts";
import { labExit } from "../testing/resources.ts";
import {
  asksForLogin,
  firstAnswer,
  onePort,
  pause,
  ListeningPortsBench,
  portsOf,
} from "../testing/listening-ports.ts";
import { unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { rawOrigin } from "../testing/origin.ts";
import { PortListener } from "./port-listener.ts";
import { PortListeners } from "./port-listeners.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

const bench = forEachTest(() => ListeningPortsBench.open());

test("All ports are reported on each connection, and again if the hub did not accept the report", async () => {
  const facts = await portsOf(700);
  for (const fact of facts) bench.hub.resources.set(`unlimitedPort ${fact.id}`, fact);
  const running = await bench.gateway();
  await running.listenersReported(5_000);
  const told = () => facts.filter((fact) => bench.known(fact)?.open).length;
  expect(told()).toBeGreaterThan(690);
  const before = told();
  await bench.hub.disconnect();
  bench.hub.ports.clear();
  bench.hub.portReportsToFail = 1;
  await bench.hub.listen();
  // A port that was in use at first may be free now.
  await eventually("all are told again", () => told() >= before, 15_000);
  expect(bench.hub.portReportsToFail).toBeLessThan(0);
});

test("Unchanged ports are not reported again", async () => {
  const fact = await onePort();
  bench.hub.upsert(fact);
  await bench.gateway();
  await whenOpen(bench.hub, fact);
  bench.hub.ports.clear();
  bench.hub.upsert({ ...fact, name: "other1", mbps: 5 });
  await pause(300);
  expect(bench.hub.ports.size).toBe(0);
  expect(await firstAnswer(fact.port)).toMatch(asksForLogin);
});

test("4,000 ports are opened without stalling traffic", async () => {
  const origin = await rawOrigin((socket) => void socket.pipe(socket));
  bench.undo.push(() => origin.stop());
  bench.hub.addSubAccount("alice1", "secret1", 1e9);
  bench.hub.upsert(labExit());
  const running = await bench.gateway({}, [origin.authority]);
  const request = { user: "alice1", password: "secret1", authority: origin.authority };
  const { client } = await connectTo(running, request);
  // Outside the range that other tests use (free-ports.ts).
  const first = 11_000 + Math.floor(Math.random() * 4_000);
  const facts = Array.from({ length: 4_000 }, (_, at) => unlimitedPort({ port: first + at }));
  const opening = vi.spyOn(PortListener.prototype, "open");
  bench.undo.push(() => opening.mockRestore());
  const opened = () => opening.mock.calls.length;
  bench.hub.announce({ puts: facts, drops: [] });
  // Counts ports and not milliseconds: whatever else stops this process opens no ports either.
  let most = 0;
  let before = 0;
  const countTurn = () => {
    most = Math.max(most, opened() - before);
    before = opened();
    turn = setImmediate(countTurn);
  };
  let turn = setImmediate(countTurn);
  bench.undo.push(() => clearImmediate(turn));
  while (bench.hub.ports.size < facts.length) {
    client.socket.write("ping");
    await client.exactly(4);
  }
  // A turn of 8 ms opens some 300 of them.
  expect(most).toBeLessThan(facts.length / 2);
  expect([...bench.hub.ports.values()].filter(({ open }) => open).length).toBeGreaterThan(3_900);
  client.socket.destroy();
}, 30_000);

test.runIf(isFull)(
  "If descriptors run out, open ports stay open and the rest are reported as failed",
  async () => {
    const facts = (await portsOf(22)).sort((one, other) => (one.id < other.id ? 1 : -1));
    const late = facts.splice(18);
    for (const fact of facts) bench.hub.upsert(fact);
    // (164 - 128) / 2 listeners.
    const running = await bench.gateway({ files: 164 });
    for (const fact of facts) await whenOpen(bench.hub, fact);
    for (const fact of late) bench.hub.upsert(fact);
    await eventually("the rest is told", () =>
      late.every((fact) => bench.known(fact) !== undefined),
    );
    for (const fact of late) {
      expect(bench.known(fact)).toMatchObject({
        open: false,
        code: "EMFILE",
        detail: "open file limit reached",
      });
    }
    for (const { port } of facts) expect(await firstAnswer(port)).toMatch(asksForLogin);
    expect(bench.warned.at(-1)).toBe(
      "listeners failed at 4 ports of unlimited plans: open file limit reached",
    );
    await running.listenersReported(1_000);
    for (const { id } of facts.slice(0, 4)) bench.hub.delete("unlimitedPort", id);
    for (const fact of late) await whenOpen(bench.hub, fact);
  },
);

test("Unsold static listeners make room for customers' ports", async () => {
  const exits = [1, 2, 3].map((at) =>
    labExit({ ip: `127.46.${Math.floor(Math.random() * 200)}.${at}`, product: "static" }),
  );
  for (const exit of exits) bench.hub.upsert(exit);
  const doorPorts = await freePorts(6);
  await bench.gateway({ files: 164, staticPorts: doorPorts });
  const doors = () => [...bench.hub.doors.values()].filter(({ ports }) => ports.length > 0).length;
  await eventually("three doors of six listeners", () => doors() === 3);
  const facts = await portsOf(5);
  for (const fact of facts) bench.hub.upsert(fact);
  for (const fact of facts) await whenOpen(bench.hub, fact);
  await eventually("one of them is closed", () => doors() === 2);
  for (const { id } of facts) bench.hub.delete("unlimitedPort", id);
  await eventually("it is opened again", () => doors() === 3);
});

test("Whitelisted ports make room for sold static listeners and for paid ports", async () => {
  const exits = [1, 2].map((at) =>
    labExit({ ip: `127.47.${Math.floor(Math.random() * 200)}.${at}`, product: "static" }),
  );
  for (const exit of exits) bench.hub.upsert(exit);
  const numbers = await freePorts(9 + 8);
  const white = numbers.slice(8).map((port) => whitelistedPort({ port }));
  const [doorPorts, paidPorts] = [numbers.slice(0, 6), numbers.slice(6, 8)];
  for (const fact of white) bench.hub.upsert(fact);
  // At most nine of 18 listeners are whitelisted ports; unsold IPs get one listener of six ports.
  await bench.gateway({ files: 164, staticPorts: doorPorts });
  for (const fact of white) await whenOpen(bench.hub, fact);
  const doors = () => [...bench.hub.doors.values()].filter(({ ports }) => ports.length > 0).length;
  const open = () => white.filter((fact) => bench.known(fact)?.open).length;
  await eventually("one door", () => doors() === 1);
  for (const exit of exits) bench.hub.addStaticIp(exit, "carol1", "secret3");
  await eventually("both are open", () => doors() === 2 && open() === 6);
  const paid = [
    unlimitedPort({ port: paidPorts[0] ?? 0 }),
    openedIp(labExit(), { port: paidPorts[1] ?? 0 }),
  ];
  for (const fact of paid) bench.hub.upsert(fact);
  for (const fact of paid) await whenOpen(bench.hub, fact);
  await eventually("two whitelisted ports less", () => open() === 4);
  expect(doors()).toBe(2);
  for (const { kind, id } of paid) bench.hub.delete(kind, id);
  await eventually("they are back", () => open() === 6);
});

test("Changes that do not concern ports do not refresh them", async () => {
  const fact = await onePort();
  bench.hub.upsert(fact);
  await bench.gateway();
  await whenOpen(bench.hub, fact);
  const looks = vi.spyOn(PortListeners.prototype, "refresh");
  bench.undo.push(() => looks.mockRestore());
  bench.hub.upsert(labExit());
  bench.hub.upsert(labExit({ product: "unlimited" }));
  bench.hub.addSubAccount("alice1", "secret1", 1e9);
  await pause(100);
  expect(looks).not.toHaveBeenCalled();
  bench.hub.delete("unlimitedPort", fact.id);
  await eventually("it is looked at", () => looks.mock.calls.length > 0);
});
