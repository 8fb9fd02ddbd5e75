/**
 * Where clients come in beside the gateway's own port: doors of static IPs, ports of their own. And
 * what looks after exits, behind doors and in the pool.
 */
import { Descriptors } from "./descriptors.ts";
import { DoorKeeper } from "./static-keeper.ts";
import type { ClientRoom } from "../listen/client-room.ts";
import type { Gateway } from "../gateway.ts";
import { welcome } from "../listen/first-byte.ts";
import { PortKeeper } from "./port-keeper.ts";
import { defaultPace, type ProbePace } from "../probe/exit-health.ts";
import { ProbeTarget } from "../probe/probe-target.ts";
import { measureBy } from "../probe/measure-latency.ts";
import { Pulse } from "../probe/latency-probe.ts";
import type { GatewayOptions } from "../serve.ts";

export interface Entrances {
  /** The facts changed. */
  changed(): void;
  counts(): {
    doorsOpen: number;
    exitsUnreachable: number;
    portsOpen: number;
    poolExitsFailing: number;
  };
  /** Waits until the hub knows how each of them is, at most so long. */
  told(timeoutMs: number): Promise<void>;
  stop(): void;
}

/** Begins to open them; nothing waits for it. */
export function openEntrances(options: GatewayOptions, parts: Gateway, epoch: string): Entrances {
  const { files = Number.POSITIVE_INFINITY } = options;
  const { room } = parts.door;
  const descriptors = new Descriptors({ files, limits: room.limits });
  const made = { epoch, room };
  const pace = { ...defaultPace, ...options.probePace };
  const target = probeTarget(options, parts, pace);
  const ports = keepPorts(options, parts, { ...made, descriptors });
  const doors = keepDoors(options, parts, { ...made, descriptors, pace, target });
  const pulse = keepPulse(options, parts, { ...made, pace, target });
  parts.suspect = (exitId) => {
    doors?.suspect(exitId);
    pulse.suspect(exitId);
  };
  return {
    changed: () => {
      ports.changed();
      doors?.changed();
      pulse.changed();
    },
    counts: () => ({
      ...(doors?.counts() ?? { doorsOpen: 0, exitsUnreachable: 0 }),
      portsOpen: ports.open,
      poolExitsFailing: pulse.failing,
    }),
    told: async (timeoutMs) => {
      await Promise.all([ports.told(timeoutMs), doors?.told(timeoutMs)]);
    },
    stop: () => {
      ports.stop();
      doors?.stop();
      pulse.stop();
      target?.stop();
    },
  };
}

interface Made {
  epoch: string;
  room: ClientRoom;
  descriptors: Descriptors;
}
interface Probing {
  pace: ProbePace;
  target: ProbeTarget | null;
}

/** What is dialled through exits to see how they are; null where nothing is given for it. */
function probeTarget(
  { probe: target = null, log, world }: GatewayOptions,
  { engine }: Gateway,
  pace: ProbePace,
): ProbeTarget | null {
  return (
    target && new ProbeTarget({ target, engine, lookup: (host) => world.lookup(host), pace, log })
  );
}

function keepPulse(
  options: GatewayOptions,
  parts: Gateway,
  made: Omit<Made, "descriptors"> & Probing,
): Pulse {
  const { engine, upstreams, door } = parts;
  const { target, pace, room } = made;
  return new Pulse({
    ...options,
    epoch: made.epoch,
    pace: options.pulsePace,
    snapshot: door.snapshot,
    measure: measureBy(target, { engine, upstreams, timeoutMs: pace.timeoutMs }),
    // Then the descriptors are the customers'.
    isShort: () => room.isShort,
  });
}

function keepPorts(options: GatewayOptions, parts: Gateway, made: Made): PortKeeper {
  return new PortKeeper({
    ...options,
    ...made,
    snapshot: parts.door.snapshot,
    engine: parts.engine,
    retryMs: options.portRetryMs,
    came: (client, portId) => welcome(parts, client, { kind: "port", portId }),
  });
}

/** Null where there are no ports for doors. */
function keepDoors(
  options: GatewayOptions,
  parts: Gateway,
  made: Made & Probing,
): DoorKeeper | null {
  const { staticPorts: ports = [], files = Number.POSITIVE_INFINITY } = options;
  if (ports.length === 0) return null;
  return new DoorKeeper({
    ...options,
    ...made,
    ports,
    files,
    snapshot: parts.door.snapshot,
    engine: parts.engine,
    upstreams: parts.upstreams,
    addresses: parts.doorAddresses,
    retryMs: options.doorRetryMs,
    came: (client, exitId) => welcome(parts, client, { kind: "static", exitId }),
  });
}
