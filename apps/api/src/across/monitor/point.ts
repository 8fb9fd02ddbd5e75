/** Combines the load of a plan's workers into one point of its monitor. */
import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import type { WorkerSum } from "./worker.ts";

/** The load of one worker for the plan over a span of time. */
export interface WorkerLoad extends WorkerSum {
  upBytes: number;
  downBytes: number;
  /** Open connections, on average or at an instant. */
  connections: number;
}

/**
 * The point at `at` (milliseconds since 1970): sums of the workers' bandwidth, connections and
 * memory, and their mean CPU. Each share covers more than 0 ms.
 */
export function pointOf(at: number, loads: readonly WorkerLoad[]): MonitorPoint {
  const sum = (of: (share: WorkerLoad) => number) => loads.reduce((all, each) => all + of(each), 0);
  const upMbps = rounded(
    sum((each) => mbps(each.upBytes, each.spanMs)),
    3,
  );
  const downMbps = rounded(
    sum((each) => mbps(each.downBytes, each.spanMs)),
    3,
  );
  const cpu = sum((each) => each.cpu / each.spanMs) / Math.max(1, loads.length);
  return {
    at: new Date(at).toISOString(),
    cpuPercent: rounded(Math.min(100, cpu), 1),
    bandwidthMbps: rounded(upMbps + downMbps, 3),
    upMbps,
    downMbps,
    tcpConnections: Math.round(sum((each) => each.connections)),
    memoryPercent: rounded(
      Math.min(
        100,
        sum((each) => each.memory / each.spanMs),
      ),
      1,
    ),
  };
}

function mbps(bytes: number, ms: number): number {
  return (bytes * 8) / (ms * 1_000);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
