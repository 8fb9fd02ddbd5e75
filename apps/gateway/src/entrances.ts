/** Where clients come in beside the gateway's own port: doors of static IPs, unlimited plans' ports. */
import { Descriptors } from "./descriptors.ts";
import { DoorKeeper } from "./doors/keeper.ts";
import type { Room } from "./engine/engine.ts";
import type { Gateway } from "./gateway.ts";
import { welcome } from "./listen/first-byte.ts";
import { PortKeeper } from "./ports/keeper.ts";
import type { GatewayOptions } from "./serve.ts";

export interface Entrances {
  /** The facts changed. */
  changed(): void;
  counts(): { doorsOpen: number; exitsUnreachable: number; portsOpen: number };
  /** Waits until the hub knows how each of them is, at most so long. */
  told(timeoutMs: number): Promise<void>;
  stop(): void;
}

/** Begins to open them; nothing waits for it. */
export function openEntrances(
  options: GatewayOptions,
  parts: Gateway,
  made: { epoch: string; room: Room },
): Entrances {
  const { files = Number.POSITIVE_INFINITY } = options;
  const { limits } = parts.door;
  const descriptors = new Descriptors({ files, limits, room: made.room });
  const ports = keepPorts(options, parts, { ...made, descriptors });
  const doors = keepDoors(options, parts, { ...made, descriptors });
  return {
    changed: () => {
      ports.changed();
      doors?.changed();
    },
    counts: () => ({
      ...(doors?.counts() ?? { doorsOpen: 0, exitsUnreachable: 0 }),
      portsOpen: ports.open,
    }),
    told: async (timeoutMs) => {
      await Promise.all([ports.told(timeoutMs), doors?.told(timeoutMs)]);
    },
    stop: () => {
      ports.stop();
      doors?.stop();
    },
  };
}

interface Made {
  epoch: string;
  room: Room;
  descriptors: Descriptors;
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
function keepDoors(options: GatewayOptions, parts: Gateway, made: Made): DoorKeeper | null {
  const { staticPorts: ports = [], probe = null, files = Number.POSITIVE_INFINITY } = options;
  if (ports.length === 0) return null;
  const keeper = new DoorKeeper({
    ...options,
    ...made,
    ports,
    probe,
    files,
    snapshot: parts.door.snapshot,
    engine: parts.engine,
    lookup: options.world.lookup,
    upstreams: parts.upstreams,
    addresses: parts.doorAddresses,
    pace: options.probePace,
    retryMs: options.doorRetryMs,
    came: (client, exitId) => welcome(parts, client, { kind: "static", exitId }),
  });
  parts.suspect = (exitId) => keeper.suspect(exitId);
  return keeper;
}
