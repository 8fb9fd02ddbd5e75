/**
 * A range of port numbers, each of which every node has once, and the ports that customers have out of it. What a range has in tables of
 * its own it names here; numbering, opening and renumbering its ports is the same for all ranges.
 */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { PortKind } from "@turnpike/contract/port-facts.ts";
import type { RawBuilder } from "kysely";

export interface PortRange<K extends PortKind = PortKind> {
  /** The kinds of ports that the range has. */
  kinds: readonly K[];
  /** The numbers, in the order in which they are given first. */
  numbers: (env: Environment) => number[];
  /** The advisory lock that whoever takes numbers holds. */
  lock: number;
  /**
   * The table of its ports: id, node_id, port, gateway, open, opened_at, trouble, trouble_code and
   * released_at. Queries call it `p`.
   */
  ports: RawBuilder<unknown>;
  /** The kind of a port `p`. */
  kind: RawBuilder<unknown>;
  /** Whether the customer asked for the number of a port `p`. */
  requested: RawBuilder<unknown>;
  /** The table of numbers that could not be opened: node_id, port, until and detail. */
  badPorts: RawBuilder<unknown>;
  /** A join that has `last.given_back`: when the number `given.port` of a node was given back last. */
  lastRelease: (nodeId: string) => RawBuilder<unknown>;
}
