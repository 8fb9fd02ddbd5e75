/** Starts and stops a gateway worker. */
import { join } from "node:path";
import { OwnerLimits } from "./authorise/owner-limits.ts";
import type { FailedAttempts } from "./authenticate/failed-attempts.ts";
import type { Passwords } from "./authenticate/passwords.ts";
import { listenAtAll } from "./engine/listen-at-all.ts";
import type { Gateway } from "./session/gateway.ts";
import { AdaptiveInterval } from "./lib/adaptive-interval.ts";
import { waitFor } from "./lib/wait-for.ts";
import { AccountTurns } from "./link/account-turns.ts";
import { Snapshot } from "./link/snapshot.ts";
import { PolicyLists } from "./link/policy-lists.ts";
import { Sync, type SyncOptions } from "./link/sync.ts";
import { Drain } from "./lib/drain.ts";
import { acceptClient } from "./listen/first-byte.ts";
import { mainListener } from "./link/listener-ref.ts";
import { answerBindRequests } from "./listeners/bind-requests.ts";
import { maxRelayed } from "./listeners/descriptors.ts";
import { type OpenListeners, openListeners } from "./listeners/open-listeners.ts";
import { RelayListener, workersShareRelay } from "./listeners/relay-listener.ts";
import type { RelayRows } from "./listeners/relayed-connections.ts";
import { startAccounting } from "./start/accounting.ts";
import { Meter } from "./meter/meter.ts";
import { UpstreamBook } from "./meter/upstream-book.ts";
import { Adoption, type AdoptionOptions } from "./report/adoption.ts";
import { openRecordIntervals } from "@turnpike/rules/trace.ts";
import { ConnectionLog, connectionLogFolder } from "./report/connection-log.ts";
import { LineFolding } from "./report/line-folding.ts";
import { ConnectionCounts } from "./report/connection-counts.ts";
import { newCounters } from "./report/counters.ts";
import { LoadReports } from "./report/load-reports.ts";
import { reportMachine } from "./report/machine-reports.ts";
import { RequestLog } from "./report/request-log.ts";
import { UpstreamOutbox } from "./report/upstream-outbox.ts";
import { Connections } from "./authorise/connections.ts";
import { recordOpenConnections } from "./session/record-open.ts";
import { assemble, ownAddressesOf } from "./start/assemble.ts";
import type { GatewayOptions } from "./start/gateway-options.ts";
import { serveWorkerMetrics } from "./start/worker-metrics.ts";

export type { GatewayOptions };

const sweepMs = 500;
/** How long connections that were cut have to be closed and counted. */
const closedMs = 2_000;
/** Changes are batched for this long before connections are judged. */
const judgeDelayMs = 20;

export interface RunningGateway {
  port: number;
  epoch: string;
  connections: Connections;
  failedAttempts: FailedAttempts;
  passwords: Passwords;
  /** Waits until the hub knows the state of every listener, or for the timeout. */
  listenersReported(timeoutMs: number): Promise<void>;
  /** Opens customers' ports and reports for the node, after the older generation closed its own. */
  takeOver(): void;
  /** Makes worker 1 send what former workers left; call only if no other generation runs. */
  adopt(): void;
  /**
   * Stops accepting, lets open connections finish for `drainMs`, cuts the rest, reports and
   * settles. With `duringUpgrade`, another generation accepts instead, and connected clients are still
   * served. A second call can only shorten the time.
   */
  stop(drainMs: number, duringUpgrade?: boolean): Promise<void>;
}

