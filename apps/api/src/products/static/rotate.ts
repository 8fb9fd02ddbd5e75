/** Customers give their modems a new address: `POST /v1/static/rotate` (spec/supply#modems). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { beginRotation, callLink } from "../../inventory/exit/rotate.ts";
import { addressesOfExits } from "../../inventory/exit/store/addresses.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { isTokenOf, type RotateToken } from "../../platform/rotate-token.ts";
import type { Services } from "../../platform/services.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import { type RotatingStatic, rotatingStatic } from "./store/modems.ts";

/** After how many seconds the address may be changed again. */
export interface Rotated {
  retryAfter: number;
}

/**
 * Rotates an account's static IP, of any term.
 * @throws Refusal staticNotFound, staticExpired, notRotatable, tooSoon, rotationFailed
 */
export function rotateStatic(
  services: Services,
  { accountId, id }: { accountId: string; id: string },
): Promise<Rotated> {
  return rotate(services, async (tx) => {
    const row = await rotatingStatic(tx, { id, accountId });
    if (row === null) throw new Refusal("staticNotFound", { field: "id" });
    if (row.releasedAt !== null || row.expiresAt.getTime() <= services.world.now())
      throw new Refusal("staticExpired", { field: "id" });
    return row;
  });
}

/**
 * Rotates the static IP whose token this is; null if there is no such static IP. `ip` of a refusal
 * that it is too soon is its address, null while a new one is awaited.
 * @throws Refusal linkNotFound, tooSoon, rotationFailed
 */
export async function rotateStaticByToken(
  services: Services,
  token: RotateToken,
): Promise<(Rotated & { ip: null }) | null> {
  const { db } = services;
  const found = await rotatingStatic(db, { id: token.id, accountId: null });
  if (found === null) return null;
  try {
    const rotated = await rotate(services, async (tx) => {
      const row = await rotatingStatic(tx, { id: token.id, accountId: null });
      if (row === null || !isTokenOf(services, token, row) || !(await isUsable(services, tx, row)))
        throw new Refusal("linkNotFound");
      return row;
    });
    return { ...rotated, ip: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "tooSoon") throw error;
    const addresses = await addressesOfExits(db, [found.exitId]);
    throw new Refusal("tooSoon", { ...error.details, ip: addresses.get(found.exitId) ?? null });
  }
}

async function rotate(services: Services, find: (tx: Tx) => Promise<RotatingStatic>) {
  const { exitId, started } = await transaction(services.db, async (tx) => {
    const { exitId } = await find(tx);
    return { exitId, started: await beginRotation(services, tx, exitId) };
  });
  return callLink(services, exitId, started);
}

async function isUsable(
  { world }: Services,
  tx: Tx,
  { accountId, expiresAt, releasedAt }: RotatingStatic,
) {
  if (releasedAt !== null || expiresAt.getTime() <= world.now()) return false;
  const statusOf = await accountStatusesOf(tx, [accountId]);
  return statusOf(accountId).enabled;
}
