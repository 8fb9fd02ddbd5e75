/** One gateway worker: everything put together, started and ended. */
import { networkInterfaces } from "node:os";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { DestinationPolicy } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { type Books, openBooks } from "./books.ts";
import { Census } from "./census.ts";
import { Connections } from "./connections.ts";
import { type EngineChoice, openEngine } from "./engine/open.ts";
import { Exits } from "./exits/choose.ts";
import type { Gateway } from "./gateway.ts";
import { welcome } from "./listen/first-byte.ts";
import type { Log } from "./log.ts";
import { Meter } from "./meter.ts";
import { serveMetrics } from "./metrics.ts";
import { OwnerLimits } from "./owner-limits.ts";
import { defaultPatience, type PatienceLimits } from "./patience.ts";
import { RequestLog } from "./request-log.ts";
import { openResolver } from "./resolve.ts";
import { Snapshot } from "./snapshot.ts";
import { Sync } from "./sync.ts";
import { newTally } from "./tally.ts";
import { TriesTable } from "./tries.ts";
import { until } from "./until.ts";
import type { GatewayWorld } from "./world.ts";

const sweepMs = 500;
/** News that come together are judged together. */
const judgeDelayMs = 20;
/** With the last word's 2 s everybody who sends no whole head is gone after 11 s (quality G13). */
const defaultHeadTimeoutMs = 8_500;

export interface GatewayOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** This worker's name, the same after each restart. */
  gateway: string;
  worker: number;
  workers: number;
  journalFolder: string;
  link: GatewayLink;
  world: GatewayWorld;
  log: Log;
  /** Literals `ip:port` that the deny table lets through: the lab's targets. */
  allow: Iterable<string>;
  /** Names of the product itself, which no tunnel may lead to. */
  ownNames: Iterable<string>;
  limits?: { perSubAccount: number; all: number };
  /** `auto` unless said otherwise. */
  engine?: EngineChoice;
  patience?: PatienceLimits;
  headTimeoutMs?: number;
  /** Where Prometheus reads, on loopback; nowhere by default. */
  metricsPort?: number;
}
export interface RunningGateway {
  port: number;
  epoch: string;
  connections: Connections;
  tries: TriesTable;
  /** Stops accepting, lets tunnels end for `drainMs`, cuts the rest, reports and settles. */
  stop(drainMs: number): Promise<void>;
}

/** Resolves when the first snapshot is loaded and the port is bound. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { link, world, log, gateway } = options;
  const epoch = Date.now().toString(36) + world.id().slice(0, 8);
  const snapshot = new Snapshot();
  const connections = new Connections();
  const meter = new Meter(world.now);
  const tally = newTally();
  const books = openBooks({ ...options, epoch, connections, meter, tally });
  const ownerLimits = new OwnerLimits({ gateway, epoch, link, snapshot });
  let judging: NodeJS.Timeout | undefined;
  const judge = () => {
    judging = undefined;
    connections.judge(snapshot, world.now());
    ownerLimits.changed();
  };
  const sync = new Sync({
    gateway,
    epoch,
    link,
    snapshot,
    log,
    setOffset: world.setOffset,
    changed: () => {
      judging ??= setTimeout(judge, judgeDelayMs);
      books.reporter.wake();
    },
  });
  await sync.loaded;
  const requestLog = new RequestLog({ gateway, epoch, link, log });
  const { purses } = books;
  const made = { connections, meter, tally, purses, ownerLimits, requestLog };
  const parts = assemble(options, snapshot, made);
  const mostClients = parts.door.limits.all + 1_000;
  const at = { host: options.host, port: options.port, mostClients };
  const listener = await parts.engine.listen(at, (client) => welcome(parts, client));
  parts.ownPorts.add(listener.port);
  log.info({ engine: parts.engine.name, port: listener.port }, "listening");
  const census = new Census({ gateway, epoch, link, log, connections });
  const metrics = await watch(options, parts, { books, snapshot });
  const sweep = setInterval(() => {
    connections.judge(snapshot, world.now());
    connections.sweep(performance.now());
  }, sweepMs);
  return {
    port: listener.port,
    epoch,
    connections,
    tries: parts.door.tries,
    stop: async (drainMs) => {
      listener.stop();
      await until(() => connections.size === 0, drainMs);
      connections.cutAll("notReady");
      clearInterval(sweep);
      clearTimeout(judging);
      census.stop();
      ownerLimits.stop();
      await Promise.all([books.stop(), requestLog.stop(), metrics?.stop()]);
      sync.stop();
      await link.stop();
    },
  };
}

type Made = Pick<
  Gateway,
  "connections" | "meter" | "tally" | "purses" | "ownerLimits" | "requestLog"
>;

/** What carries connections, as they see it. */
function assemble(options: GatewayOptions, snapshot: Snapshot, made: Made): Gateway {
  const { link, world, log, worker, workers } = options;
  const limits = options.limits ?? { perSubAccount: 5_000, all: 20_000 };
  const tries = new TriesTable();
  const ownPorts = new Set([options.port]);
  return {
    ...made,
    engine: openEngine(options.engine ?? "auto", { worker, workers, random: world.random, log }),
    door: { snapshot, connections: made.connections, tries, limits, now: world.now },
    exits: new Exits({ link, snapshot, now: world.now, random: world.random }),
    resolver: openResolver(policyOf(options), world.lookup),
    ownPorts,
    isOwn: (host, port) => ownPorts.has(port) && isOwnHost(host),
    patience: options.patience ?? defaultPatience,
    headTimeoutMs: options.headTimeoutMs ?? defaultHeadTimeoutMs,
    keepAliveTimeoutMs: 30_000,
    answerTimeoutMs: 120_000,
    log,
    id: world.id,
  };
}

/** This machine by any of its addresses. */
function isOwnHost(host: string): boolean {
  const address = canonicalAddress(host) ?? host.toLowerCase();
  if (address.startsWith("127.") || address === "::1" || address === "localhost") return true;
  return ownAddresses().some((own) => own === address);
}

function ownAddresses(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return own.map(({ address }) => canonicalAddress(address) ?? address);
}

/** Lets Prometheus read, where a port is given for it. */
async function watch(
  { metricsPort, link, log }: GatewayOptions,
  { tally, connections }: Gateway,
  { books, snapshot }: { books: Books; snapshot: Snapshot },
) {
  if (metricsPort === undefined) return null;
  // The snapshot came over it: it is up now.
  let hubUp = true;
  link.onConnection((up) => {
    hubUp = up;
  });
  const state = () => ({
    openConnections: connections.size,
    leasesOut: books.purses.out().length,
    reportsWaiting: books.reporter.waiting,
    hubUp,
    ...snapshot.counts(),
  });
  return serveMetrics({ port: metricsPort, tally, state, log });
}

/** This machine's own addresses are no targets, whichever network they are of (quality G6). */
function policyOf({ allow, ownNames }: GatewayOptions): DestinationPolicy {
  return {
    allow: new Set(allow),
    ownAddresses: new Set(ownAddresses()),
    ownNames: new Set([...ownNames].map((name) => name.toLowerCase())),
  };
}