/** Starts a worker; resolves when the first snapshot is loaded and the port is bound. */
export async function startGateway(given: GatewayOptions): Promise<RunningGateway> {
  const snapshot = new Snapshot();
  const options = { ...given, link: new AccountTurns(given.link, snapshot) };
  const { link, log, gateway, epoch } = options;
  const counting = startCounting(options, snapshot);
  const { connections, accounting } = counting;
  let nodeDuties: NodeDuties | null = null;
  const drain = new Drain();
  const own = ownAddressesOf(options);
  const brand: Gateway["brand"] = { name: null };
  const mirror = startMirror(options, counting, {
    setNodeHosts: (hosts) => own.setNodeHosts(hosts),
    changed: () => nodeDuties?.listeners?.changed(),
    setBrand: (name) => void (brand.name = name),
    setOffered: (offered) => void (drain.takesNewCustomers = offered),
  });
  await mirror.sync.loaded;
  await mirror.lists.ready();
  const { stopLogs, ...logs } = startLogs(options, connections);
  const started = { ...counting, budgets: accounting.budgets, ...logs, drain, brand };
  const parts = assemble(options, { snapshot, changed: mirror.changed }, started, own);
  const listener = await listenForClients(options, parts);
  const customers = new NodeDuties(options, parts, listener.port);
  nodeDuties = customers;
  if (!options.waitForTakeOver) customers.takeOver();
  const connectionCounts = new ConnectionCounts({ gateway, epoch, link, log, connections });
  const metrics = await serveWorkerMetrics(options, parts, { accounting, snapshot, customers });
  const sweeping = new AdaptiveInterval(sweepMs, () => sweepConnections(parts));
  const { limiter, failedAttempts, passwords } = parts.auth;
  const stop = async () => {
    listener.stop();
    nodeDuties?.stop();
    own.stop();
    await drain.waitForEnd(() => connections.size === 0 && limiter.clients === 0);
    connections.cutAll("notReady");
    await waitFor(() => connections.size === 0, closedMs);
    sweeping.stop();
    for (const each of [mirror, connectionCounts, counting]) each.stop();
    await Promise.all([accounting.stop(), stopLogs()]);
    await Promise.all([link.stop(), metrics?.stop()]);
  };
  let stopped: Promise<void> | null = null;
  return {
    port: listener.port,
    epoch,
    connections,
    failedAttempts,
    passwords,
    listenersReported: async (timeoutMs) => nodeDuties?.listeners?.reported(timeoutMs),
    takeOver: () => nodeDuties?.takeOver(),
    adopt: () => counting.adoption.begin(),
    stop: (drainMs, duringUpgrade = false) => {
      // Clients that the kernel has accepted are served before the listener is closed.
      if (duringUpgrade) listener.stop();
      drain.begin(drainMs, duringUpgrade);
      limiter.drain(duringUpgrade);
      stopped ??= stop();
      return stopped;
    },
  };
}

/** What only one generation does at a time: customers' ports and reports for the node. */
class NodeDuties {
  listeners: OpenListeners | null = null;
  #options: GatewayOptions;
  #parts: Gateway;
  #port: number;
  #stopReports = () => {};

  constructor(options: GatewayOptions, parts: Gateway, port: number) {
    this.#options = options;
    this.#parts = parts;
    this.#port = port;
  }

