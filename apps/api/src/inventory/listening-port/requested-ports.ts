/** Port numbers that a customer asks for: whether they are free. */
import { setTimeout as sleep } from "node:timers/promises";
import { isHeldPort } from "@turnpike/contract/environment-ports.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { fitsApiPorts } from "@turnpike/rules/pool.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { unbindable } from "./bindable.ts";
import { givenBackSince, takenAmong } from "./store/leased-ports.ts";

export interface RequestedPorts {
  first: number;
  /** Consecutive ones. */
  count: number;
}

/** A gateway closes a port that was given back within this. */
const closingMs = 1_000;
const tryEveryMs = 50;
/** Ports that are bound at the same time. */
const triedAtOnce = 50;

const unavailable = () => new Refusal("portUnavailable", { field: "port" });

/** Consecutive numbers; so many at once, in parts. */
function numbersOf({ first, count }: RequestedPorts): number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}
function partsOf(numbers: number[]): number[][] {
  const parts = [];
  for (let from = 0; from < numbers.length; from += triedAtOnce)
    parts.push(numbers.slice(from, from + triedAtOnce));
  return parts;
}

/**
 * Judges the numbers before anybody waits for the caller: they may be gone by the time when they are
 * taken (`claimRequestedPorts`). Waits, a second at most, for gateways that are just closing them.
 * @throws Refusal portUnavailable
 */
export async function checkRequestedPorts(
  services: Services,
  db: Db,
  asked: RequestedPorts,
): Promise<void> {
  const { env, world } = services;
  if (!fitsApiPorts(asked.first, asked.count)) throw unavailable();
  const numbers = numbersOf(asked);
  if (numbers.some((one) => isHeldPort(one, env))) throw unavailable();
  const since = new Date(world.now() - closingMs);
  const end = performance.now() + closingMs;
  for (let left = numbers; ; ) {
    left = await closedAmong(services, db, left);
    if (left.length === 0) return;
    const justClosing = await givenBackSince(db, left, since);
    if (justClosing.length < left.length || performance.now() >= end) throw unavailable();
    await sleep(tryEveryMs);
  }
}

/**
 * Those that cannot be bound.
 * @throws Refusal portUnavailable where a customer has one of the ports
 */
async function closedAmong({ env }: Services, db: Db, numbers: number[]): Promise<number[]> {
  const closed = [];
  for (const part of partsOf(numbers)) {
    // Just before they are tried: who tries a port that a gateway is about to open is in its way.
    if ((await takenAmong(db, part)).length > 0) throw unavailable();
    closed.push(...(await unbindable(env.HOST, part)));
  }
  return closed;
}

/**
 * The numbers, tried once more. The caller holds all numbers: of two who ask for one, the other
 * comes later, and is refused then.
 * @throws Refusal portUnavailable
 */
export async function claimRequestedPorts(
  { env }: Services,
  tx: Tx,
  asked: RequestedPorts,
): Promise<number[]> {
  const numbers = numbersOf(asked);
  if ((await takenAmong(tx, numbers)).length > 0) throw unavailable();
  for (const part of partsOf(numbers))
    if ((await unbindable(env.HOST, part)).length > 0) throw unavailable();
  return numbers;
}
