/** The API's process: its parent provides the database and the link's path, and ends it. */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inheritEnvironment } from "@turnpike/contract/load-environment.ts";
import { returnMemoryAtRest } from "@turnpike/net/rest-memory.ts";
import { stopEmbedded } from "./platform/db/embedded.ts";
import { isLocked } from "./platform/db/lock.ts";
import { openLabLog, openLog } from "./platform/log/log.ts";
import { DatabaseRefused } from "./platform/db/server.ts";
import { KeyMismatch } from "./platform/installation/key.ts";
import { startApi } from "./app.ts";

/** Gateways whose product was killed settle and exit within this time. */
const GATEWAYS_END_MS = 3_000;
const POLL_MS = 20;
/** Balancers ask every two seconds, and leave out what failed three times (deploy/haproxy.cfg). */
const LEAVE_MS = 6_500;

const env = inheritEnvironment(process.env);
const log = env.lab
  ? openLabLog(env.LOG_LEVEL, "api", path.join(env.DATA_DIR, "logs", "api.log"))
  : openLog(env.LOG_LEVEL, "api");
const linkPath = process.env.TURNPIKE_LINK;
/** The database of the data directory, which the product started. */
const isEmbedded = process.env.TURNPIKE_EMBEDDED === "1";

let ending = false;
// The parent tells this process when to end: gateways send reports until they have exited.
process.on("message", (message) => {
  if (message === "end") void end();
  if (message === "reload") void reload();
});
// The product forwards SIGHUP; with a certificate, it only asks to reload the files.
if (env.TLS_CERT !== undefined) process.on("SIGHUP", () => void reload());
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => (process.connected ? process.send?.("asked to end") : void end()));
process.on("disconnect", () => void endAlone());

const starting = startApi({
  env,
  log,
  databaseUrl: env.DATABASE_URL ?? "",
  ...(env.METRICS_PORT > 0
    ? { metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN } }
    : {}),
  ...(env.CONSOLE_PORT > 0 ? { console: { host: env.CONSOLE_HOST, port: env.CONSOLE_PORT } } : {}),
  nodes: true,
  // With a database of its own there is no second API to go to.
  leaveMs: env.NODE_ENV === "production" && !isEmbedded ? LEAVE_MS : 0,
  ...(linkPath ? { linkPath } : {}),
});
const started = await starting.catch((error: unknown) => {
  log.fatal({ err: error }, "API start failed");
  // The operator must see this in the terminal, whatever goes into the log.
  if (error instanceof KeyMismatch || error instanceof DatabaseRefused)
    process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
// The link is a secret: shown in the terminal, but not in the log.
if (started.firstOwnerLink !== null)
  process.stderr.write(
    `\n  Operator's console, for its first owner, once, within 72 hours:\n  ${started.firstOwnerLink}\n`,
  );
process.send?.("ready");
returnMemoryAtRest({ again: false });

/** Reloads the certificate's files. */
async function reload(): Promise<void> {
  (await starting.catch(() => null))?.reloadCertificate();
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  // A start that is still in progress has nothing to finish.
  const running = await Promise.race([starting.catch(() => null), sleep(0, null)]);
  await running?.stop();
  process.exit(0);
}

/**
 * Ends this process after its parent was killed: gateways exit on their own, then this process and
 * the database. Running calls are cut off, because the next start waits for this process.
 */
async function endAlone(): Promise<void> {
  if (ending) return;
  ending = true;
  const running = await Promise.race([starting.catch(() => null), sleep(0, null)]);
  if (running) {
    const latest = performance.now() + GATEWAYS_END_MS;
    const connected = () => running.services.hub.gateways();
    while (connected() > 0 && performance.now() < latest) await sleep(POLL_MS);
  }
  // The next start takes the lock first and waits for this process: it finds the database running,
  // or shut down cleanly.
  if (isEmbedded && !isLocked(env.DATA_DIR))
    await stopEmbedded(env.DATA_DIR).catch(() => undefined);
  process.exit(0);
}
