/**
 * Turnpike's gateway with everything enabled: login, target policy, leases, meter, journal,
 * reports, and an exit with a bound address. The hub that grants leases and receives reports runs
 * in the same process, so its work counts too. `GATEWAY_ENGINE` selects the engine. With `SHAPED`,
 * it is the port of an unlimited plan instead, whose rate is far above what can be reached. With a
 * far proxy, that is its only exit: imported, or (`UPSTREAM`) a wholesaler's gateway.
 */
import { rmSync } from "node:fs";
import { openLog } from "@turnpike/gateway/lib/log.ts";
import { gatewayAt } from "@turnpike/gateway/testing/test-gateway.ts";
import { bothEngines } from "@turnpike/gateway/testing/engines.ts";
import { labExit, verifierOf } from "@turnpike/gateway/testing/resources.ts";
import { upstreamFact } from "@turnpike/gateway/testing/wholesaler.ts";
import { TestHub } from "@turnpike/gateway/testing/test-hub.ts";
import {
  unlimitedExit,
  unlimitedPort,
  whenOpen,
} from "@turnpike/gateway/testing/unlimited-ports.ts";
import { password, servePeer, user } from "./peer.ts";
import { returnMemoryAtRest } from "@turnpike/net/rest-memory.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

const most = 50_000;
const enoughBytes = 1e15;
const fastMbps = 1e6;

/** Opens a port of an unlimited plan that the benchmark's user may use. */
async function portOf(hub: TestHub, exits: string[]): Promise<number> {
  for (const ip of exits) hub.upsert(unlimitedExit({ ip }));
  const [port = 0] = await freePorts(1);
  const verifier = verifierOf(user, password);
  const fact = unlimitedPort({ port, name: user, verifier, mbps: fastMbps });
  hub.upsert(fact);
  await whenOpen(hub, fact);
  return port;
}

/** Makes a far proxy the only exit. */
function leaveThrough(hub: TestHub, port: number): void {
  if (process.env["UPSTREAM"] === "1") {
    const written = { login: { login: user }, secret: password, user: ["{login}[-{session}]"] };
    hub.upsert(upstreamFact({ port }, "far", { ...written, places: [] }));
  } else hub.upsert(labExit({ how: "http", host: "127.0.0.1", port, user, password }));
}

servePeer(async ({ originPort, exits, farPort = null }) => {
  const engine = bothEngines.find(({ name }) => name === process.env["GATEWAY_ENGINE"]);
  if (engine === undefined) return { port: 0, engine: "none" };
  const hub = await new TestHub().listen();
  // Store no requests: the garbage collector would copy them at the gateway's cost.
  hub.maxRequests = 0;
  process.once("exit", () => rmSync(hub.folder, { recursive: true, force: true }));
  hub.addSubAccount(user, password, enoughBytes);
  if (farPort !== null) leaveThrough(hub, farPort);
  else for (const ip of exits) hub.upsert(labExit({ ip }));
  const gateway = await gatewayAt(hub, [`127.0.0.1:${originPort}`], {
    ...engine.options,
    limits: { perSubAccount: most, all: most },
    accountShare: 1,
    log: openLog("error", "bench"),
  });
  returnMemoryAtRest();
  process.once("SIGTERM", () => void gateway.stop(0).then(() => process.exit(0)));
  const shaped = process.env["SHAPED"] === "1";
  return { port: shaped ? await portOf(hub, exits) : gateway.port, engine: engine.name };
});
