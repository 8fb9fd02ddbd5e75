/**
 * MFA may be bound by a session alone in an account's first 15 minutes, and its codes are fresh
 * proofs. What was changed by such MFA might be a thief's: until 7 days have passed, or the password
 * was given together with that MFA, it leads to no recovery (spec/sign-in#unproved-changes).
 */
import type { Db, Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { newestOf } from "./store.ts";

/** Whether the MFA that is bound was bound by a session alone, and nothing has proved it since. */
export async function isMfaUnproved(
  { world }: Services,
  db: Db | Tx,
  accountId: string,
): Promise<boolean> {
  const now = new Date(world.now());
  const newest = await newestOf(db, { accountId, change: "mfa", now });
  return newest !== undefined && !newest.proved;
}

/**
 * Whether an address is a secure e-mail that was set by such MFA. It asks the same of an address
 * that nobody has (null).
 */
export async function isUnprovedSecureEmail(
  { world }: Services,
  db: Db | Tx,
  { accountId, address }: { accountId: string | null; address: string },
): Promise<boolean> {
  const of = { accountId: accountId ?? nilUuid, now: new Date(world.now()) };
  const newest = await newestOf(db, { ...of, change: "secureMail" });
  return newest?.proved === false && (newest.details as { is: string }).is === address;
}
