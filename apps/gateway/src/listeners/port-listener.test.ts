import type { PortFact } from "@turnpike/contract/port-facts.ts";
import { expect, test } from "vitest";
import type { Listening } from "../engine/engine.ts";
import { eventually } from "../testing/test-gateway.ts";
import { unlimitedPort } from "../testing/unlimited-ports.ts";
import { PortListener } from "./port-listener.ts";
import { PortListeners } from "./port-listeners.ts";
import { ProblemLog } from "./problem-log.ts";

/** A listener that opens on command, and whether it was stopped. */
function slowly() {
  const { promise, resolve } = Promise.withResolvers<Listening>();
  const made = {
    stopped: 0,
    open: () => resolve({ port: 1, stop: () => void (made.stopped += 1) }),
  };
  return { made, listen: () => promise };
}

test("A port that is closed while it opens is closed and not reported as open", async () => {
  for (const end of [
    (port: PortListener) => port.close(),
    (port: PortListener) => void port.setWanted(false),
  ]) {
    const { made, listen } = slowly();
    const port = new PortListener(unlimitedPort());
    port.setWanted(true);
    const opening = port.open(1, listen);
    end(port);
    made.open();
    await opening;
    expect([made.stopped, port.isOpen]).toEqual([1, false]);
    expect(port.report()?.open ?? false).toBe(false);
  }
});

test("Nothing is reported before the first attempt; a failure is reported with its cause", async () => {
  const fact = unlimitedPort({ port: 26_001 });
  const port = new PortListener(fact);
  port.setWanted(true);
  expect(port.report()).toBeNull();
  await port.open(26_001, () => Promise.reject(Object.assign(new Error(), { code: "EACCES" })));
  const message = {
    kind: fact.kind,
    portId: fact.id,
    port: 26_001,
    open: false,
    code: "EACCES",
    detail: "EACCES",
  };
  expect(port.report()).toEqual(message);
  expect([port.missing(false), port.missing(true)]).toEqual([[], [26_001]]);
  port.changed({ ...fact, name: "other1" });
  expect(port.missing(false)).toEqual([26_001]);
});

test("A change made while others open is tried right after them, without waiting for the next round", async () => {
  const [one, two] = [unlimitedPort({ port: 26_001 }), unlimitedPort({ port: 26_002 })];
  const facts = new Map([one, two].map((fact) => [fact.id, fact]));
  const tried: string[] = [];
  const slow = slowly();
  const listen = ({ id }: PortFact) => {
    const name = facts.get(id)?.name ?? "";
    tried.push(name);
    if (id === two.id) return slow.listen();
    return name === "after1" ? slow.listen() : Promise.reject(new Error("taken"));
  };
  const ports = new PortListeners({
    worker: 0,
    workers: 1,
    resources: () => facts,
    roomFor: ({ paid, whitelisted }) => paid + whitelisted,
    listen,
    changed: () => {},
    problems: new ProblemLog({ debug() {}, info() {}, warn() {}, error() {} }),
    retryMs: 60_000,
  });
  ports.refresh();
  await eventually("the second is being opened", () => tried.length === 2);
  facts.set(one.id, { ...one, name: "after1" });
  ports.refresh();
  slow.made.open();
  await eventually("the first is tried again", () => ports.openPorts === 2);
  expect(tried).toEqual([one.name, two.name, "after1"]);
  ports.stop();
});
