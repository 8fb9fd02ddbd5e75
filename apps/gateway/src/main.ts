/** One gateway worker process: started by the product, ended by SIGTERM or with its parent. */
import { readFileSync } from "node:fs";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import { openLog } from "./log.ts";
import { type RunningGateway, startGateway } from "./serve.ts";
import { realWorld } from "./world.ts";

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
  limits: { perSubAccount: 5_000, all: mostConnections() },
  ownNames: [new URL(env.publicUrl).hostname, env.GATEWAY_PUBLIC_HOST ?? ""].filter(Boolean),
});
shareFailures(running);
process.on("SIGTERM", () => void end(running, drainMs));
process.on("disconnect", () => void end(running, 0));
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

/** Two descriptors a tunnel, a fifth for pipes and all else; Node has raised the soft limit. */
function mostConnections(): number {
  const most = 20_000;
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? most * 2);
    return Math.max(16, Math.min(most, Math.floor((files - 128) * 0.4)));
  } catch {
    return 4_000;
  }
}
