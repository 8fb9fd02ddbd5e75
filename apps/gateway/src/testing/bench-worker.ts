/** A gateway worker to be measured: `node stand.ts PORT ORIGIN_PORT [EXITS]`, bench1:bench12. */
import type { EngineChoice } from "../start/open-engine.ts";
import { openLog } from "../lib/log.ts";
import { gatewayAt } from "./test-gateway.ts";
import { labExit, TestHub } from "./test-hub.ts";

const [port = 0, originPort = 0, exits = 8] = process.argv.slice(2).map(Number);
const hub = await new TestHub().listen();
hub.addSubAccount("bench1", "bench12", 1e15);
for (let count = 0; count < exits; count += 1) hub.put(labExit());
const allow = [1, 2, 3, 4, 5, 6, 7, 8].map((host) => `127.0.0.${host}:${originPort}`);
const limits = { perSubAccount: 50_000, all: 50_000 };
const accountShare = 1;
const engine = (process.env["GATEWAY_ENGINE"] ?? "auto") as EngineChoice;
const log = openLog("error", "bench");
const gateway = await gatewayAt(hub, allow, { port, limits, accountShare, log, engine });
process.on("SIGTERM", () => {
  void gateway.stop(0).then(() => hub.stop().then(() => process.exit(0)));
});
