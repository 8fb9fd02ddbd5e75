/** Exposes a running worker's state on the metrics port. */
import type { Gateway } from "../session/gateway.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { OpenListeners } from "../listeners/open-listeners.ts";
import type { Accounting } from "./accounting.ts";
import { serveMetrics } from "../report/metrics.ts";
import type { GatewayOptions } from "./gateway-options.ts";

/** Serves the worker's metrics if a port is configured; otherwise returns null. */
export async function serveWorkerMetrics(
  { metrics, link, log, world }: GatewayOptions,
  { counters, connections, connectionLog, drain, auth, book, exits }: Gateway,
  {
    accounting,
    snapshot,
    customers,
  }: {
    accounting: Accounting;
    snapshot: Snapshot;
    customers: { listeners: OpenListeners | null };
  },
) {
  if (metrics === undefined) return null;
  const { limiter, failedAttempts } = auth;
  // The snapshot was loaded over the link, so it is up.
  let hubUp = true;
  link.onConnection((up) => {
    hubUp = up;
  });
  const state = () => ({
    openConnections: connections.size,
    idleConnections: limiter.idle,
    unauthenticated: limiter.unauthenticated,
    blockedNetworks: failedAttempts.blockedNetworks,
    leasesOut: accounting.budgets.outstandingLeases().length,
    reportsWaiting: accounting.reporter.waiting,
    traceFilesWaiting: connectionLog.segments,
    traceLinesRefused: connectionLog.refused,
    traceLinesDropped: connectionLog.droppedTotal,
    hubUp,
    lookups: world.lookups(),
    journalFreeBytes: accounting.disk.freeBytes,
    upstreams: upstreamsNow({ book, exits }),
    ...snapshot.counts(),
    ...(customers.listeners?.counts() ?? noListeners),
  });
  const health = () =>
    drain.draining || !drain.takesNewCustomers ? "draining" : hubUp ? "up" : "noHub";
  return serveMetrics({ ...metrics, counters, state, health, log });
}

/** Bytes of a handshake are counted before its try ends: their upstream has no name yet. */
function upstreamsNow({ book, exits }: Pick<Gateway, "book" | "exits">) {
  return [...exits.members.states.tallies()].map(([id, tally]) => {
    const { sent = 0, received = 0 } = book.totals.get(id) ?? {};
    return { ...tally, sentBytes: sent, receivedBytes: received };
  });
}

/** The counts before this generation takes over. */
const noListeners: ReturnType<OpenListeners["counts"]> = {
  staticListenersOpen: 0,
  exitsUnreachable: 0,
  portsOpen: 0,
  poolExitsFailing: 0,
};
