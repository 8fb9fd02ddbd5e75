/** A sub-account's session changes its address on demand (spec/api#rotate). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { rotateAgainIn, rotateEverySeconds } from "@turnpike/rules/session-rotation.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import { addressesOfExits } from "../../inventory/exit/store/addresses.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { isTokenOf, type RotateToken } from "../../platform/rotate-token.ts";
import type { Services } from "../../platform/services.ts";
import { exitsOfSid, leaveExits, rotatedAt, type SidOf } from "../sticky-session/store.ts";
import { countRotation, lockLiveById } from "./store/live.ts";

/** In how many seconds the address may change again, and the new one where it is known. */
export interface Rotated {
  retryAfter: number;
  ip: string | null;
}

/**
 * Ends the sessions with the token's sid: their next connection gets another exit. Null if the
 * token is no sub-account's. A session that has no exit has nothing to change.
 * @throws Refusal linkNotFound, tooSoon
 */
export function rotateSession(
  services: Services,
  token: RotateToken & { sid: string },
): Promise<Rotated> {
  const { db, world } = services;
  return transaction(db, async (tx) => {
    const row = await lockLiveById(tx, token.id);
    if (row === null || !row.enabled || !isTokenOf(services, token, row))
      throw new Refusal("linkNotFound");
    const statusOf = await accountStatusesOf(tx, [row.accountId]);
    if (!statusOf(row.accountId).enabled) throw new Refusal("linkNotFound");
    const of = { subAccountId: row.id, sid: token.sid };
    const retryAfter = rotateAgainIn(await rotatedAt(tx, of), world.now());
    if (retryAfter > 0)
      throw new Refusal("tooSoon", { retryAfter, ip: await addressOf(services, tx, of) });
    if ((await leaveExits(tx, of, new Date(world.now()))) > 0) {
      await countRotation(tx, row.id);
      await recordChanges(tx, [{ kind: "subAccount", id: row.id }]);
    }
    return { retryAfter: rotateEverySeconds, ip: null };
  });
}

/** The address of the exit that a session has; null if it has none, several, or a supplier's. */
async function addressOf({ world }: Services, tx: Tx, of: SidOf): Promise<string | null> {
  const exitIds = await exitsOfSid(tx, of, new Date(world.now()));
  const [exitId] = exitIds;
  if (exitId === undefined || exitIds.length > 1) return null;
  return (await addressesOfExits(tx, [exitId])).get(exitId) ?? null;
}
