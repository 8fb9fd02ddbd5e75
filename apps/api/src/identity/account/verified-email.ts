/** Whether an account's e-mail was verified as its holder's (spec/sign-in#verified-e-mail). */
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { findById, setEmailVerified } from "./store/account.ts";

export interface EmailStatus {
  verified: boolean;
  /** The account predates verification and is exempt from it. */
  waived: boolean;
}

export async function emailStatusOf(db: Db | Tx, accountId: string): Promise<EmailStatus> {
  const row = await findById(db, accountId);
  return {
    verified: row !== undefined && row.email_verified_at !== null,
    waived: row?.verification_waived ?? false,
  };
}

/** Whether the account may make calls that need a verified address. */
export async function passesAsVerified(db: Db | Tx, accountId: string): Promise<boolean> {
  const { verified, waived } = await emailStatusOf(db, accountId);
  return verified || waived;
}

/** Records that the account's e-mail was verified; the first time is kept. */
export async function markEmailVerified(
  { world }: Services,
  tx: Tx,
  accountId: string,
): Promise<void> {
  await setEmailVerified(tx, accountId, new Date(world.now()));
}
