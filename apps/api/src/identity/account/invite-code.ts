/** The invitation code of an account: whoever registers with it is invited by its holder. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findById, updateAccount } from "./store/account.ts";

const UNIQUE_VIOLATION = "23505";

export async function inviteCodeOf(db: Db, accountId: string): Promise<string> {
  return (await findById(db, accountId))?.invite_code ?? "";
}

/**
 * Sets a code of one's own; the one before leads nowhere from the commit on, and is free. Codes are
 * unique without case, over all accounts.
 * @throws Refusal inviteCodeTaken; the transaction is at its end then
 */
export async function changeInviteCode(tx: Tx, accountId: string, code: string): Promise<void> {
  try {
    await updateAccount(tx, accountId, { invite_code: code });
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    throw new Refusal("inviteCodeTaken", { field: "code" });
  }
}
