/**
 * Listeners besides the gateway's own port (static IPs and customers' ports), and the probes of
 * static exits and of the pool's exits.
 */
import type { Gateway } from "../gateway.ts";
import type { ClientLimiter } from "../listen/client-limiter.ts";
import { acceptClient } from "../listen/first-byte.ts";
import { defaultPace, type ProbePace } from "../probe/exit-health.ts";
import { LatencyProbe } from "../probe/latency-probe.ts";
import { measureBy } from "../probe/measure-latency.ts";
import { ProbeTarget } from "../probe/probe-target.ts";
import type { GatewayOptions } from "../start/gateway-options.ts";
import { Descriptors } from "./descriptors.ts";
import { PortListenerService } from "./port-listener-service.ts";
import { StaticListenerService } from "./static-listener-service.ts";

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
  options: GatewayOptions,
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
  { probe: target = null, log, world }: GatewayOptions,
  { engine }: Gateway,
  pace: ProbePace,
): ProbeTarget | null {
  return (
    target && new ProbeTarget({ target, engine, lookup: (host) => world.lookup(host), pace, log })
  );
}

function probeLatencies(
  options: GatewayOptions,
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

function openPorts(options: GatewayOptions, parts: Gateway, shared: Shared): PortListenerService {
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
  options: GatewayOptions,
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
