/**
 * A range of port numbers and the tables of the ports in it. Every node has each number once.
 * Allocating, opening and renumbering ports is the same for all ranges.
 */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { PortKind } from "@turnpike/contract/port-facts.ts";
import type { RawBuilder } from "kysely";

export interface PortRange<K extends PortKind = PortKind> {
  /** The kinds of ports in the range. */
  kinds: readonly K[];
  /** The numbers, in the order in which they are first allocated. */
  numbers: (env: Environment) => number[];
  /** The key of the advisory lock that is held to allocate numbers. */
  lock: number;
  /**
   * The table of its ports: id, node_id, port, gateway, open, opened_at, trouble, trouble_code and
   * released_at. Queries alias it as `p`.
   */
  ports: RawBuilder<unknown>;
  /** The kind of a port `p`. */
  kind: RawBuilder<unknown>;
  /** Whether the customer asked for the number of a port `p`. */
  requested: RawBuilder<unknown>;
  /** The table of numbers that could not be opened: node_id, port, until and detail. */
  badPorts: RawBuilder<unknown>;
  /** A join with `last.given_back`: when the number `given.port` of a node was last released. */
  lastRelease: (nodeId: string) => RawBuilder<unknown>;
}
