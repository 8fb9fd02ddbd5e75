/** How exits are judged without a target to dial (spec/gateway#exits, PROBE_TARGET). */
import type { Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Engine } from "../engine/engine.ts";
import { openEngine } from "../start/open-engine.ts";
import { Upstreams } from "../dial/upstreams.ts";
import { close, listenAt, quickPace } from "../testing/static-listeners.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { StaticListener } from "../listeners/static-listener.ts";
import { ExitProbes } from "./exit-probes.ts";
import { checkWithoutTarget, inconclusive } from "./probe-exit.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const machine = { worker: 0, workers: 1, random: Math.random, log };
const servers: Server[] = [];
/** The error of dials to each port: that connection is cut. */
const cut = new Map<number, string>();
let ports: number[];

beforeEach(async () => {
  ports = await freePorts(3);
  for (const port of ports) servers.push(await listenAt("127.0.0.1", port));
});
afterEach(async () => {
  cut.clear();
  for (const server of servers.splice(0)) await close(server);
});

function tries(real: Engine, lookup: (host: string) => Promise<string[]> = async () => []) {
  const engine: Engine = {
    ...real,
    connect: (to, done) => {
      const code = cut.get(to.port);
      if (code === undefined) return real.connect(to, done);
      setTimeout(() => done(Object.assign(new Error(code), { code })), 5);
    },
  };
  const upstreams = new Upstreams({ engine, lookup, isOwn: () => false, isAllowed: () => true });
  return checkWithoutTarget({ engine, upstreams, timeoutMs: 1_000 });
}
const upstream = (at: number, changed: Partial<ExitFact> = {}) =>
  labExit({ product: "static", how: "http", host: "127.0.0.1", port: ports[at] ?? 0, ...changed });

describe.each(engines)("with the $name engine", ({ options }) => {
  test("A local exit is reachable while this machine has its address, whatever its listener's state", async () => {
    const check = tries(openEngine(options.engine ?? "auto", machine));
    const local = (host: string) => labExit({ product: "static", how: "local", ip: host, host });
    expect(await check(local("127.46.9.1"))).toBe(null);
    const gone = "192.0.2.77 is not an address of the gateway's machine";
    expect(await check(local("192.0.2.77"))).toBe(gone);
  });
});

describe("An upstream", () => {
  const check = () => tries(openEngine("portable", machine));

  test("that is silent fails while another one responds, or if there is no other to compare with", async () => {
    const one = check();
    cut.set(ports[0] ?? 0, "ETIMEDOUT");
    expect(await one(upstream(0))).toBe("the upstream does not answer: ETIMEDOUT");
    expect(await one(upstream(1))).toBe(null);
    expect(await one(upstream(0))).toBe("the upstream does not answer: ETIMEDOUT");
  });

  test.each(["ETIMEDOUT", "ENETUNREACH", "EHOSTUNREACH"])(
    "is not judged while all of them are silent (%s), as the uplink may be down",
    async (code) => {
      const all = [0, 1, 2].map((at) => upstream(at));
      const one = check();
      for (const exit of all) expect(await one(exit)).toBe(null);
      for (const { port } of all) cut.set(port, code);
      for (const exit of all) expect(await one(exit)).toBe(inconclusive);
      // A refused connection proves that the machine is there.
      cut.set(ports[2] ?? 0, "ECONNREFUSED");
      expect(await one(upstream(0))).toBe(`the upstream does not answer: ${code}`);
    },
  );

  test("that was found dead is no evidence: the last one that responded is judged by itself", async () => {
    const one = check();
    expect([await one(upstream(0)), await one(upstream(1))]).toEqual([null, null]);
    cut.set(ports[0] ?? 0, "ETIMEDOUT");
    expect(await one(upstream(0))).toMatch(/ETIMEDOUT/);
    cut.set(ports[1] ?? 0, "ETIMEDOUT");
    expect(await one(upstream(1))).toMatch(/ETIMEDOUT/);
  });

  test.each(["EMFILE", "ENFILE", "EADDRNOTAVAIL"])(
    "is not judged while this machine is out of resources: %s",
    async (code) => {
      cut.set(ports[0] ?? 0, code);
      expect(await check()(upstream(0))).toBe(inconclusive);
    },
  );

  test("is not judged while there are too many lookups", async () => {
    const one = tries(openEngine("portable", machine), () => new Promise(() => {}));
    const many = Array.from({ length: 257 }, (_, at) =>
      one(upstream(0, { host: `n${at}.example` })),
    );
    expect(await many[256]).toBe(inconclusive);
    expect(await many[0]).toBe("the upstream's name was not resolved in time");
  });
});

test("An exit that cannot be judged counts as reachable and is reported", async () => {
  const staticListener = new StaticListener(upstream(0), [2024]);
  staticListener.setWanted(true);
  await staticListener.open(2024, async () => ({ port: 2024, stop: () => {} }));
  const exits = new Map([[staticListener.exit.id, staticListener]]);
  let tried = 0;
  const told: unknown[] = [];
  const probes = new ExitProbes({
    pace: { ...quickPace, downMs: 60_000 },
    exits,
    isSold: () => true,
    check: async () => {
      tried += 1;
      return inconclusive;
    },
    target: null,
    changed: () => told.push(staticListener.report()),
    log,
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  probes.stop();
  const { id: exitId } = staticListener.exit;
  expect(told).toEqual([{ exitId, ports: [2024], reachable: true, detail: "" }]);
  expect(tried).toBe(1);
});
