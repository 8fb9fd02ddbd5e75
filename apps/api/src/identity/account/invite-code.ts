/** The invite code of an account: who registers with it was invited by the account's holder. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findById } from "./store/account.ts";
import { updateInviteCode } from "./store/update-account.ts";

const UNIQUE_VIOLATION = "23505";

export async function inviteCodeOf(db: Db, accountId: string): Promise<string> {
  return (await findById(db, accountId))?.invite_code ?? "";
}

/**
 * Sets the account's code. The old code stops working at the commit, and others may take it. Codes
 * are unique over all accounts, ignoring case.
 * @throws Refusal inviteCodeTaken; the transaction has failed then
 */
export async function changeInviteCode(tx: Tx, accountId: string, code: string): Promise<void> {
  try {
    await updateInviteCode(tx, accountId, code);
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    throw new Refusal("inviteCodeTaken", { field: "code" });
  }
}
