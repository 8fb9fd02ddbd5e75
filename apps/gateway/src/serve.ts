/** One gateway worker: everything put together, started and ended. */
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { DestinationPolicy, Target } from "@turnpike/rules/destination.ts";
import { type Accounting, startAccounting } from "./meter/accounting.ts";
import { ConnectionCounts } from "./report/connection-counts.ts";
import { ClientLimiter, defaultLimits, type GatewayLimits } from "./listen/client-limiter.ts";
import { Connections } from "./session/connections.ts";
import { StaticAddresses } from "./listeners/static-addresses.ts";
import { maxPipes } from "./listeners/descriptors.ts";
import type { ProbePace } from "./probe/exit-health.ts";
import { type EngineChoice, openEngine } from "./start/open-engine.ts";
import { Drain } from "./listen/drain.ts";
import { mainListener } from "./listen/listener-ref.ts";
import { type OpenListeners, openListeners } from "./listeners/open-listeners.ts";
import { ExitChooser } from "./dial/choose-exit.ts";
import { type IsOwnAddress, Upstreams } from "./dial/upstreams.ts";
import type { Gateway } from "./gateway.ts";
import { acceptClient } from "./listen/first-byte.ts";
import { LoadReports } from "./report/load-reports.ts";
import type { Log } from "./lib/log.ts";
import { Meter } from "./meter/meter.ts";
import { serveMetrics } from "./report/metrics.ts";
import { OwnAddresses } from "./authorise/own-addresses.ts";
import { OwnerLimits } from "./authorise/owner-limits.ts";
import { defaultIdleTimeouts, type IdleTimeouts } from "./relay/idle-timeouts.ts";
import { RequestLog } from "./report/request-log.ts";
import { openResolver } from "./authorise/resolve-target.ts";
import type { LatencyPace } from "./probe/latency-schedule.ts";
import { RateLimiters } from "./meter/rate-limiters.ts";
import { Snapshot } from "./link/snapshot.ts";
import { Sync } from "./link/sync.ts";
import { newCounters } from "./report/counters.ts";
import { FailedAttempts } from "./authenticate/failed-attempts.ts";
import { waitFor } from "./lib/wait-for.ts";
import type { GatewayWorld } from "./lib/world.ts";

const sweepMs = 500;
/** Connections that were cut are closed and counted after so long at most. */
const closedMs = 2_000;
/** News that come together are judged together. */
const judgeDelayMs = 20;
/** With the last word's 2 s everybody who sends no whole head is gone after 11 s. */
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
  /** Names of the product itself, which no tunnel may lead to, nor to where they resolve. */
  ownNames: Iterable<string>;
  /** Public addresses of the installation that its machines do not have; none by default. */
  ownAddresses?: readonly string[];
  /** Ports that no tunnel may lead to; none by default. */
  blockedPorts?: readonly number[];
  /** Names of upstream proxies may lead to internal addresses: the lab's. Not by default. */
  internalUpstreams?: boolean;
  limits?: Partial<GatewayLimits>;
  /** The share of `limits.all` that one account may hold: 0.25 by default, 1 for no limit. */
  accountShare?: number;
  /** `auto` unless said otherwise. */
  engine?: EngineChoice;
  idleTimeouts?: IdleTimeouts;
  headTimeoutMs?: number;
  /** Where Prometheus reads, on loopback; nowhere by default. */
  metricsPort?: number;
  /** Ports of static IPs, at their own addresses; none by default. */
  staticPorts?: readonly number[];
  /** What is dialled through exits to see how they are. */
  probe?: Target | null;
  probePace?: Partial<ProbePace>;
  /** How often the pool's exits are measured. */
  latencyPace?: Partial<LatencyPace>;
  /** Doors that could not be opened are tried again so often. */
  staticRetryMs?: number;
  /** The same of listening ports of their own. */
  portRetryMs?: number;
  /** Descriptors that the process may open, where they are to be shared with listeners. */
  files?: number;
}
export interface RunningGateway {
  port: number;
  epoch: string;
  connections: Connections;
  failedAttempts: FailedAttempts;
  /** Waits until the hub knows how every door and every port of its own is, at most so long. */
  listenersReported(timeoutMs: number): Promise<void>;
  /**
   * Stops accepting, lets open connections end for `drainMs`, cuts the rest, reports and settles.
   * A second call ends nothing twice; it may bring the cut forward.
   */
  stop(drainMs: number): Promise<void>;
}

