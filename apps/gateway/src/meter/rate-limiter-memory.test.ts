/** The memory used by connections that wait for their turn at a slow port, or that read nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { sized } from "@turnpike/net/testing/full.ts";
import { afterAll, describe, expect, test } from "vitest";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { basic, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import type { Endless } from "../testing/endless-worker.ts";
import { engines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { type Origin, rawOrigin } from "../testing/origin.ts";
import { dora, unlimitedExit, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { flood, sleep } from "../testing/rates.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const requests = 300;

describe.each(engines)("waiting at a slow port, $name", ({ options }) => {
  let endless: Worker;
  let endlessAuthority: string;
  /** Sends to clients that send `d`, and reads nothing. */
  let deaf: Origin;

  const hub = forTests(() => new TestHub().listen());
  const gateway = forTests(async () => {
    deaf = await rawOrigin((socket) => {
      socket.once("data", (said: Buffer) => {
        socket.pause();
        if (said[0] === 0x64) flood(socket);
      });
    });
    const file = join(import.meta.dirname, "../testing", "endless-worker.ts");
    endless = new Worker(file, { execArgv: [] });
    endlessAuthority = await new Promise((resolve) => endless.once("message", resolve));
    hub.upsert(unlimitedExit());
    return gatewayAt(hub, [endlessAuthority, deaf.authority], options);
  });
  afterAll(() => Promise.all([endless.terminate(), deaf.stop()]));

  async function slowPort(): Promise<UnlimitedPortFact> {
    const [port = 0] = await freePorts(1);
    const fact = unlimitedPort({ port, mbps: 5 });
    hub.upsert(fact);
    await whenOpen(hub, fact);
    return fact;
  }

  const ask = (asked: Endless) => endless.postMessage(asked);

  test.each(sized(["/chunked"], ["/length", "/chunked"]))(
    "A response that waits for its turn holds at most one portion (%s)",
    async (path) => {
      const fact = await slowPort();
      const before = await buffersNow();
      const login = `Proxy-Authorization: ${basic(dora.user, dora.password)}`;
      const get = `GET http://${endlessAuthority}${path} HTTP/1.1`;
      const head = `${get}\r\nHost: ${endlessAuthority}\r\n${login}\r\n\r\n`;
      ask({ port: fact.port, head, count: requests });
      await eventually("all are inside", () => gateway.connections.count(fact.id) === requests);
      await sleep(3_000);
      const grown = (await buffersNow()) - before;
      ask(null);
      await eventually("all are gone", () => gateway.connections.count(fact.id) === 0);
      // The bytes of one read, 16 kB in the portable engine, and their newly framed copy.
      expect(grown / requests).toBeLessThan(options.engine === "native" ? 40_000 : 45_000);
      expect(grown / requests).toBeGreaterThan(1_000);
    },
    20_000,
  );

  test.skipIf(options.engine !== "native")(
    "The kernel holds little for a client or a target that reads nothing",
    async () => {
      const fact = await slowPort();
      const request = { ...dora, authority: deaf.authority };
      const [down, up] = [await connectTo(fact, request), await connectTo(fact, request)];
      down.client.socket.pause().write("d");
      flood(up.client.socket);
      await sleep(3_000);
      const atClients = unsentOf((local) => local === fact.port);
      const atTargets = unsentOf((_, remote) => remote === deaf.port);
      down.client.socket.destroy();
      up.client.socket.destroy();
      for (const most of [Math.max(...atClients), Math.max(...atTargets)]) {
        expect(most).toBeGreaterThan(50_000);
        expect(most).toBeLessThan(350_000);
      }
    },
    20_000,
  );
});

/** The size of this thread's buffers that are still referenced. */
async function buffersNow(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await sleep(20);
  }
  return process.memoryUsage().arrayBuffers;
}

/** Bytes that this machine's connections have sent and that were not acknowledged. */
function unsentOf(counts: (local: number, remote: number) => boolean): number[] {
  const unsent: number[] = [];
  for (const line of readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1)) {
    const [, local = "", remote = "", state, queues = ""] = line.trim().split(/\s+/);
    const portOf = (text: string) => Number.parseInt(text.split(":")[1] ?? "", 16);
    if (state !== "01" || !counts(portOf(local), portOf(remote))) continue;
    unsent.push(Number.parseInt(queues.split(":")[0] ?? "0", 16));
  }
  return unsent;
}
