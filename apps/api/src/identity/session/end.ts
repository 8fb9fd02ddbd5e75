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
 * Waits for others who change what guards the account, and makes sure that this session was not
 * ended by them meanwhile. Answers the account's `loginMinutes`.
 * @throws Refusal sessionInvalid
 */
export async function lockSession(
  tx: Tx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<{ loginMinutes: number }> {
  const guard = await lockAccountRow(tx, accountId);
  if (!guard || guard.disabled || !(await findSession(tx, accountId, sessionId)))
    throw new Refusal("sessionInvalid");
  return guard;
}

/**
 * Ends the account's sessions, all or all but one; answers how many.
 * @throws Refusal sessionInvalid where the one to be kept has ended itself
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
 * @throws Refusal sessionNotFound where it is not the account's, or ended already
 */
export async function endSession(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  const ended = isUuid(sessionId) && (await deleteSession(tx, accountId, sessionId));
  if (!ended) throw new Refusal("sessionNotFound", { field: "id" });
}
