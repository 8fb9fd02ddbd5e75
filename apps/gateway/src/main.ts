/** One gateway worker process: started by the product, ended by SIGTERM or with its parent. */
import { readFileSync } from "node:fs";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { inheritEnvironment } from "@turnpike/contract/load-environment.ts";
import { ownHosts } from "@turnpike/contract/own-hosts.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import { openLog } from "./lib/log.ts";
import { parseAuthority, type Target } from "@turnpike/rules/destination.ts";
import { type RunningGateway, startGateway } from "./serve.ts";
import type { FailedAttemptsUpdate } from "./authenticate/failed-attempts.ts";
import { realWorld } from "./lib/world.ts";

/** The limit of descriptors where the system does not tell it. */
const filesElsewhere = 10_000;
/** Many listeners take longer to open: then the worker is ready before them. */
const reportListenersMs = 3_000;
/** A failed login at one worker counts at all of them: the parent forwards these messages. */
interface FailedAttemptsMessage {
  failedAttempts: FailedAttemptsUpdate;
}

const env = inheritEnvironment(process.env);
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
  world: realWorld({ servers: env.RESOLVERS, accountShare: env.ACCOUNT_SHARE }),
  engine: env.GATEWAY_ENGINE,
  ...(env.METRICS_PORT > 0 ? { metricsPort: env.METRICS_PORT + worker } : {}),
  log,
  allow: env.lab ? [`127.0.0.1:${env.LAB_TARGET_PORT}`, ...labTargets.filter(Boolean)] : [],
  internalUpstreams: env.lab,
  accountShare: env.ACCOUNT_SHARE,
  files: maxFiles(),
  staticPorts: env.STATIC_PORTS,
  probe: probeTarget(),
  // The lab's own target may be probed through all exits at once.
  probePace: env.lab && env.PROBE_TARGET === undefined ? { perTick: Number.MAX_SAFE_INTEGER } : {},
  ownNames: ownHosts(env),
  ownAddresses: env.OWN_ADDRESSES,
  blockedPorts: env.BLOCKED_PORTS,
});
shareFailedAttempts(running);
// A second signal, or Ctrl+C to all processes of the product, changes nothing.
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void shutDown(running, env.DRAIN_SECONDS * 1_000));
}
process.on("disconnect", () => void shutDown(running, 0));
// The hub knows which ports are open before the worker is ready.
await running.listenersReported(reportListenersMs);
process.send?.("ready");

function shareFailedAttempts({ failedAttempts }: RunningGateway): void {
  failedAttempts.onUpdate = (update) =>
    process.send?.({ failedAttempts: update } satisfies FailedAttemptsMessage);
  process.on("message", (message: Partial<FailedAttemptsMessage> | null) => {
    if (message?.failedAttempts !== undefined) failedAttempts.take(message.failedAttempts);
  });
}

/** Without a parent there is no drain: a shutdown that is running is hurried. */
async function shutDown(gatewayRunning: RunningGateway, drainMs: number): Promise<void> {
  try {
    await gatewayRunning.stop(drainMs);
    process.exit(0);
  } catch (error) {
    log.error({ error: String(error) }, "gateway shutdown failed");
    process.exit(1);
  }
}

/** Descriptors that this process may open; Node has raised the soft limit. */
function maxFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return filesElsewhere;
  }
}

/** The target of probes: the operator's, or the lab's own. */
function probeTarget(): Target | null {
  const lab = env.lab && env.LAB_TARGET_PORT > 0 ? `127.0.0.1:${env.LAB_TARGET_PORT}` : "";
  const target = env.PROBE_TARGET ?? lab;
  if (target === "") return null;
  const read = parseAuthority(target, null);
  if ("bad" in read) throw new Error(`PROBE_TARGET has to be host:port: ${read.bad}`);
  return read.target;
}