/** Resolves when the first snapshot is loaded and the port is bound. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { link, world, log, gateway } = options;
  const epoch = Date.now().toString(36) + world.id().slice(0, 8);
  const snapshot = new Snapshot();
  const connections = new Connections();
  const meter = new Meter(world.now);
  const counters = newCounters();
  const load = new LoadReports({ ...options, epoch, snapshot, connections });
  const counted = load.counted.bind(load);
  const accounting = startAccounting({ ...options, epoch, connections, meter, counters, counted });
  const ownerLimits = new OwnerLimits({ gateway, epoch, link, snapshot });
  let judging: NodeJS.Timeout | undefined;
  const judge = () => {
    judging = undefined;
    connections.judge(snapshot, world.now());
    ownerLimits.changed();
    listeners?.changed();
  };
  let listeners: OpenListeners | null = null;
  const sync = new Sync({
    gateway,
    epoch,
    link,
    snapshot,
    log,
    setOffset: world.setOffset,
    changed: () => {
      judging ??= setTimeout(judge, judgeDelayMs);
      accounting.reporter.wake();
    },
  });
  await sync.loaded;
  const requestLog = new RequestLog({ gateway, epoch, link, log });
  const { budgets } = accounting;
  const drain = new Drain();
  const own = ownAddressesOf(options);
  const made = { connections, meter, counters, budgets, ownerLimits, requestLog, drain };
  const parts = assemble(options, snapshot, made, own);
  const { limiter } = parts.auth;
  const at = { host: options.host, port: options.port, limiter };
  const listener = await parts.engine.listen(at, (client) =>
    acceptClient(parts, client, mainListener),
  );
  parts.ownPorts.add(listener.port);
  log.info({ engine: parts.engine.name, port: listener.port }, "listening");
  listeners = openListeners(options, parts, epoch);
  const connectionCounts = new ConnectionCounts({ gateway, epoch, link, log, connections });
  const metrics = await watch(options, parts, { accounting, snapshot, listeners });
  const sweep = setInterval(() => {
    connections.judge(snapshot, world.now());
    limiter.sweep();
    connections.sweep(
      performance.now(),
      limiter.isShort ? (id) => limiter.holdsTooMany(id) : undefined,
    );
  }, sweepMs);
  const stop = async () => {
    listener.stop();
    listeners?.stop();
    own.stop();
    await drain.end(() => connections.size === 0 && limiter.clients === 0);
    connections.cutAll("notReady");
    await waitFor(() => connections.size === 0, closedMs);
    clearInterval(sweep);
    clearTimeout(judging);
    connectionCounts.stop();
    load.stop();
    ownerLimits.stop();
    await Promise.all([accounting.stop(), requestLog.stop()]);
    sync.stop();
    await Promise.all([link.stop(), metrics?.stop()]);
  };
  let stopped: Promise<void> | null = null;
  return {
    port: listener.port,
    epoch,
    connections,
    failedAttempts: parts.auth.failedAttempts,
    listenersReported: async (timeoutMs) => listeners?.reported(timeoutMs),
    stop: (drainMs) => {
      drain.begin(drainMs);
      limiter.drain();
      stopped ??= stop();
      return stopped;
    },
  };
}

type Made = Pick<
  Gateway,
  "connections" | "meter" | "counters" | "budgets" | "ownerLimits" | "requestLog" | "drain"
>;

/** What carries connections, as they see it. */
function assemble(
  options: GatewayOptions,
  snapshot: Snapshot,
  made: Made,
  own: OwnAddresses,
): Gateway {
  const { link, world, log, worker, workers } = options;
  const { perSubAccount, ...limits } = { ...defaultLimits, ...options.limits };
  const { connections } = made;
  const { accountShare = 0.25, files = Number.POSITIVE_INFINITY } = options;
  const limiter = new ClientLimiter({
    connections,
    limits,
    accountShare,
    ended: made.counters.endedForRoom,
  });
  const failedAttempts = new FailedAttempts();
  const ownPorts = new Set([options.port]);
  const staticAddresses = new StaticAddresses(options.staticPorts ?? []);
  const policy = policyOf(options, (address) => own.has(address) || staticAddresses.has(address));
  const isOwnHere = (host: string) => own.isHere(host) || policy.ownNames.has(host);
  const isOwn: IsOwnAddress = (host, port) =>
    ((ownPorts.has(port) || snapshot.isPort(port)) && isOwnHere(host)) ||
    staticAddresses.isListener(host, port, isOwnHere);
  const { internalUpstreams: internal = false, engine: choice = "auto" } = options;
  const engine = openEngine(choice, {
    worker,
    workers,
    random: world.random,
    maxPipes: maxPipes(files),
    // At HOST 0.0.0.0 a port that is listened at cannot be left from, whatever the exit.
    isTaken: (port) => snapshot.isPort(port),
    log,
  });
  return {
    ...made,
    engine,
    rateLimiters: new RateLimiters({
      mbpsOf: (portId) => snapshot.unlimitedPort(portId)?.mbps ?? null,
      open: (portId) => connections.count(portId),
      failed: (error) => log.error({ error: String(error) }, "rate limiter turn failed"),
    }),
    auth: { snapshot, connections, failedAttempts, limiter, perSubAccount, now: world.now },
    exits: new ExitChooser({ link, snapshot, now: world.now, random: world.random }),
    resolver: openResolver(policy, world.lookup),
    ownPorts,
    staticAddresses,
    suspect: () => {},
    upstreams: new Upstreams({ engine, lookup: world.lookup, isOwn, internal }),
    idleTimeouts: options.idleTimeouts ?? defaultIdleTimeouts,
    headTimeoutMs: options.headTimeoutMs ?? defaultHeadTimeoutMs,
    keepAliveTimeoutMs: 30_000,
    headShortMs: Math.min(2_000, options.headTimeoutMs ?? defaultHeadTimeoutMs),
    keepAliveShortMs: 3_000,
    answerTimeoutMs: 120_000,
    log,
    id: world.id,
  };
}