  /** Starts, at most once and never while draining. */
  takeOver(): void {
    if (this.listeners !== null || this.#parts.drain.draining) return;
    this.listeners = openListeners(this.#options, this.#parts, this.#options.epoch);
    this.#stopReports = startNodeReports(this.#options, this.#parts, this.#port);
  }

  stop(): void {
    this.listeners?.stop();
    this.#stopReports();
  }
}

/** The logs of tunnels and requests, including open ones. */
function startLogs(options: GatewayOptions, connections: Connections) {
  const folder = join(options.journalFolder, connectionLogFolder);
  const requestLog = new RequestLog(options);
  const connectionLog = new ConnectionLog({ ...options, folder });
  const { afterMs: openAfterMs } = options.openRecorded ?? openRecordIntervals;
  const lineFolding = new LineFolding({ add: (row) => connectionLog.add(row), openAfterMs });
  const stopRecording = recordOpenConnections(connections, (row) => connectionLog.add(row));
  const stopLogs = async () => {
    stopRecording();
    lineFolding.stop();
    await Promise.all([requestLog.stop(), connectionLog.stop()]);
  };
  return { requestLog, connectionLog, lineFolding, stopLogs };
}

/** Reports the machine, opens its relay, tests port numbers. Returns a function that stops it. */
function startNodeReports(options: GatewayOptions, parts: Gateway, port: number): () => void {
  const { link, log, world, worker, host } = options;
  answerBindRequests({ link, log, host });
  if (worker !== 1 && !workersShareRelay) return () => {};
  const { snapshot } = parts.auth;
  const { connectionLog, lineFolding, resolver } = parts;
  const rows: RelayRows = {
    ended: (row) => lineFolding.add(row),
    open: (row) => connectionLog.add(row),
  };
  const most = maxRelayed(options.files ?? Number.POSITIVE_INFINITY, parts.auth.limiter.limits);
  const own = { host, log, snapshot, world, rows, resolver, maxRelayed: most };
  const relay = new RelayListener(own);
  link.onMessage((news) => {
    if (news.kind === "relay") relay.setAskers(news.askers);
  });
  const end = reportMachine({
    link,
    log,
    addresses: world.addresses,
    port,
    relay: (at) => relay.set(at ?? null),
  });
  return () => {
    end();
    relay.stop();
  };
}

/** Everything that counts connections and bytes; started before anything is known from the hub. */
function startCounting(options: GatewayOptions, snapshot: Snapshot) {
  const { gateway, epoch, link, world, adoptFrom: journals } = options;
  const connections = new Connections();
  const meter = new Meter(world.now);
  const counters = newCounters();
  const book = new UpstreamBook(world.now);
  const outbox = new UpstreamOutbox(options);
  const load = new LoadReports({ ...options, snapshot, connections });
  const counted = load.addUsage.bind(load);
  const accounting = startAccounting({ ...options, connections, meter, counters, book, counted });
  const adoption = adoptionOnce(journals ? { ...options, journals, now: world.now } : null);
  if (!options.waitForTakeOver) adoption.begin();
  const ownerLimits = new OwnerLimits({
    gateway,
    epoch,
    link,
    snapshot,
    cut: (subAccountId) => connections.cut(subAccountId, "notReady"),
  });
  const stop = () => {
    for (const each of [load, adoption, ownerLimits, outbox]) each.stop();
  };
  const counts = { connections, meter, counters, book, outbox, ownerLimits };
  return { snapshot, ...counts, accounting, adoption, stop };
}

/** Adoption by worker 1, started at most once and only by `begin`. */
function adoptionOnce(options: AdoptionOptions | null) {
  let adoption: Adoption | null = null;
  return {
    begin: () => {
      if (options !== null) adoption ??= new Adoption(options);
    },
    stop: () => adoption?.stop(),
  };
}

/** Mirrors the hub's resources; open connections are judged shortly after each change. */
function startMirror(
  options: GatewayOptions,
  { snapshot, connections, ownerLimits, accounting }: ReturnType<typeof startCounting>,
  told: Pick<SyncOptions, "changed" | "setOffered" | "setNodeHosts" | "setBrand">,
) {
  const { link, log, world, worker } = options;
  let judging: NodeJS.Timeout | undefined;
  const judge = () => {
    judging = undefined;
    connections.judge(snapshot, world.now());
    ownerLimits.changed();
    told.changed();
  };
  const onChange = () => {
    judging ??= setTimeout(judge, judgeDelayMs);
    accounting.reporter.wake();
  };
  const { policies } = snapshot;
  const folder = options.policyFolder ?? join(options.journalFolder, "policies");
  const own = { gateway: options.gateway, link, log, changed: onChange };
  const lists = new PolicyLists({ ...own, folder, fetches: worker === 1, policies });
  const setPolicies = lists.take.bind(lists);
  const { epoch, workers } = options;
  const from = { ...own, ...told, epoch, workers, snapshot, changed: onChange, setPolicies };
  const sync = new Sync({ ...from, setOffset: world.setOffset });
  const stop = () => {
    clearTimeout(judging);
    lists.stop();
    sync.stop();
  };
  return { sync, lists, changed: onChange, stop };
}

/** Listens on the gateway's own port. */
async function listenForClients({ host, hosts, port, log }: GatewayOptions, parts: Gateway) {
  const at = { port, limiter: parts.auth.limiter };
  const listener = await listenAtAll(parts.engine, hosts ?? [host], at, (client) =>
    acceptClient(parts, client, mainListener),
  );
  parts.ownPorts.add(listener.port);
  log.info({ engine: parts.engine.name, port: listener.port }, "listening");
  return listener;
}

/**
 * Ends connections that expired, are idle, or exceed the limit of their network or account. Returns
 * whether there are any connections.
 */
function sweepConnections({ connections, auth: { snapshot, limiter, now } }: Gateway): boolean {
  connections.judge(snapshot, now());
  limiter.sweep();
  connections.sweep(
    performance.now(),
    limiter.isShort ? (id) => limiter.exceedsFairShare(id) : undefined,
  );
  return connections.size > 0 || limiter.clients > 0;
}
