/**
 * In an account's first 15 minutes, MFA may be bound with a session alone, and its codes are fresh
 * proofs afterwards. Changes proved by such MFA might be a thief's: for 7 days, unless the password
 * is given together with that MFA, they allow no recovery (spec/sign-in#unproved-changes).
 */
import type { Db, Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { newestChange } from "./store.ts";

/** Whether the bound MFA was bound with a session alone and not proved since. */
export async function isMfaUnproved(
  { world }: Services,
  db: Db | Tx,
  accountId: string,
): Promise<boolean> {
  const now = new Date(world.now());
  const newest = await newestChange(db, { accountId, change: "mfa", now });
  return newest !== undefined && !newest.proved;
}

/**
 * Whether an address is a secure e-mail set by such MFA. For an address without an account (null),
 * runs the same query.
 */
export async function isUnprovedSecureEmail(
  { world }: Services,
  db: Db | Tx,
  { accountId, address }: { accountId: string | null; address: string },
): Promise<boolean> {
  const of = { accountId: accountId ?? nilUuid, now: new Date(world.now()) };
  const newest = await newestChange(db, { ...of, change: "secureMail" });
  return newest?.proved === false && (newest.details as { is: string }).is === address;
}
