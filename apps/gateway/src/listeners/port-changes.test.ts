/** How a worker's ports follow changes of the facts, without sockets. */
import { randomUUID } from "node:crypto";
import type { PortFact } from "@turnpike/contract/port-facts.ts";
import { afterEach, expect, test } from "vitest";
import type { WantedPorts } from "./descriptors.ts";
import { ownsShard } from "../lib/owns-shard.ts";
import { openedIp, whitelistedPort } from "../testing/leased-ports.ts";
import { labExit } from "../testing/resources.ts";
import { unlimitedPort } from "../testing/unlimited-ports.ts";
import { seeded } from "../testing/test-sizes.ts";
import { PortListeners } from "./port-listeners.ts";
import { ProblemLog } from "./problem-log.ts";

/** How often the owner of a port was computed. */
let decisions = 0;
const standing: PortListeners[] = [];
afterEach(() => {
  for (const ports of standing.splice(0)) ports.stop();
});

function portsOf(
  facts: ReadonlyMap<string, PortFact>,
  { workers = 2, roomFor = ({ paid, whitelisted }: WantedPorts) => paid + whitelisted } = {},
): PortListeners {
  const ports = new PortListeners({
    worker: 0,
    // Each computation reads it once.
    get workers() {
      decisions += 1;
      return workers;
    },
    resources: () => facts,
    roomFor,
    listen: () => Promise.resolve({ port: 1, stop() {} }),
    changed: () => {},
    problems: new ProblemLog({ debug() {}, info() {}, warn() {}, error() {} }),
    retryMs: 60_000,
  });
  standing.push(ports);
  return ports;
}

const put = (facts: Map<string, PortFact>, fact: PortFact) => void facts.set(fact.id, fact);
const white = () => whitelistedPort({ id: randomUUID() });

test("A port's owner is computed once, however many others are added, deleted and changed", () => {
  const facts = new Map<string, PortFact>();
  for (let at = 0; at < 1_000; at += 1) put(facts, white());
  const ports = portsOf(facts);
  decisions = 0;
  ports.refresh();
  expect(decisions).toBe(1_000);
  decisions = 0;
  const ids = [...facts.keys()];
  for (const id of ids.slice(100, 110)) {
    facts.delete(id);
    put(facts, white());
    ports.refresh();
  }
  expect(decisions).toBe(10);
  for (const id of ids.slice(200, 210)) {
    facts.set(id, { ...white(), id });
    ports.refresh();
  }
  // A changed port's owner may be computed again.
  expect(decisions).toBeLessThanOrEqual(20);
});

test("After changes in any order, this worker has exactly its own ports in their current state", () => {
  const seed = Date.now() % 1_000_000;
  const random = seeded(seed);
  const facts = new Map<string, PortFact>();
  const ports = portsOf(facts);
  const pick = () => [...facts.values()][Math.floor(random() * facts.size)];
  for (let step = 0; step < 1_500; step += 1) {
    const [what, old] = [random(), pick()];
    if (what < 0.35 || !old) put(facts, white());
    else if (what < 0.55) facts.delete(old.id);
    else if (what < 0.7) put(facts, { ...old, port: step });
    else if (what < 0.8) put(facts, { ...old, expiresAt: step });
    else if (what < 0.95) {
      facts.delete(old.id);
      put(facts, random() < 0.5 ? old : { ...old, port: step });
    } else {
      // Like a new snapshot: the same facts in a different order.
      const all = [...facts.values()].toReversed();
      facts.clear();
      for (const fact of all) put(facts, random() < 0.5 ? fact : { ...fact });
    }
    if (random() < 0.6) continue;
    ports.refresh();
    const mine = [...facts.values()].filter(({ id }) => ownsShard(id, { worker: 0, workers: 2 }));
    expect([seed, ports.byId.size]).toEqual([seed, mine.length]);
    for (const fact of mine) expect(ports.byId.get(fact.id)?.resource).toBe(fact);
  }
});

test("If there is no room for all, paid ports come before open whitelisted ones", () => {
  const facts = new Map<string, PortFact>();
  for (let at = 0; at < 10; at += 1) put(facts, white());
  const ports = portsOf(facts, { workers: 1, roomFor: () => 10 });
  ports.refresh();
  const paid = [unlimitedPort(), unlimitedPort(), openedIp(labExit()), openedIp(labExit())];
  for (const fact of paid) put(facts, fact);
  ports.refresh();
  const wanted = [...ports.byId.values()].filter(({ error }) => error === null);
  expect(wanted.filter(({ resource }) => resource.kind === "whitePort").length).toBe(6);
  for (const { id } of paid) expect(ports.byId.get(id)?.error).toBeNull();
});
