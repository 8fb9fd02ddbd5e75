/**
 * Our gateway with everything switched on: login, target policy, leases, meter, journal, reports,
 * an exit whose address is bound. The hub that leases and takes reports stands in the same process,
 * so its work counts against us. `GATEWAY_ENGINE` names what moves the bytes. With `SHAPED` it is
 * the port of an unlimited plan instead, whose rate is far above what can be reached.
 */
import { rmSync } from "node:fs";
import { openLog } from "@turnpike/gateway/lib/log.ts";
import { gatewayAt } from "@turnpike/gateway/testing/test-gateway.ts";
import { bothEngines } from "@turnpike/gateway/testing/engines.ts";
import { labExit, verifierOf } from "@turnpike/gateway/testing/resources.ts";
import { TestHub } from "@turnpike/gateway/testing/test-hub.ts";
import {
  unlimitedExit,
  unlimitedPort,
  whenOpen,
} from "@turnpike/gateway/testing/unlimited-ports.ts";
import { password, servePeer, user } from "./peer.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

const most = 50_000;
const enoughBytes = 1e15;
const fastMbps = 1e6;

/** Opens a port of an unlimited plan that the bench's user may enter. */
async function portOf(hub: TestHub, exits: string[]): Promise<number> {
  for (const ip of exits) hub.upsert(unlimitedExit({ ip }));
  const [port = 0] = await freePorts(1);
  const verifier = verifierOf(user, password);
  const fact = unlimitedPort({ port, name: user, verifier, mbps: fastMbps });
  hub.upsert(fact);
  await whenOpen(hub, fact);
  return port;
}

servePeer(async ({ originPort, exits }) => {
  const engine = bothEngines.find(({ name }) => name === process.env["GATEWAY_ENGINE"]);
  if (engine === undefined) return { port: 0, engine: "none" };
  const hub = await new TestHub().listen();
  // It is there to answer: lines that it kept would be copied by the collector at our cost.
  hub.mostRequests = 0;
  process.once("exit", () => rmSync(hub.folder, { recursive: true, force: true }));
  hub.addSubAccount(user, password, enoughBytes);
  for (const ip of exits) hub.upsert(labExit({ ip }));
  const gateway = await gatewayAt(hub, [`127.0.0.1:${originPort}`], {
    ...engine.options,
    limits: { perSubAccount: most, all: most },
    accountShare: 1,
    log: openLog("error", "bench"),
  });
  process.once("SIGTERM", () => void gateway.stop(0).then(() => process.exit(0)));
  const shaped = process.env["SHAPED"] === "1";
  return { port: shaped ? await portOf(hub, exits) : gateway.port, engine: engine.name };
});
