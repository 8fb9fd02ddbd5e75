/** Leases listening ports to a customer: allocates numbers for gateways to open; releases them. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { placeLeasedPorts } from "./place-ports.ts";
import {
  checkRequestedPorts,
  recheckRequestedPorts,
  type PlacedNumber,
} from "./requested-ports.ts";
import { freeNumbers, lockNumbers } from "./store/numbers.ts";
import {
  type LeasedPortKind,
  insertLeasedPorts,
  leasedPortRange,
  type NewLeasedPort,
  setReleased,
} from "./store/leased-ports.ts";

export interface LeasePortsOptions {
  kind: LeasedPortKind;
  accountId: string;
  count: number;
  /** The node of each port; absent: the nodes with the fewest ports. */
  nodeIds?: string[] | undefined;
  /** The first of consecutive numbers; absent: any of WHITE_PORTS. */
  first?: number | undefined;
  /** The caller has already checked the requested numbers (`checkRequestedPorts`). */
  numbersChecked?: boolean;
  at: Date;
  expiresAt: Date;
}
export interface LeasedPort extends PlacedNumber {
  id: string;
}

/**
 * Creates `count` ports. The caller inserts what the ports are for in the same transaction and
 * records the changes (`recordChanges`) under the ports' ids.
 * @throws Refusal portUnavailable if a requested number cannot be bound or is taken,
 * insufficientStock (short: stock) if no number is free
 */
export async function leasePorts(
  services: Services,
  tx: Tx,
  { kind, accountId, count, first, numbersChecked, at, expiresAt, ...options }: LeasePortsOptions,
): Promise<LeasedPort[]> {
  const nodeIds = options.nodeIds ?? (await placeLeasedPorts(services, tx, { count }));
  // Before locking the numbers, so that no other transaction waits for this check.
  if (first !== undefined && !numbersChecked)
    await checkRequestedPorts(services, tx, { first, nodeIds });
  await lockNumbers(tx, leasedPortRange);
  const numbers =
    first === undefined
      ? await allocateNumbers(services, tx, nodeIds)
      : await recheckRequestedPorts(services, tx, { first, nodeIds });
  const ports = numbers.map(
    (number): NewLeasedPort => ({
      id: services.world.id(),
      kind,
      accountId,
      ...number,
      asked: first !== undefined,
      at,
      expiresAt,
    }),
  );
  await insertLeasedPorts(tx, ports);
  return ports.map(({ id, nodeId, port }) => ({ id, nodeId, port }));
}

/** Allocates a free number at each of the nodes, in their order. */
async function allocateNumbers(
  services: Services,
  tx: Tx,
  nodeIds: string[],
): Promise<PlacedNumber[]> {
  const free = new Map<string, number[]>();
  for (const [nodeId, { length: count }] of Map.groupBy(nodeIds, (id) => id))
    free.set(nodeId, await freeNumbers(services, tx, leasedPortRange, { nodeId, count }));
  return nodeIds.map((nodeId) => {
    const port = free.get(nodeId)?.shift();
    if (port === undefined) throw new Refusal("insufficientStock", { short: "stock" });
    return { nodeId, port };
  });
}

/** Releases ports before they expire, so gateways close them. Returns the ids that were live. */
export async function releasePorts({ world }: Services, tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const released = await setReleased(tx, ids, new Date(world.now()));
  await recordChanges(tx, released);
  return released.map(({ id }) => id);
}
