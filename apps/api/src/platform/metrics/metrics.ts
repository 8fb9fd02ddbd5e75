/**
 * The API's metrics for Prometheus (docs/operating/monitoring.md). Labels take few values, all
 * of them defined in the code: never a customer's name, address or id.
 */
import {
  type MetricsPlace,
  type MetricsServer,
  startMetricsServer,
} from "@turnpike/net/metrics-server.ts";
import type pg from "pg";
import type { Logger } from "pino";
import { collectProcessMetrics, Counter, Gauge, Histogram, Registry } from "./prometheus.ts";

const callSeconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 14];
const jobSeconds = [0.01, 0.1, 1, 10, 60, 600];

export type Metrics = ReturnType<typeof newMetrics>;

/** Creates the metrics in a new registry. */
export function newMetrics() {
  const registry = new Registry();
  return {
    registry,
    ...callMetrics(registry),
    ...connectionMetrics(registry),
    ...gatewayMetrics(registry),
    ...jobMetrics(registry),
    ...readMetrics(registry),
  };
}

/** Serves the metrics of this process. */
export function serveMetrics(
  { registry }: Metrics,
  place: MetricsPlace,
  log: Logger,
): Promise<MetricsServer> {
  collectProcessMetrics(registry);
  return startMetricsServer({
    ...place,
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    warn: (fields, message) => log.warn(fields, message),
  });
}

function counter<T extends string>(registry: Registry, name: string, help: string, labels: T[]) {
  return new Counter({
    name: `turnpike_${name}`,
    help,
    labelNames: labels,
    registers: [registry],
  });
}

function histogram<T extends string>(
  registry: Registry,
  { name, help, label, buckets }: { name: string; help: string; label: T; buckets: number[] },
) {
  const labelNames = [label];
  return new Histogram({
    name: `turnpike_${name}`,
    help,
    labelNames,
    buckets,
    registers: [registry],
  });
}

function callMetrics(registry: Registry) {
  const calls = counter(registry, "calls_total", "Answered calls by path and envelope code", [
    "call",
    "code",
  ]);
  const refusals = counter(registry, "refusals_total", "Refused calls by path and reason", [
    "call",
    "reason",
  ]);
  const shareRefusals = counter(
    registry,
    "share_refusals_total",
    "Requests refused because the queue of an account or network was full or too slow",
    ["share"],
  );
  const seconds = histogram(registry, {
    name: "call_seconds",
    help: "Duration of calls, from the first byte of the request to the last of the response",
    label: "call",
    buckets: callSeconds,
  });
  return {
    /** Counts a completed call; `call` is the route's path, not the URL of the request. */
    countCall(call: string, code: number, tookSeconds: number): void {
      calls.inc({ call, code });
      seconds.observe({ call }, tookSeconds);
    },
    /** Counts a refused call; `reason` is a refusal of the contract. */
    countRefusal(call: string, reason: string): void {
      refusals.inc({ call, reason });
    },
    /** Counts work of an account or network that a share refused. */
    countShareRefusal(share: string): void {
      shareRefusals.inc({ share });
    },
  };
}

function connectionMetrics(registry: Registry) {
  const ended = counter(
    registry,
    "connections_ended_total",
    "Connections closed by the server to make room, or because of their client",
    ["server", "why"],
  );
  const reads: (() => void)[] = [];
  const connections = new Gauge({
    name: "turnpike_connections",
    help: "Open connections of the API's servers: with a request, or waiting for their client",
    labelNames: ["server", "state"],
    registers: [registry],
    collect: () => {
      for (const read of reads) read();
    },
  });
  return {
    /** Counts a connection that the server closed; `why`: room, idle, unread, pipelined. */
    countConnectionEnd(server: string, why: string): void {
      ended.inc({ server, why });
    },
    /** Declares the connections of a server, read at each scrape. */
    watchConnections(server: string, read: () => Record<string, number>): void {
      reads.push(() => {
        for (const [state, count] of Object.entries(read())) {
          connections.set({ server, state }, count);
        }
      });
    },
  };
}

function gatewayMetrics(registry: Registry) {
  const questions = counter(
    registry,
    "gateway_questions_total",
    "Requests from gateways by kind and outcome",
    ["kind", "outcome"],
  );
  const reports = counter(registry, "usage_reports_total", "Usage reports of gateways by outcome", [
    "outcome",
  ]);
  const foreign = counter(
    registry,
    "gateway_foreign_total",
    "What nodes sent about other nodes' things, or beyond their share, refused",
    ["what"],
  );
  const setAside = counter(
    registry,
    "items_set_aside_total",
    "Records other than usage reports set aside because they were refused, by kind",
    ["kind"],
  );
  const refusedLeases = counter(registry, "leases_refused_total", "Refused leases by reason", [
    "reason",
  ]);
  return {
    countQuestion(kind: string, outcome: "answered" | "failed" | "refused"): void {
      questions.inc({ kind, outcome });
    },
    countReports(outcome: "applied" | "failed", count: number): void {
      reports.inc({ outcome }, count);
    },
    /** Counts what was refused of a node: other nodes' things, and more than its share. */
    countForeign(what: string, count: number): void {
      foreign.inc({ what }, count);
    },
    countSetAside(kind: string, count: number): void {
      setAside.inc({ kind }, count);
    },
    countLeaseRefusal(reason: string): void {
      refusedLeases.inc({ reason });
    },
  };
}

function jobMetrics(registry: Registry) {
  const webhooks = counter(
    registry,
    "webhook_tries_total",
    "Delivery attempts of webhooks by outcome",
    ["outcome"],
  );
  const jobs = counter(registry, "job_runs_total", "Runs of scheduled jobs by outcome", [
    "job",
    "outcome",
  ]);
  const seconds = histogram(registry, {
    name: "job_seconds",
    help: "Duration of scheduled jobs",
    label: "job",
    buckets: jobSeconds,
  });
  return {
    /** Counts attempts by outcome, and deliveries that were dropped without an attempt. */
    countWebhookAttempts(outcome: "delivered" | "retried" | "failed" | "dropped", count = 1): void {
      webhooks.inc({ outcome }, count);
    },
    countJobRun(job: string, outcome: "done" | "failed", tookSeconds: number): void {
      jobs.inc({ job, outcome });
      seconds.observe({ job }, tookSeconds);
    },
  };
}

/** Metrics that are read at each scrape. */
function readMetrics(registry: Registry) {
  return {
    /** Declares a value that is read at each scrape; NaN if reading fails. */
    watch(name: string, help: string, read: () => Promise<number> | number): void {
      new Gauge({
        name: `turnpike_${name}`,
        help,
        registers: [registry],
        async collect() {
          this.set(await Promise.resolve(read()).catch(() => Number.NaN));
        },
      });
    },
    /** Declares the database pool's connections by state. */
    watchPool(pool: pg.Pool): void {
      new Gauge({
        name: "turnpike_database_connections",
        help: "Connections of the database pool, and calls waiting for one",
        labelNames: ["state"],
        registers: [registry],
        collect() {
          this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
          this.set({ state: "idle" }, pool.idleCount);
          this.set({ state: "waiting" }, pool.waitingCount);
        },
      });
    },
  };
}
