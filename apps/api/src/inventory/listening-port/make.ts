/** Listening ports for a customer: numbered, opened by gateways, given back. */
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { seekAsked, takeAsked } from "./asked.ts";
import { freeNumbers, holdNumbers } from "./numbers.ts";
import { statesOf } from "./port-states-store.ts";
import { type GatePortKind, insertGatePorts, type NewGatePort, setReleased } from "./store.ts";

export interface WantedPorts {
  kind: GatePortKind;
  accountId: string;
  count: number;
  /** The first number, consecutive for several; absent: any of WHITE_PORTS. */
  first?: number | undefined;
  /** The caller has judged the numbers that are asked for (`seekAsked`). */
  sought?: boolean;
  at: Date;
  expiresAt: Date;
}
export interface MadePort {
  id: string;
  port: number;
}

/**
 * Makes so many ports; the caller adds what they are for, in the same transaction, and has its facts
 * told (`recordChanges`) under the ports' ids.
 * @throws Refusal portUnavailable where an asked number cannot be bound or is taken,
 *   insufficientStock (short: stock) where no number is free
 */
export async function makeGatePorts(
  services: Services,
  tx: Tx,
  { kind, accountId, count, first, sought, at, expiresAt }: WantedPorts,
): Promise<MadePort[]> {
  // Nobody waits for numbers meanwhile.
  if (first !== undefined && !sought) await seekAsked(services, tx, { first, count });
  await holdNumbers(tx);
  const numbers =
    first === undefined
      ? await anyNumbers(services, tx, count)
      : await takeAsked(services, tx, { first, count });
  const ports = numbers.map(
    (port): NewGatePort => ({
      id: services.world.id(),
      kind,
      accountId,
      port,
      asked: first !== undefined,
      at,
      expiresAt,
    }),
  );
  await insertGatePorts(tx, ports);
  return ports.map(({ id, port }) => ({ id, port }));
}

async function anyNumbers(services: Services, tx: Tx, count: number): Promise<number[]> {
  const numbers = await freeNumbers(services, tx, count);
  if (numbers.length < count) throw new Refusal("insufficientStock", { short: "stock" });
  return numbers;
}

/** Gives ports back before their end; gateways close them. Answers the ids that stood. */
export async function releaseGatePorts(
  { world }: Services,
  tx: Tx,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const released = await setReleased(tx, ids, new Date(world.now()));
  await recordChanges(tx, released);
  return released.map(({ id }) => id);
}

const OPENED_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 30;

/** Waits until gateways have opened the named ports, a second at most; answers those that are open. */
export async function openedGatePorts(services: Services, ids: string[]): Promise<Set<string>> {
  const end = performance.now() + OPENED_WITHIN_MS;
  for (;;) {
    const states = await statesOf(services.db, ids);
    const waited = states.some(({ open, troubled }) => !open && !troubled);
    if (!waited || !services.gateways?.() || performance.now() >= end)
      return new Set(states.filter(({ open }) => open).map(({ id }) => id));
    await sleep(LOOK_EVERY_MS);
  }
}
