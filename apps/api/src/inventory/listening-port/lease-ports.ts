/** Listening ports for a customer: numbered, opened by gateways, given back. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { checkRequestedPorts, claimRequestedPorts } from "./requested-ports.ts";
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
  /** The first number, consecutive for several; absent: any of WHITE_PORTS. */
  first?: number | undefined;
  /** The caller has judged the numbers that are asked for (`checkRequestedPorts`). */
  sought?: boolean;
  at: Date;
  expiresAt: Date;
}
export interface LeasedPort {
  id: string;
  port: number;
}

/**
 * Makes so many ports; the caller adds what they are for, in the same transaction, and has its facts
 * told (`recordChanges`) under the ports' ids.
 * @throws Refusal portUnavailable where an asked number cannot be bound or is taken,
 *   insufficientStock (short: stock) where no number is free
 */
export async function leasePorts(
  services: Services,
  tx: Tx,
  { kind, accountId, count, first, sought, at, expiresAt }: LeasePortsOptions,
): Promise<LeasedPort[]> {
  // Nobody waits for numbers meanwhile.
  if (first !== undefined && !sought) await checkRequestedPorts(services, tx, { first, count });
  await lockNumbers(tx, leasedPortRange);
  const numbers =
    first === undefined
      ? await anyNumbers(services, tx, count)
      : await claimRequestedPorts(services, tx, { first, count });
  const ports = numbers.map(
    (port): NewLeasedPort => ({
      id: services.world.id(),
      kind,
      accountId,
      port,
      asked: first !== undefined,
      at,
      expiresAt,
    }),
  );
  await insertLeasedPorts(tx, ports);
  return ports.map(({ id, port }) => ({ id, port }));
}

async function anyNumbers(services: Services, tx: Tx, count: number): Promise<number[]> {
  const numbers = await freeNumbers(services, tx, leasedPortRange, count);
  if (numbers.length < count) throw new Refusal("insufficientStock", { short: "stock" });
  return numbers;
}

/** Gives ports back before their end; gateways close them. Answers the ids that stood. */
export async function releasePorts({ world }: Services, tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const released = await setReleased(tx, ids, new Date(world.now()));
  await recordChanges(tx, released);
  return released.map(({ id }) => id);
}
