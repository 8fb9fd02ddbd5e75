/**
 * Listeners besides the gateway's own port (static IPs and customers' ports), and the probes of
 * static exits and of the pool's exits.
 */
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { Gateway } from "../session/gateway.ts";
import type { Log } from "../lib/log.ts";
import type { GatewayWorld } from "../lib/world.ts";
import type { LatencyPace } from "../probe/latency-schedule.ts";
import type { ClientLimiter } from "../authenticate/client-limiter.ts";
import { acceptClient } from "../listen/first-byte.ts";
import { defaultPace, type ProbePace } from "../probe/exit-health.ts";
import { LatencyProbe } from "../probe/latency-probe.ts";
import { measureBy } from "../probe/measure-latency.ts";
import { ProbeTarget } from "../probe/probe-target.ts";
import { Descriptors } from "./descriptors.ts";
import { PortListenerService } from "./port-listener-service.ts";
import { StaticListenerService } from "./static-listener-service.ts";

/** What listeners and probes need to know of the worker. */
export interface ListenersOptions {
  host: string;
  /** The addresses for the gateway's own port and customers' ports; defaults to `host`. */
  hosts?: readonly string[];
  /** This worker's name, `NODE-WORKER`; the same after each restart. */
  gateway: string;
  /** From 1 on; determines its share of listeners and probes, the same in each generation. */
  worker: number;
  workers: number;
  link: GatewayLink;
  world: GatewayWorld;
  log: Log;
  /** Ports of static IPs, at their own addresses; none by default. */
  staticPorts?: readonly number[];
  /** The target dialled through exits to probe them. */
  probe?: Target | null;
  probePace?: Partial<ProbePace>;
  /** How often the latency of pool exits is measured. */
  latencyPace?: Partial<LatencyPace>;
  /** The interval at which latencies are reported and changes of pool exits applied, in batches. */
  latencyBatchMs?: number;
  /** How often listeners of static IPs that failed to open are retried. */
  staticRetryMs?: number;
  /** How often customers' ports that failed to open are retried. */
  portRetryMs?: number;
  /** The number of descriptors that the process may open, to be shared with listeners. */
  files?: number;
}

export interface OpenListeners {
  /** Call after the resources changed. */
  changed(): void;
  counts(): {
    staticListenersOpen: number;
    exitsUnreachable: number;
    portsOpen: number;
    poolExitsFailing: number;
  };
  /** Waits until the hub knows each listener's state, or for the timeout. */
  reported(timeoutMs: number): Promise<void>;
  stop(): void;
}

/** Starts opening the listeners in the background. */
export function openListeners(
  options: ListenersOptions,
  parts: Gateway,
  epoch: string,
): OpenListeners {
  const { files = Number.POSITIVE_INFINITY } = options;
  const { limiter } = parts.auth;
  const descriptors = new Descriptors({ files, limits: limiter.limits });
  const shared = { epoch, limiter };
  const pace = { ...defaultPace, ...options.probePace };
  const target = probeTarget(options, parts, pace);
  const ports = openPorts(options, parts, { ...shared, descriptors });
  const staticListeners = openStaticListeners(options, parts, {
    ...shared,
    descriptors,
    pace,
    target,
  });
  const latencyProbe = probeLatencies(options, parts, { ...shared, pace, target });
  parts.suspect = (exitId) => {
    staticListeners.suspect(exitId);
    latencyProbe.suspect(exitId);
  };
  return {
    changed: () => {
      ports.changed();
      staticListeners.changed();
      latencyProbe.changed();
    },
    counts: () => ({
      ...staticListeners.counts(),
      portsOpen: ports.openPorts,
      poolExitsFailing: latencyProbe.failing,
    }),
    reported: async (timeoutMs) => {
      await Promise.all([ports.reported(timeoutMs), staticListeners.reported(timeoutMs)]);
    },
    stop: () => {
      ports.stop();
      staticListeners.stop();
      latencyProbe.stop();
      target?.stop();
    },
  };
}

interface Shared {
  epoch: string;
  limiter: ClientLimiter;
  descriptors: Descriptors;
}
interface Probing {
  pace: ProbePace;
  target: ProbeTarget | null;
}

/** The target that is dialled through exits to probe them; null if none is configured. */
function probeTarget(
  { probe: target = null, log, world }: ListenersOptions,
  { engine }: Gateway,
  pace: ProbePace,
): ProbeTarget | null {
  return (
    target && new ProbeTarget({ target, engine, lookup: (host) => world.lookup(host), pace, log })
  );
}

function probeLatencies(
  options: ListenersOptions,
  parts: Gateway,
  shared: Omit<Shared, "descriptors"> & Probing,
): LatencyProbe {
  const { engine, upstreams, auth } = parts;
  const { target, pace, limiter } = shared;
  return new LatencyProbe({
    ...options,
    epoch: shared.epoch,
    pace: options.latencyPace,
    batchMs: options.latencyBatchMs,
    snapshot: auth.snapshot,
    measure: measureBy(target, { engine, upstreams, timeoutMs: pace.timeoutMs }),
    // While connections are short, descriptors are left to customers.
    isShort: () => limiter.isShort,
  });
}

function openPorts(options: ListenersOptions, parts: Gateway, shared: Shared): PortListenerService {
  return new PortListenerService({
    ...options,
    ...shared,
    snapshot: parts.auth.snapshot,
    engine: parts.engine,
    retryMs: options.portRetryMs,
    onClient: (client, portId) => acceptClient(parts, client, { kind: "port", portId }),
  });
}

function openStaticListeners(
  options: ListenersOptions,
  parts: Gateway,
  shared: Shared & Probing,
): StaticListenerService {
  const { staticPorts: ports = [], files = Number.POSITIVE_INFINITY } = options;
  return new StaticListenerService({
    ...options,
    ...shared,
    ports,
    files,
    snapshot: parts.auth.snapshot,
    engine: parts.engine,
    upstreams: parts.upstreams,
    addresses: parts.staticAddresses,
    retryMs: options.staticRetryMs,
    onClient: (client, exitId) => acceptClient(parts, client, { kind: "static", exitId }),
  });
}
