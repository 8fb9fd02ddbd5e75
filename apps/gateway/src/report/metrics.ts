/**
 * A worker's metrics for Prometheus: `GET /metrics` on loopback, whatever HOST is, and `GET
 * /healthz` for load balancers.
 */
import {
  type MetricsPlace,
  type MetricsServer,
  startMetricsServer,
} from "@turnpike/net/metrics-server.ts";
import type { Log } from "../lib/log.ts";
import type { Counters } from "./counters.ts";
import {
  dialLines,
  registerCounters,
  registerLookups,
  registerProcess,
  registerPolicies,
  registerState,
  registerTrace,
  type WorkerState,
} from "./metric-definitions.ts";
import { Registry } from "./prometheus.ts";
import { registerUpstreams } from "./upstream-metrics.ts";

/** The state in `GET /healthz`: 200 only for `up`, 503 for the others (spec/gateway#drain). */
export type Health = "up" | "draining" | "noHub";

export interface MetricsOptions extends MetricsPlace {
  counters: Counters;
  state: () => WorkerState;
  health: () => Health;
  log: Log;
}
/** Serves a worker's metrics. If the port is in use, only warns: nothing depends on it. */
export async function serveMetrics(options: MetricsOptions): Promise<MetricsServer> {
  const { port, host, token, counters, log } = options;
  const registry = new Registry();
  const watched = registerProcess(registry);
  registerCounters(registry, counters);
  registerPolicies(registry, options.state);
  registerState(registry, options.state);
  registerTrace(registry, options.state);
  registerLookups(registry, options.state);
  registerUpstreams(registry, () => options.state().upstreams);
  const server = await startMetricsServer({
    port,
    host,
    token,
    read: async () => {
      const text = `${(await registry.metrics()).trimEnd()}\n\n${dialLines(counters)}`;
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
