/**
 * The metrics of a worker, with stable public names for dashboards. Label values are fixed words,
 * never a customer's name, address or target.
 */
import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { LookupCounts } from "@turnpike/net/resolver.ts";
import type { Registry } from "prom-client";
import { type Counters, dialClassesMs } from "./counters.ts";
import { Counter, Gauge } from "./prometheus.ts";
import type { UpstreamState } from "./upstream-metrics.ts";

const lagResolutionMs = 100;

/** The worker's state at the time of a scrape. */
export interface WorkerState {
  openConnections: number;
  /** Connections kept open by clients between two requests. */
  idleConnections: number;
  /** Clients that have not authenticated. */
  unauthenticated: number;
  /** Networks blocked after too many failed logins. */
  blockedNetworks: number;
  leasesOut: number;
  /** Reports that the hub has not acknowledged. */
  reportsWaiting: number;
  /** Files of the trace that the hub has not accepted, and lines dropped for lack of space. */
  traceFilesWaiting: number;
  traceLinesRefused: number;
  traceLinesDropped: number;
  hubUp: boolean;
  lookups: LookupCounts;
  /** Free space on the journal's disk; null if unknown. */
  journalFreeBytes: number | null;
  subAccounts: number;
  whitelist: number;
  exits: number;
  staticExits: number;
  staticIps: number;
  unlimitedPorts: number;
  /** Opened IPs and whitelisted ports. */
  leasedPorts: number;
  unlimitedExits: number;
  /** Listeners at the addresses of static IPs. */
  staticListenersOpen: number;
  /** Listeners of unlimited plans, opened IPs and whitelisted ports. */
  portsOpen: number;
  /** Pool exits of this worker whose last measurement failed. */
  poolExitsFailing: number;
  /** Exits of static IPs that this worker found unreachable. */
  exitsUnreachable: number;
  /** Names in lists of refused targets, and lists whose newest version is not whole yet. */
  policyNames: number;
  policiesMissing: number;
  upstreams: UpstreamState[];
}
/** Registers a counter that is kept elsewhere; `read` returns its values by label. */
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

export function registerCounters(registry: Registry, counters: Counters): void {
  const { opened, refused, cut, evicted } = counters;
  const of = (name: string) => `turnpike_gateway_${name}`;
  const add = (name: string, help: string, label: string, read: () => Iterable<[string, number]>) =>
    counter(registry, of(name), help, label, read);
  add("opened_total", "Tunnels and requests opened, by protocol", "protocol", () =>
    Object.entries(opened),
  );
  add("refused_total", "Connections and requests refused, by reason", "reason", () =>
    Object.entries(refused),
  );
  add("cut_total", "Open tunnels and requests ended by the gateway, by reason", "reason", () =>
    Object.entries(cut),
  );
  add(
    "refused_by_account_share_total",
    "Refused because the account used its share of connections",
    "",
    () => [["", counters.accountFull]],
  );
  add(
    "ended_for_room_total",
    "Waiting connections closed to make room for others, by kind",
    "kind",
    () => Object.entries(evicted),
  );
  add("datagrams_total", "Datagrams of UDP associations, sent or dropped", "what", () =>
    Object.entries(counters.datagrams),
  );
  add("bytes_total", "Bytes relayed, by direction", "way", () => [
    ["up", counters.upBytes],
    ["down", counters.downBytes],
  ]);
  add("dials_failed_total", "Dials that failed", "", () => [["", counters.dialsFailed]]);
}

/** Dial times as a histogram in Prometheus' text format; the buckets are kept in `Counters`. */
export function dialLines(counters: Counters): string {
  const name = "turnpike_gateway_dial_seconds";
  const ends = [...dialClassesMs.map((ms) => String(ms / 1_000)), "+Inf"];
  let sum = 0;
  const classes = ends.map((end, at) => {
    sum += counters.dials[at] ?? 0;
    return `${name}_bucket{le="${end}"} ${sum}`;
  });
  const head = [`# HELP ${name} Time to dial a target through an exit`, `# TYPE ${name} histogram`];
  const ending = [`${name}_sum ${counters.dialSumMs / 1_000}`, `${name}_count ${sum}`];
  return [...head, ...classes, ...ending, ""].join("\n");
}

export function registerLookups(registry: Registry, state: () => WorkerState): void {
  const add = (name: string, help: string, label: string, read: () => Iterable<[string, number]>) =>
    counter(registry, `turnpike_gateway_${name}`, help, label, read);
  const now = () => state().lookups;
  add("lookups_total", "DNS lookups, by what answered", "by", () => {
    const { queries, cached, shared } = now();
    return Object.entries({ query: queries, cache: cached, shared });
  });
  add("lookups_failed_total", "DNS lookups that failed, by reason", "reason", () => {
    const { timedOut, failed, tooMany } = now();
    return Object.entries({ timedOut, failed, tooMany });
  });
  const of = (name: string, help: string, read: () => number) =>
    gauge(registry, `turnpike_gateway_${name}`, help, read);
  of("lookups_running", "DNS queries running", () => now().running);
  of("lookups_waiting", "DNS lookups waiting for their account's turn", () => now().waiting);
  of("names_cached", "Names in the DNS cache", () => now().names);
}

