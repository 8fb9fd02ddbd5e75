/** What gateways tell the hub of themselves: doors, ports, what they do (`data-plane.ts` carries it). */

import type { PlaceFilter } from "@turnpike/rules/username.ts";
import type { PortKind } from "./port-facts.ts";

/** The door of a static exit as a gateway found it. */
export interface ExitDoor {
  exitId: string;
  /** Open at the exit's address, in the order of STATIC_PORTS. */
  ports: number[];
  reachable: boolean;
  /** Why it is not reachable, in one line for the operator. */
  detail: string;
}

/** An exit of the pool: how long it took to connect through it, whole milliseconds; null: it failed. */
export interface ExitLatency {
  exitId: string;
  ms: number | null;
}

/** A port of its own (an unlimited plan's, an opened IP's, a whitelisted one) as its worker found it. */
export interface PortState {
  kind: PortKind;
  portId: string;
  port: number;
  open: boolean;
  /** The kernel's error code why it is not open; EMFILE also before it was tried. Empty where open. */
  code: string;
  /** Why it is not open, in one line for the operator. */
  detail: string;
}

/** What a worker did in about a second. */
export interface LoadSample {
  /** How long it was, milliseconds. */
  spanMs: number;
  /** Of one core, 0-100. */
  cpuPercent: number;
  /** Of the machine's memory, this process alone, 0-100. */
  memoryPercent: number;
  /** Plans that carried something or have connections open; others have none. */
  plans: PlanLoad[];
}

export interface PlanLoad {
  planId: string;
  upBytes: number;
  downBytes: number;
  connections: number;
}

/** Questions in which a gateway speaks for its node. */
export interface NodeQuestions {
  /**
   * Doors of static exits that are new to the hub or changed: all of the gateway's after each
   * connection, then whenever one differs. At most 500 at once.
   */
  doors: {
    question: { gateway: string; epoch: string; doors: ExitDoor[] };
    answer: Record<string, never>;
  };
  /**
   * Ports of their own that are new to the hub or changed: all of the gateway's after each
   * connection, then whenever one differs. At most 500 at once. One that never was open and cannot
   * be opened gets another number.
   */
  ports: {
    question: { gateway: string; epoch: string; ports: PortState[] };
    answer: Record<string, never>;
  };
  /** Every second, while the gateway has ports of unlimited plans. */
  load: {
    question: { gateway: string; epoch: string; sample: LoadSample };
    answer: Record<string, never>;
  };
  /** Exits of the pool as a worker found them that looks after them: at most 500 at once. */
  latencies: {
    question: { gateway: string; epoch: string; exits: ExitLatency[] };
    answer: Record<string, never>;
  };
  /**
   * After each connection, and when it changed: the addresses of the node's machine, and its HTTP and
   * SOCKS5 port. Worker 1 speaks for its node. Answers where it relays for other nodes, and its secret:
   * passwords are HMAC-SHA256 of an exit's id, in hex.
   */
  machine: {
    question: { addresses: string[]; port: number };
    answer: { relay?: { port: number; secret: string } | null };
  };
  /** The numbers of a `bind` that the node cannot bind. */
  bound: {
    question: { id: string; unbindable: number[] };
    answer: Record<string, never>;
  };
  /** Whether another node has an exit of the pool there: one that this node does not have. */
  elsewhere: {
    question: { filter: PlaceFilter };
    answer: { exists: boolean };
  };
}
