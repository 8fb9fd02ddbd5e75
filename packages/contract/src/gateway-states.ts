/** State that gateways report to the hub: listeners, ports, load (sent by `data-plane.ts`). */

import type { PlaceFilter } from "@turnpike/rules/username.ts";
import type { PortKind } from "./port-facts.ts";
import type { TargetPolicy } from "./target-facts.ts";

/** The state of a static exit's listeners, as a gateway found it. */
export interface ListenerHealth {
  exitId: string;
  /** Its open ports: at its address, in the order of STATIC_PORTS, or its shared port. */
  ports: number[];
  reachable: boolean;
  /** Why it is unreachable, in one line for the operator. */
  detail: string;
}

/** A pool exit: the time to connect through it in whole milliseconds; null if that failed. */
export interface ExitLatency {
  exitId: string;
  ms: number | null;
}

/** The state of a dedicated port (unlimited plan, opened IP or whitelisted port) at its worker. */
export interface PortState {
  kind: PortKind;
  portId: string;
  port: number;
  open: boolean;
  /** The kernel's error code if not open; EMFILE also if not attempted. Empty if open. */
  code: string;
  /** Why it is not open, in one line for the operator. */
  detail: string;
}

/** Load of a worker over about a second. */
export interface LoadSample {
  /** Length of the sample in milliseconds. */
  spanMs: number;
  /** Percentage of one core, 0-100. */
  cpuPercent: number;
  /** Share of the machine's memory that this process uses, 0-100. */
  memoryPercent: number;
  /** Plans with traffic or open connections; all others have none. */
  plans: PlanLoad[];
}

export interface PlanLoad {
  planId: string;
  upBytes: number;
  downBytes: number;
  connections: number;
}

/** A node that may use others' relays, with its generation: its passwords of earlier ones ended. */
export interface RelayAsker {
  id: string;
  generation: number;
}

/**
 * A node's own relay. With `key`, the password of node ASKER for an exit is `ASKER.HMAC`: the
 * HMAC-SHA256 of `EXIT ASKER GENERATION` in hex, and `askers` are those that may. With `secret`,
 * which gateways and hubs of the previous release use, it is the HMAC-SHA256 of the exit's id.
 */
export type RelayAnswer =
  | { port: number; key: string; askers: RelayAsker[]; secret?: undefined }
  | { port: number; secret: string; key?: undefined };

/** What the hub tells gateways about the other nodes. */
export type FleetMessage =
  /** The nodes that may use this node's relay, after each change. */
  | { kind: "relay"; seq: number; askers: RelayAsker[] }
  /** Hosts of all nodes and their relays, after each change: never targets (spec/gateway#targets). */
  | { kind: "hosts"; seq: number; hosts: string[] }
  /** The provider's name, after each change; null: none is set. Gateways of the previous release ignore it. */
  | { kind: "brand"; seq: number; name: string | null }
  /** Lists of refused targets, all of them, after each change; likewise ignored. */
  | { kind: "policies"; seq: number; policies: TargetPolicy[] };

/** Requests that a gateway makes on behalf of its node. */
export interface NodeQuestions {
  /**
   * Listeners of static exits that are new to the hub or changed: all of the gateway's after each
   * connection, then each one that changes. At most 500 at once.
   */
  doors: {
    question: { gateway: string; epoch: string; doors: ListenerHealth[] };
    answer: Record<string, never>;
  };
  /**
   * Dedicated ports that are new to the hub or changed: all of the gateway's after each connection,
   * then each one that changes. At most 500 at once. A port that was never open and cannot be
   * opened gets another number.
   */
  ports: {
    question: { gateway: string; epoch: string; ports: PortState[] };
    answer: Record<string, never>;
  };
  /** Sent every second while the gateway has ports of unlimited plans. */
  load: {
    question: { gateway: string; epoch: string; sample: LoadSample };
    answer: Record<string, never>;
  };
  /** Latencies of pool exits, from the worker that checks them. At most 500 at once. */
  latencies: {
    question: { gateway: string; epoch: string; exits: ExitLatency[] };
    answer: Record<string, never>;
  };
  /**
   * Sent by worker 1 after each connection and after each change: the addresses of the node's
   * machine, and its HTTP and SOCKS5 port. `relayAskers`: its relay knows a password for each
   * asking node.
   */
  machine: {
    question: { addresses: string[]; port: number; relayAskers?: boolean };
    answer: { relay?: RelayAnswer | null };
  };
  /** Reply to `bind`: the ports that the node cannot bind. */
  bound: {
    question: { id: string; unbindable: number[] };
    answer: Record<string, never>;
  };
  /** Returns whether another node has a pool exit that matches the filter and this node lacks. */
  elsewhere: {
    question: { filter: PlaceFilter };
    answer: { exists: boolean };
  };
}
