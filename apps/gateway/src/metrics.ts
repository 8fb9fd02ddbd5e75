/**
 * A worker's counters for Prometheus: `GET /metrics` on loopback, whatever HOST is. Labels are our
 * own words; no customer's name, address or target is ever one. And `GET /healthz` for what decides
 * whether clients are sent here.
 */
import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Registry } from "prom-client";
import { type MetricsServer, startMetricsServer } from "@turnpike/net/metrics-server.ts";
import type { LookupCounts } from "@turnpike/net/resolver.ts";
import type { Log } from "./log.ts";
import { dialClassesMs, type Tally } from "./tally.ts";

const lagResolutionMs = 20;

/** What is read of the worker when somebody asks. */
export interface WorkerState {
  openConnections: number;
  /** Kept open by clients between two requests. */
  idleConnections: number;
  /** Clients that have not authenticated. */
  unauthenticated: number;
  /** Networks of too many failed tries. */
  blockedNetworks: number;
  leasesOut: number;
  /** Reports that the hub has not acknowledged. */
  reportsWaiting: number;
  hubUp: boolean;
  lookups: LookupCounts;
  /** Room on the journal's disk; null where it cannot be told. */
  journalFreeBytes: number | null;
  subAccounts: number;
  whitelist: number;
  exits: number;
  staticExits: number;
  staticIps: number;
  unlimitedPorts: number;
  /** Opened IPs and whitelisted ports. */
  gatePorts: number;
  unlimitedExits: number;
  /** Listeners at the addresses of static IPs. */
  doorsOpen: number;
  /** Listeners of unlimited plans, opened IPs and whitelisted ports. */
  portsOpen: number;
  /** Exits of the pool that this worker measures and that failed last. */
  poolExitsFailing: number;
  /** Exits of static IPs that this worker found unreachable. */
  exitsUnreachable: number;
}
/** What `GET /healthz` tells: only `up` is 200, the others are 503 (spec/gateway#drain). */
export type Health = "up" | "draining" | "noHub";

export interface MetricsOptions {
  /** 0 for any free port. */
  port: number;
  tally: Tally;
  state: () => WorkerState;
  health: () => Health;
  log: Log;
}
/** Serves a worker's metrics. A port that is taken is a warning: nothing depends on it. */
export async function serveMetrics(options: MetricsOptions): Promise<MetricsServer> {
  const { port, tally, log } = options;
  const registry = new Registry();
  const watched = watchProcess(registry);
  watchTally(registry, tally);
  watchState(registry, options.state);
  watchLookups(registry, options.state);
  const server = await startMetricsServer({
    port,
    read: async () => {
      const text = `${(await registry.metrics()).trimEnd()}\n\n${dialLines(tally)}`;
      return { contentType: registry.contentType, text };
    },
    health: () => {
      const state = options.health();
      return { status: state === "up" ? 200 : 503, body: { state } };
    },
    warn: (fields, message) => log.warn(fields, message),
  });
  return {
    port: server.port,
    stop: async () => {
      watched.stop();
      await server.stop();
    },
  };
}

/** A counter that stands elsewhere: `read` answers what it stands at, by label. */
function counter(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Iterable<[string, number]>,
): void {
  new Counter({
    name,
    help,
    labelNames: label === "" ? [] : [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [of, count] of read()) this.inc(label === "" ? {} : { [label]: of }, count);
    },
  });
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function watchTally(registry: Registry, tally: Tally): void {
  const { opened, refused, cut, endedForRoom } = tally;
  const of = (name: string) => `turnpike_gateway_${name}`;
  const add = (name: string, help: string, label: string, read: () => Iterable<[string, number]>) =>
    counter(registry, of(name), help, label, read);
  add("opened_total", "Tunnels and requests opened, by protocol", "protocol", () =>
    Object.entries(opened),
  );
  add("refused_total", "Refused at the door or on the way, by reason", "reason", () =>
    Object.entries(refused),
  );
  add("cut_total", "Ended from here while open, by reason", "reason", () => Object.entries(cut));
  add("refused_by_account_share_total", "Refused since the account held its share", "", () => [
    ["", tally.accountFull],
  ]);
  add("ended_for_room_total", "Waiting connections closed to make room, by kind", "kind", () =>
    Object.entries(endedForRoom),
  );
  add("bytes_total", "Bytes carried, billed or only counted, by way", "way", () => [
    ["up", tally.upBytes],
    ["down", tally.downBytes],
  ]);
  add("dials_failed_total", "Dials that did not succeed", "", () => [["", tally.dialsFailed]]);
}

