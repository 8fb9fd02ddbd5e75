/**
 * Our gateway with everything switched on: login, target policy, leases, meter, journal, reports,
 * an exit whose address is bound. The hub that leases and takes reports stands in the same process,
 * so its work counts against us. `GATEWAY_ENGINE` names what moves the bytes.
 */
import { rmSync } from "node:fs";
import { openLog } from "@turnpike/gateway/log.ts";
import { gatewayAt } from "@turnpike/gateway/testing/bench.ts";
import { engines } from "@turnpike/gateway/testing/engines.ts";
import { labExit, TestHub } from "@turnpike/gateway/testing/hub.ts";
import { password, servePeer, user } from "./peer.ts";

const most = 50_000;
const enoughBytes = 1e15;

servePeer(async ({ originPort, exits }) => {
  const engine = engines.find(({ name }) => name === process.env["GATEWAY_ENGINE"]);
  if (engine === undefined) return { port: 0, engine: "none" };
  const hub = await new TestHub().listen();
  process.once("exit", () => rmSync(hub.folder, { recursive: true, force: true }));
  hub.addSubAccount(user, password, enoughBytes);
  for (const ip of exits) hub.put(labExit({ ip }));
  const gateway = await gatewayAt(hub, [`127.0.0.1:${originPort}`], {
    ...engine.options,
    limits: { perSubAccount: most, all: most },
    log: openLog("error", "bench"),
  });
  process.once("SIGTERM", () => void gateway.stop(0).then(() => process.exit(0)));
  return { port: gateway.port, engine: engine.name };
});
