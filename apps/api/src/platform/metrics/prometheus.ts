/**
 * The parts of prom-client that the API uses. The whole of it also loads OpenTelemetry (44 modules,
 * for exemplars that nobody enables), quantiles and a push gateway.
 */
import { createRequire } from "node:module";
import type * as client from "prom-client";

const require = createRequire(import.meta.url);

export const Counter = require("prom-client/lib/counter.js") as typeof client.Counter;
export const Gauge = require("prom-client/lib/gauge.js") as typeof client.Gauge;
export const Histogram = require("prom-client/lib/histogram.js") as typeof client.Histogram;
export const Registry = require("prom-client/lib/registry.js") as typeof client.Registry;
export type Registry = client.Registry;

/** prom-client's default metrics but those of processor time, which need OpenTelemetry. */
const defaults = [
  "processStartTime",
  "osMemoryHeap",
  "processOpenFileDescriptors",
  "processMaxFileDescriptors",
  "eventLoopLag",
  "processResources",
  "processHandles",
  "processRequests",
  "heapSizeAndUsed",
  "heapSpacesSizeAndUsed",
  "version",
  "gc",
];
/** How often the event loop's delay is sampled: 10 ms would mean 100 wake-ups a second at rest. */
const eventLoopMonitoringPrecision = 100;

/** Adds the metrics of this process, with prom-client's names. */
export function collectProcessMetrics(registry: Registry): void {
  processorTime(registry);
  for (const name of defaults) {
    const collect = require(`prom-client/lib/metrics/${name}.js`) as (
      to: Registry,
      config: object,
    ) => void;
    collect(registry, { eventLoopMonitoringPrecision });
  }
}

function processorTime(registry: Registry): void {
  const registers = [registry];
  const counter = (name: string, help: string, collect?: () => void) =>
    new Counter({ name, help, registers, ...(collect ? { collect } : {}) });
  let last = process.cpuUsage();
  // Prometheus reads in the order of registration: this one sets all three.
  const user = counter(
    "process_cpu_user_seconds_total",
    "Total user CPU time spent in seconds.",
    () => {
      const now = process.cpuUsage();
      const [userMicros, systemMicros] = [now.user - last.user, now.system - last.system];
      last = now;
      user.inc(userMicros / 1e6);
      system.inc(systemMicros / 1e6);
      both.inc((userMicros + systemMicros) / 1e6);
    },
  );
  const system = counter(
    "process_cpu_system_seconds_total",
    "Total system CPU time spent in seconds.",
  );
  const both = counter(
    "process_cpu_seconds_total",
    "Total user and system CPU time spent in seconds.",
  );
}
