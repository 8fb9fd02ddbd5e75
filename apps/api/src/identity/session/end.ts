/** Ends sessions: calls with their tokens are refused with 300 from then on. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockAccountRow } from "../account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { deleteOtherSessions, deleteSession, deleteSessions, hasSession } from "./store/session.ts";

/**
 * Locks the account's row against other changes of passwords and sessions, and checks that this
 * session was not ended in the meantime. Returns the account's `loginMinutes`. A member's session
 * also ends with the person's own one, which waits for no lock of this account: so its row is locked.
 * @throws Refusal sessionInvalid
 */
export async function lockSession(
  tx: Tx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<{ loginMinutes: number }> {
  const account = await lockAccountRow(tx, accountId);
  const isOpen = account !== null && !account.disabled;
  if (!isOpen || !(await hasSession(tx, { accountId, sessionId, locked: true })))
    throw new Refusal("sessionInvalid");
  return account;
}

/**
 * Ends all of the account's sessions, or all but one; returns how many.
 * @throws Refusal sessionInvalid if the one to keep has ended
 */
export async function endSessions(
  tx: Tx,
  { accountId, except }: { accountId: string; except?: string },
): Promise<number> {
  if (except !== undefined) {
    await lockSession(tx, { accountId, sessionId: except });
    return deleteOtherSessions(tx, accountId, except);
  }
  await lockAccountRow(tx, accountId);
  return deleteSessions(tx, accountId);
}

/**
 * Ends one of the account's sessions, which may be the caller's own.
 * @throws Refusal sessionNotFound if it is not the account's, or has ended
 */
export async function endSession(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  const ended = isUuid(sessionId) && (await deleteSession(tx, accountId, sessionId));
  if (!ended) throw new Refusal("sessionNotFound", { field: "id" });
}
