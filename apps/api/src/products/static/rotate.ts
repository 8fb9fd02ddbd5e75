/** Customers give their modems a new address: `POST /v1/static/rotate` (spec/supply#modems). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { beginRotation, callLink } from "../../inventory/exit/rotate.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import { idInToken, isTokenOf } from "./rotate-token.ts";
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
 * Rotates the static IP whose token this is; nothing is said of one that cannot be used.
 * @throws Refusal linkNotFound, tooSoon, rotationFailed
 */
export async function rotateByToken(services: Services, token: string): Promise<Rotated> {
  const id = idInToken(token);
  return rotate(services, async (tx) => {
    const row = id === null ? null : await rotatingStatic(tx, { id, accountId: null });
    if (row === null || !isTokenOf(services, token, row) || !(await isUsable(services, row)))
      throw new Refusal("linkNotFound");
    return row;
  });
}

async function rotate(services: Services, find: (tx: Tx) => Promise<RotatingStatic>) {
  const { exitId, started } = await transaction(services.db, async (tx) => {
    const { exitId } = await find(tx);
    return { exitId, started: await beginRotation(services, tx, exitId) };
  });
  return callLink(services, exitId, started);
}

async function isUsable(
  { db, world }: Services,
  { accountId, expiresAt, releasedAt }: RotatingStatic,
) {
  if (releasedAt !== null || expiresAt.getTime() <= world.now()) return false;
  const statusOf = await accountStatusesOf(db, [accountId]);
  return statusOf(accountId).enabled;
}