/** Lets Prometheus read, where a port is given for it. */
async function watch(
  { metricsPort, link, log, world }: GatewayOptions,
  { counters, connections, drain, auth: { limiter, failedAttempts } }: Gateway,
  {
    accounting,
    snapshot,
    listeners,
  }: { accounting: Accounting; snapshot: Snapshot; listeners: OpenListeners },
) {
  if (metricsPort === undefined) return null;
  // The snapshot came over it: it is up now.
  let hubUp = true;
  link.onConnection((up) => {
    hubUp = up;
  });
  const state = () => ({
    openConnections: connections.size,
    idleConnections: limiter.idle,
    unauthenticated: limiter.unauthenticated,
    blockedNetworks: failedAttempts.blockedNetworks,
    leasesOut: accounting.budgets.out().length,
    reportsWaiting: accounting.reporter.waiting,
    hubUp,
    lookups: world.lookups(),
    journalFreeBytes: accounting.disk.freeBytes,
    ...snapshot.counts(),
    ...listeners.counts(),
  });
  const health = () => (drain.draining ? "draining" : hubUp ? "up" : "noHub");
  return serveMetrics({ port: metricsPort, counters, state, health, log });
}

/** The machine's addresses, and where the installation's names and public addresses lead. */
function ownAddressesOf({ world, ownNames, ownAddresses = [] }: GatewayOptions): OwnAddresses {
  const lookup = (host: string) => world.lookup(host);
  return new OwnAddresses(world.addresses, { names: [...ownNames, ...ownAddresses], lookup });
}

/** This machine's own addresses are no targets, whichever network they are of (spec/quality#g6). */
function policyOf(
  { allow, ownNames, blockedPorts }: GatewayOptions,
  isOwn: (address: string) => boolean,
): DestinationPolicy {
  return {
    allow: new Set(allow),
    ownAddresses: { has: isOwn },
    ownNames: new Set([...ownNames].map((name) => name.toLowerCase())),
    blockedPorts: new Set(blockedPorts),
  };
}
