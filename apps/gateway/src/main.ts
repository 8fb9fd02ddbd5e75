/** A gateway worker process: started by the product; stops on SIGTERM or when its parent exits. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { inheritEnvironment } from "@turnpike/contract/load-environment.ts";
import { ownHosts } from "@turnpike/contract/own-hosts.ts";
import { type Certificate, watchCertificate } from "@turnpike/net/certificate.ts";
import { returnMemoryAtRest } from "@turnpike/net/rest-memory.ts";
import { newEpoch } from "@turnpike/link/epoch.ts";
import { gatewayName, localNode } from "@turnpike/rules/node.ts";
import { openLog, type Log } from "./lib/log.ts";
import { parseAuthority, type Target } from "@turnpike/rules/destination.ts";
import { type GatewayOptions, type RunningGateway, startGateway } from "./serve.ts";
import { tagKeyId } from "./authenticate/credentials.ts";
import type { FailedAttemptsUpdate } from "./authenticate/failed-attempts.ts";
import { type PasswordsMessage, sharePasswords } from "./authenticate/share-passwords.ts";
import { realWorld } from "./lib/world.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { readApiUrls } from "@turnpike/link/addresses.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { hasNodeFile, nodeFilePath, readNodeFile } from "@turnpike/link/join.ts";
import { readFingerprint } from "@turnpike/link/pinned.ts";

/** The assumed descriptor limit if the system does not report one. */
const defaultMaxFiles = 10_000;
/** How long to wait for listeners to open before the worker reports that it is ready. */
const reportListenersMs = 3_000;
/** Sent when the API refuses this machine permanently. */
interface RefusedMessage {
  refused: string;
}
/** Sent by the parent to end all workers at once. */
interface CutMessage {
  cut: true;
}
/** A worker ends within this time after a permanent refusal. */
const forcedExitMs = 1_000;
/**
 * Failed logins count at all workers: the parent forwards these messages. Another word than in
 * earlier releases, whose workers drain beside these and would not understand the fields.
 */
interface FailedAttemptsMessage {
  failedTries: FailedAttemptsUpdate;
}

const env = inheritEnvironment(process.env);
const worker = Number(process.env["GATEWAY_WORKER"] ?? 1);
const workers = env.GATEWAY_WORKERS ?? availableParallelism();
/** This worker's number in names, journals and metrics, which differs between two generations. */
const number = Number(process.env["GATEWAY_NUMBER"] ?? worker);
const epoch = newEpoch();
const { node, hosts, connect } = await hubLinkOf(env);
const gateway = gatewayName(node, number);
const log = openLog(env.LOG_LEVEL, gateway);
const link = connect({ worker: number, epoch, log });
// The parent ends the other workers and logs the reason; nothing is drained.
link.onRefused?.((reason) => process.send?.({ refused: reason } satisfies RefusedMessage));
const journals = join(env.DATA_DIR, "gateway");
const labTargets = env.LAB_TARGETS.split(",").map((each) => each.trim());

const certificate = certificateOf();

const running = await startGateway({
  host: env.HOST,
  hosts: env.GATEWAY_HOSTS.length > 0 ? env.GATEWAY_HOSTS : [env.HOST],
  proxies: env.PROXY_PROTOCOL_FROM,
  ...(certificate ? { tls: () => certificate.context() } : {}),
  port: env.GATEWAY_PORT,
  gateway,
  epoch,
  worker,
  workers,
  firstNumber: number - worker + 1,
  waitForTakeOver: process.env["GATEWAY_BESIDE"] === "1",
  journalFolder: join(journals, String(number)),
  policyFolder: join(env.DATA_DIR, "policies"),
  ...(worker === 1 ? { adoptFrom: journals } : {}),
  link,
  world: realWorld({ servers: env.RESOLVERS, accountShare: env.ACCOUNT_SHARE }),
  engine: env.GATEWAY_ENGINE,
  ...metricsOptions(),
  log,
  allow: env.lab ? [`127.0.0.1:${env.LAB_TARGET_PORT}`, ...labTargets.filter(Boolean)] : [],
  exitNetworks: env.EXIT_NETWORKS,
  accountShare: env.ACCOUNT_SHARE,
  files: maxFiles(),
  staticPorts: env.STATIC_PORTS,
  probe: probeTarget(),
  ...probePaces(),
  ownNames: [...ownHosts(env), ...hosts],
  ownAddresses: env.OWN_ADDRESSES,
  blockedPorts: env.BLOCKED_PORTS,
  udpPorts: env.UDP_PORTS,
});
shareWithWorkers(running);
handleUpgradeMessages(running);
// Repeated signals, or Ctrl+C sent to all processes of the product, have no further effect.
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void shutDown(running, { drainMs: env.DRAIN_SECONDS * 1_000 }));
}
process.on("disconnect", () => void shutDown(running, { drainMs: 0 }));
// The worker is ready only after the hub knows which ports are open.
await running.listenersReported(reportListenersMs);
process.send?.("ready");
returnMemoryAtRest();

/** TLS for the gateway's own port, if configured. The parent says when to reload the files. */
function certificateOf(): Certificate | null {
  const { GATEWAY_TLS_CERT: certFile, GATEWAY_TLS_KEY: keyFile } = env;
  if (certFile === undefined || keyFile === undefined) return null;
  const name = "GATEWAY_TLS_CERT and GATEWAY_TLS_KEY";
  const { GATEWAY_TICKET_SEED: seed } = process.env;
  const tickets = seed === undefined ? {} : { ticketSeed: Buffer.from(seed, "hex") };
  const watched = watchCertificate({ name, certFile, keyFile, log, ...tickets });
  process.on("message", (message) => message === "reload" && watched.reload());
  process.on("SIGHUP", () => watched.reload());
  return watched;
}

