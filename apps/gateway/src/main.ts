/** One gateway worker process: started by the product, ended by SIGTERM or with its parent. */
import { readFileSync } from "node:fs";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import { openLog } from "./log.ts";
import { parseAuthority, type Target } from "@turnpike/rules/destination.ts";
import { type RunningGateway, startGateway } from "./serve.ts";
import { realWorld } from "./world.ts";

const mostConnections = 20_000;
/** Where the system does not tell how many descriptors there may be. */
const filesElsewhere = 10_000;
/** Many doors and ports take longer: then they open beside all else. */
const entrancesTellMs = 3_000;
/** Open tunnels may end by themselves for so long after SIGTERM. */
const drainMs = 4_000;

/** A failed try at one worker counts at all of them: the parent passes these messages on. */
interface FailureMessage {
  failure: string;
}

const env = readEnvironment(process.env);
const worker = Number(process.env["GATEWAY_WORKER"] ?? 0);
const gateway = `${hostname().replace(/[^A-Za-z0-9-]/g, "-")}-${worker}`;
const log = openLog(env.LOG_LEVEL, gateway);
const labTargets = env.LAB_TARGETS.split(",").map((each) => each.trim());

const running = await startGateway({
  host: env.HOST,
  port: env.GATEWAY_PORT,
  gateway,
  worker,
  workers: env.GATEWAY_WORKERS ?? availableParallelism(),
  journalFolder: join(env.DATA_DIR, "gateway", gateway),
  link: connectIpc(process.env["TURNPIKE_LINK"] ?? join(env.DATA_DIR, "link.sock")),
  world: realWorld(),
  engine: env.GATEWAY_ENGINE,
  ...(env.METRICS_PORT > 0 ? { metricsPort: env.METRICS_PORT + worker } : {}),
  log,
  allow: env.lab ? [`127.0.0.1:${env.LAB_TARGET_PORT}`, ...labTargets.filter(Boolean)] : [],
  internalUpstreams: env.lab,
  limits: { perSubAccount: 5_000, all: mostConnections },
  files: mostFiles(),
  staticPorts: env.STATIC_PORTS,
  probe: probeTarget(),
  // The lab's own target may hear of all exits at once.
  probePace: env.lab && env.PROBE_TARGET === undefined ? { aTick: Number.MAX_SAFE_INTEGER } : {},
  ownNames: [new URL(env.publicUrl).hostname, env.GATEWAY_PUBLIC_HOST ?? ""].filter(Boolean),
});
shareFailures(running);
process.on("SIGTERM", () => void end(running, drainMs));
process.on("disconnect", () => void end(running, 0));
// What is taken from now on is answered with the ports that are open.
await running.entrancesTold(entrancesTellMs);
process.send?.("ready");

function shareFailures({ tries }: RunningGateway): void {
  tries.onFailure = (pair) => process.send?.({ failure: pair } satisfies FailureMessage);
  process.on("message", (message: Partial<FailureMessage> | null) => {
    if (typeof message?.failure === "string") tries.count(message.failure);
  });
}

let ending = false;
async function end(gatewayRunning: RunningGateway, patienceMs: number): Promise<void> {
  if (ending) return;
  ending = true;
  try {
    await gatewayRunning.stop(patienceMs);
    process.exit(0);
  } catch (error) {
    log.error({ error: String(error) }, "the gateway did not end well");
    process.exit(1);
  }
}

/** Descriptors that this process may open; Node has raised the soft limit. */
function mostFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return filesElsewhere;
  }
}

/** What is dialled through static exits: the operator's, in the lab its own target. */
function probeTarget(): Target | null {
  const lab = env.lab && env.LAB_TARGET_PORT > 0 ? `127.0.0.1:${env.LAB_TARGET_PORT}` : "";
  const given = env.PROBE_TARGET ?? lab;
  if (given === "") return null;
  const read = parseAuthority(given, null);
  if ("bad" in read) throw new Error(`PROBE_TARGET has to be host:port: ${read.bad}`);
  return read.target;
}
