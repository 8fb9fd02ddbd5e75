/** Ends sessions: their tokens answer 300 from the next call on. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockAccountRow } from "../account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessions,
  findSession,
} from "./store/session.ts";

/**
 * Locks the account's row against other changes of passwords and sessions, and makes sure that this
 * session was not ended meanwhile. Returns the account's `loginMinutes`.
 * @throws Refusal sessionInvalid
 */
export async function lockSession(
  tx: Tx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<{ loginMinutes: number }> {
  const account = await lockAccountRow(tx, accountId);
  if (!account || account.disabled || !(await findSession(tx, accountId, sessionId)))
    throw new Refusal("sessionInvalid");
  return account;
}

/**
 * Ends the account's sessions, all or all but one; returns how many.
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
 * Ends one session of the account, which may be the asker's own.
 * @throws Refusal sessionNotFound if it is not the account's, or has ended
 */
export async function endSession(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  const ended = isUuid(sessionId) && (await deleteSession(tx, accountId, sessionId));
  if (!ended) throw new Refusal("sessionNotFound", { field: "id" });
}