/**
 * An upgrade (spec/nodes#upgrades): the older generation gets `retire` and reports when its
 * listeners are closed. Then the newer one gets `takeOver` and, after the older one exits, `adopt`.
 */
function handleUpgradeMessages(gatewayRunning: RunningGateway): void {
  process.on("message", (message) => {
    if (message === "takeOver") gatewayRunning.takeOver();
    if (message === "adopt") gatewayRunning.adopt();
    if (message !== "retire") return;
    void shutDown(gatewayRunning, { drainMs: env.DRAIN_SECONDS * 1_000, duringUpgrade: true });
    process.send?.("listenersClosed");
  });
}

/** What workers tell each other. */
type SharedMessage = Partial<FailedAttemptsMessage & PasswordsMessage> & { tagKeyId?: string };

function shareWithWorkers({ failedAttempts, passwords }: RunningGateway): void {
  const send = (message: SharedMessage) => void process.send?.({ ...message, tagKeyId });
  failedAttempts.onUpdate = (update) => send({ failedTries: update });
  // Of an upgrade's new workers the first one asks: all of them hear the answer.
  const asks = worker === 1 || process.env["GATEWAY_BESIDE"] !== "1";
  const takePasswords = sharePasswords(passwords, send, { asks, answers: worker === 1 });
  process.on("message", (message: (SharedMessage & Partial<CutMessage>) | null) => {
    // Whatever the hub no longer accepts remains in the journal.
    if (message?.cut === true) void shutDown(running, { drainMs: 0, maxMs: forcedExitMs });
    if (message?.tagKeyId !== tagKeyId) return;
    takePasswords(message);
    if (message.failedTries !== undefined) failedAttempts.applyUpdate(message.failedTries);
  });
}

/** Without a parent nothing is drained; this also shortens a shutdown in progress. */
async function shutDown(
  gatewayRunning: RunningGateway,
  {
    drainMs,
    duringUpgrade: gentle = false,
    maxMs: mostMs = Number.POSITIVE_INFINITY,
  }: { drainMs: number; duringUpgrade?: boolean; maxMs?: number },
): Promise<void> {
  try {
    if (mostMs < Number.POSITIVE_INFINITY) setTimeout(() => process.exit(0), mostMs);
    await gatewayRunning.stop(drainMs, gentle);
    process.exit(0);
  } catch (error) {
    log.error({ error: String(error) }, "gateway shutdown failed");
    process.exit(1);
  }
}

/** Each worker has its own metrics port, counted up from the API's. */
function metricsOptions(): Pick<GatewayOptions, "metrics"> {
  const { METRICS_PORT: first, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  return first > 0 ? { metrics: { port: first + number, host, token } } : {};
}

/** The number of descriptors that this process may open; Node has raised the soft limit. */
function maxFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return defaultMaxFiles;
  }
}

/**
 * The lab's exits lead to its own target, so all can be probed at once. They hardly ever change, so
 * that two probes an hour are enough afterwards.
 */
function probePaces(): Pick<GatewayOptions, "probePace" | "latencyPace"> {
  if (!env.lab || env.PROBE_TARGET !== undefined) return {};
  const everyMs = 1_800_000;
  const perTick = Number.MAX_SAFE_INTEGER;
  return { probePace: { perTick, unsoldMs: everyMs }, latencyPace: { everyMs } };
}

/** The probe target: the operator's or the lab's own. */
function probeTarget(): Target | null {
  const lab = env.lab && env.LAB_TARGET_PORT > 0 ? `127.0.0.1:${env.LAB_TARGET_PORT}` : "";
  const target = env.PROBE_TARGET ?? lab;
  if (target === "") return null;
  const read = parseAuthority(target, null);
  if ("bad" in read) throw new Error(`PROBE_TARGET has to be host:port: ${read.bad}`);
  return read.target;
}

/** How this machine reaches the hub: by a unix socket beside the API, or by WebSocket as a node. */
interface HubLink {
  /** The name of the node that runs on this machine. */
  node: string;
  /** The host names of the API, which tunnels must not connect to. */
  hosts: string[];
  connect: (run: { worker: number; epoch: string; log: Log }) => GatewayLink;
}

/** @throws Error if `node.json` or a variable is invalid */
async function hubLinkOf(env: Environment): Promise<HubLink> {
  if (!hasNodeFile(env.DATA_DIR)) {
    const path = process.env["TURNPIKE_LINK"] ?? join(env.DATA_DIR, "link.sock");
    const connect: HubLink["connect"] = ({ worker, epoch }) => connectIpc(path, { worker, epoch });
    return { node: localNode, hosts: [], connect };
  }
  // Beside the API nothing speaks WebSocket.
  const { connectWs } = await import("@turnpike/link/ws-gateway.ts");
  const node = readNodeFile(nodeFilePath(env.DATA_DIR));
  const configured = env.API_URLS === undefined ? [] : readApiUrls(env.API_URLS);
  const urls = configured.length > 0 ? configured : [node.url];
  const { LINK_FINGERPRINT: pin } = env;
  const fingerprint = pin === undefined ? undefined : readFingerprint(pin);
  return {
    node: node.name,
    hosts: urls.map((url) => new URL(url).hostname),
    connect: (run) => connectWs({ ...run, node, fingerprint, urls }),
  };
}
