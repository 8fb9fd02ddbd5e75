/** Port numbers that a customer requests: checks whether they are free at their nodes. */
import { setTimeout as sleep } from "node:timers/promises";
import { isReservedPort } from "@turnpike/contract/environment-ports.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { fitsApiPorts } from "@turnpike/rules/pool.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { releasedSince, type NodeNumbers, takenAmong } from "./store/leased-ports.ts";
import { unbindable } from "@turnpike/net/bindable.ts";

export interface RequestedPorts {
  first: number;
  /** The node of each number; the numbers are consecutive. */
  nodeIds: string[];
}
/** A port number at a node. */
export interface PlacedNumber {
  nodeId: string;
  port: number;
}

/** A gateway closes a released port within this time. */
const closingMs = 1_000;
const tryEveryMs = 50;
/** The most ports that are test-bound at the same time. */
const batchSize = 50;

const unavailable = () => new Refusal("portUnavailable", { field: "port" });

function numbersOf({ first, nodeIds }: RequestedPorts): PlacedNumber[] {
  return nodeIds.map((nodeId, at) => ({ nodeId, port: first + at }));
}

/** Groups numbers by node, in batches of `batchSize`. */
function batchesOf(numbers: PlacedNumber[]): NodeNumbers[] {
  const parts: NodeNumbers[] = [];
  for (const [nodeId, own] of Map.groupBy(numbers, (one) => one.nodeId)) {
    const ports = own.map(({ port }) => port);
    for (let from = 0; from < ports.length; from += batchSize)
      parts.push({ nodeId, numbers: ports.slice(from, from + batchSize) });
  }
  return parts;
}

/**
 * Checks the numbers before the caller takes locks that others wait for. They may be taken in
 * between (see `recheckRequestedPorts`). Waits up to a second for gateways that are just closing
 * them.
 * @throws Refusal portUnavailable
 */
export async function checkRequestedPorts(
  services: Services,
  db: Db,
  requested: RequestedPorts,
): Promise<void> {
  const { env, world } = services;
  if (!fitsApiPorts(requested.first, requested.nodeIds.length)) throw unavailable();
  const numbers = numbersOf(requested);
  if (numbers.some(({ port }) => isReservedPort(port, env))) throw unavailable();
  const since = new Date(world.now() - closingMs);
  const end = performance.now() + closingMs;
  for (let left = batchesOf(numbers); ; ) {
    left = await unbindableAmong(services, db, left);
    if (left.length === 0) return;
    for (const part of left) {
      const recentlyReleased = await releasedSince(db, part, since);
      if (recentlyReleased.length < part.numbers.length) throw unavailable();
    }
    if (performance.now() >= end) throw unavailable();
    await sleep(tryEveryMs);
  }
}

/**
 * Returns the numbers that cannot be bound.
 * @throws Refusal portUnavailable if a customer has one of the ports
 */
async function unbindableAmong(
  services: Services,
  db: Db,
  parts: NodeNumbers[],
): Promise<NodeNumbers[]> {
  const closed = [];
  for (const part of parts) {
    // Right before the test: binding a port that a gateway is about to open would get in its way.
    if ((await takenAmong(db, part)).length > 0) throw unavailable();
    const numbers = await unbindableAt(services, part);
    if (numbers.length > 0) closed.push({ ...part, numbers });
  }
  return closed;
}

/**
 * Returns the numbers after a last check. Tests them only on this machine: the caller holds the
 * lock on all numbers, so it must not wait for remote nodes. If two callers request one number, the
 * later one is refused here.
 * @throws Refusal portUnavailable
 */
export async function recheckRequestedPorts(
  services: Services,
  tx: Tx,
  asked: RequestedPorts,
): Promise<PlacedNumber[]> {
  const numbers = numbersOf(asked);
  for (const part of batchesOf(numbers)) {
    if ((await takenAmong(tx, part)).length > 0) throw unavailable();
    const bad = await unbindableAt(services, part, { onlyHere: true });
    if (bad.length > 0) throw unavailable();
  }
  return numbers;
}

/* Test-binding ports at a node. */

/**
 * Returns the numbers that the node cannot bind: asks its gateway or, on a single machine, tries
 * them here at HOST. A node that does not respond can bind none. With `onlyHere`, does not ask
 * other machines.
 */
async function unbindableAt(
  { env, hub }: Services,
  { nodeId, numbers }: NodeNumbers,
  { onlyHere = false } = {},
): Promise<number[]> {
  const answer = await hub.askNode(nodeId, numbers, { onlyHere });
  return answer ?? unbindable(env.HOST, numbers);
}