/** The dials as a histogram of Prometheus' text form: their classes are counted elsewhere. */
function dialLines(tally: Tally): string {
  const name = "turnpike_gateway_dial_seconds";
  const ends = [...dialClassesMs.map((ms) => String(ms / 1_000)), "+Inf"];
  let sum = 0;
  const classes = ends.map((end, at) => {
    sum += tally.dials[at] ?? 0;
    return `${name}_bucket{le="${end}"} ${sum}`;
  });
  const head = [`# HELP ${name} How long dials of exits took`, `# TYPE ${name} histogram`];
  const ending = [`${name}_sum ${tally.dialSumMs / 1_000}`, `${name}_count ${sum}`];
  return [...head, ...classes, ...ending, ""].join("\n");
}

function watchLookups(registry: Registry, state: () => WorkerState): void {
  const add = (name: string, help: string, label: string, read: () => Iterable<[string, number]>) =>
    counter(registry, `turnpike_gateway_${name}`, help, label, read);
  const now = () => state().lookups;
  add("lookups_total", "Names looked up, by what answered", "by", () => {
    const { queries, cached, shared } = now();
    return Object.entries({ query: queries, cache: cached, shared });
  });
  add("lookups_failed_total", "Names that were not resolved, by reason", "reason", () => {
    const { timedOut, failed, tooMany } = now();
    return Object.entries({ timedOut, failed, tooMany });
  });
  const of = (name: string, help: string, read: () => number) =>
    gauge(registry, `turnpike_gateway_${name}`, help, read);
  of("lookups_running", "Names that name servers are asked for now", () => now().running);
  of("lookups_waiting", "Names that wait for their account's turn", () => now().waiting);
  of("names_cached", "Names whose addresses are known", () => now().names);
}

function watchState(registry: Registry, state: () => WorkerState): void {
  const add = (name: string, help: string, read: (now: WorkerState) => number) =>
    gauge(registry, `turnpike_gateway_${name}`, help, () => read(state()));
  add("connections_open", "Tunnels and requests open now", (now) => now.openConnections);
  add("connections_idle", "Connections between two requests", (now) => now.idleConnections);
  add(
    "connections_unauthenticated",
    "Connections that have not authenticated",
    (now) => now.unauthenticated,
  );
  add("networks_blocked", "Networks of too many failed tries", (now) => now.blockedNetworks);
  add("leases_out", "Leases that this worker holds", (now) => now.leasesOut);
  add("reports_waiting", "Reports not acknowledged by the hub", (now) => now.reportsWaiting);
  add("hub_up", "1 while the hub is connected", (now) => Number(now.hubUp));
  add(
    "journal_disk_free_bytes",
    "Room on the disk of the journal",
    (now) => now.journalFreeBytes ?? Number.NaN,
  );
  add("sub_accounts", "Sub-accounts that are known", (now) => now.subAccounts);
  add("whitelist_entries", "Whitelist entries that are known", (now) => now.whitelist);
  add("exits", "Exits of the pool", (now) => now.exits);
  add("static_exits", "Exits of static IPs, sold or not", (now) => now.staticExits);
  add("static_ips", "Static IPs that are known", (now) => now.staticIps);
  add("unlimited_ports", "Ports of unlimited plans that are known", (now) => now.unlimitedPorts);
  add("gate_ports", "Opened IPs and whitelisted ports that are known", (now) => now.gatePorts);
  add("unlimited_exits", "Exits of unlimited plans", (now) => now.unlimitedExits);
  add(
    "ports_open",
    "Listeners of unlimited plans, opened IPs and whitelisted ports",
    (now) => now.portsOpen,
  );
  add("doors_open", "Listeners at the addresses of static IPs", (now) => now.doorsOpen);
  add(
    "exits_unreachable",
    "Exits of this worker's doors that are found unreachable",
    (now) => now.exitsUnreachable,
  );
  add(
    "pool_exits_failing",
    "Exits of the pool that failed when this worker measured them",
    (now) => now.poolExitsFailing,
  );
}

/** Memory, processor, event loop and descriptors, under the names that dashboards know. */
function watchProcess(registry: Registry) {
  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs });
  lag.enable();
  gauge(registry, "process_resident_memory_bytes", "Resident memory", () =>
    process.memoryUsage.rss(),
  );
  gauge(registry, "process_start_time_seconds", "Start of the process", () =>
    Math.round(performance.timeOrigin / 1_000),
  );
  counter(registry, "process_cpu_seconds_total", "Processor time, user and system", "", () => {
    const { user, system } = process.cpuUsage();
    return [["", (user + system) / 1e6]];
  });
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  gauge(registry, "nodejs_eventloop_lag_p99_seconds", "Since the last reading", () =>
    seconds(lag.percentile(99)),
  );
  gauge(registry, "nodejs_eventloop_lag_max_seconds", "Since the last reading", () => {
    const max = seconds(lag.max);
    lag.reset();
    return max;
  });
  new Gauge({
    name: "process_open_fds",
    help: "Open descriptors",
    registers: [registry],
    async collect() {
      const open = await readdir("/proc/self/fd").catch(() => null);
      if (open) this.set(open.length);
    },
  });
  return { stop: () => lag.disable() };
}
