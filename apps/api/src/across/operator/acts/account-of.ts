/** Finds the customer an act refers to. */
import { asciiEmail } from "@turnpike/rules/credentials.ts";
import { lockAccount } from "../../../identity/account/account-lock.ts";
import { findByEmail, findById } from "../../../identity/account/store/account.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

/** Finds an account by e-mail address or id (closed ones only by id). @throws ActRefused */
export async function accountOf({ db }: { db: Db }, email = "") {
  const key = asciiEmail(email.trim()) ?? email.trim().toLowerCase();
  const id = isUuid(key) ? key : (await findByEmail(db, key))?.id;
  const account = id && (await findById(db, id));
  if (!account)
    throw new ActRefused(`no account with the e-mail ${email}`, { reason: "accountNotFound" });
  return account;
}

/** Locks an account against closure until the commit. @throws ActRefused if it is closed */
export async function refuseClosed(tx: Tx, accountId: string): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (account?.closed) throw new ActRefused(`the account ${accountId} was closed by its holder`);
}