/** Lists of refused targets. */
export function registerPolicies(registry: Registry, state: () => WorkerState): void {
  const add = (name: string, help: string, read: () => number) =>
    gauge(registry, `turnpike_gateway_${name}`, help, read);
  add("policy_names", "Names in lists of refused targets", () => state().policyNames);
  add(
    "policies_missing",
    "Lists of refused targets that are not whole",
    () => state().policiesMissing,
  );
}

export function registerTrace(registry: Registry, state: () => WorkerState): void {
  gauge(
    registry,
    "turnpike_gateway_trace_files_waiting",
    "Files of the trace the hub has not taken",
    () => state().traceFilesWaiting,
  );
  gauge(
    registry,
    "turnpike_gateway_trace_lines_refused",
    "Lines of the trace that the hub refused and does not keep yet",
    () => state().traceLinesRefused,
  );
  counter(
    registry,
    "turnpike_gateway_trace_lines_dropped_total",
    "Lines of the trace that neither memory nor disk had room for",
    "",
    () => [["", state().traceLinesDropped]],
  );
}

export function registerState(registry: Registry, state: () => WorkerState): void {
  const add = (name: string, help: string, read: (now: WorkerState) => number) =>
    gauge(registry, `turnpike_gateway_${name}`, help, () => read(state()));
  add("connections_open", "Open tunnels and requests", (now) => now.openConnections);
  add("connections_idle", "Idle keep-alive connections", (now) => now.idleConnections);
  add(
    "connections_unauthenticated",
    "Connections that have not authenticated",
    (now) => now.unauthenticated,
  );
  add(
    "networks_blocked",
    "Networks blocked after too many failed logins",
    (now) => now.blockedNetworks,
  );
  add("leases_out", "Leases held by this worker", (now) => now.leasesOut);
  add("reports_waiting", "Reports the hub has not acknowledged", (now) => now.reportsWaiting);
  add("hub_up", "1 while the link to the hub is up", (now) => Number(now.hubUp));
  add(
    "journal_disk_free_bytes",
    "Free bytes on the journal's disk",
    (now) => now.journalFreeBytes ?? Number.NaN,
  );
  add("sub_accounts", "Sub-accounts in the snapshot", (now) => now.subAccounts);
  add("whitelist_entries", "Whitelist entries in the snapshot", (now) => now.whitelist);
  add("exits", "Pool exits in the snapshot", (now) => now.exits);
  add("static_exits", "Static exits in the snapshot, sold or not", (now) => now.staticExits);
  add("static_ips", "Static IPs in the snapshot", (now) => now.staticIps);
  add("unlimited_ports", "Unlimited ports in the snapshot", (now) => now.unlimitedPorts);
  add("leased_ports", "Opened IPs and whitelisted ports in the snapshot", (now) => now.leasedPorts);
  add("gate_ports", "Deprecated: turnpike_gateway_leased_ports", (now) => now.leasedPorts);
  add("unlimited_exits", "Unlimited exits in the snapshot", (now) => now.unlimitedExits);
  add(
    "ports_open",
    "Open listeners of unlimited plans, opened IPs and whitelisted ports",
    (now) => now.portsOpen,
  );
  add(
    "static_listeners_open",
    "Open listeners at addresses of static exits",
    (now) => now.staticListenersOpen,
  );
  add(
    "doors_open",
    "Deprecated: turnpike_gateway_static_listeners_open",
    (now) => now.staticListenersOpen,
  );
  add(
    "exits_unreachable",
    "Static exits of this worker that are unreachable",
    (now) => now.exitsUnreachable,
  );
  add(
    "pool_exits_failing",
    "Pool exits whose last measurement by this worker failed",
    (now) => now.poolExitsFailing,
  );
}

/** Memory, CPU, event loop and descriptors, under the names that dashboards know. */
export function registerProcess(registry: Registry) {
  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs });
  lag.enable();
  gauge(registry, "process_resident_memory_bytes", "Resident memory", () =>
    process.memoryUsage.rss(),
  );
  gauge(registry, "process_start_time_seconds", "Start time of the process, Unix seconds", () =>
    Math.round(performance.timeOrigin / 1_000),
  );
  counter(registry, "process_cpu_seconds_total", "Processor time, user and system", "", () => {
    const { user, system } = process.cpuUsage();
    return [["", (user + system) / 1e6]];
  });
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  gauge(registry, "nodejs_eventloop_lag_p99_seconds", "Event loop lag since the last scrape", () =>
    seconds(lag.percentile(99)),
  );
  gauge(
    registry,
    "nodejs_eventloop_lag_max_seconds",
    "Event loop lag since the last scrape",
    () => {
      const max = seconds(lag.max);
      lag.reset();
      return max;
    },
  );
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
