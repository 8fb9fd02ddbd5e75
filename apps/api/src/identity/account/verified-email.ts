/** Whether somebody has proved that an account's e-mail is theirs (spec/sign-in#verified-e-mail). */
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { findById, setEmailVerified } from "./store/account.ts";

export interface EmailStatus {
  verified: boolean;
  /** The account is from before there was verification: it may do without. */
  waived: boolean;
}

export async function emailStatusOf(db: Db | Tx, accountId: string): Promise<EmailStatus> {
  const row = await findById(db, accountId);
  return {
    verified: row !== undefined && row.email_verified_at !== null,
    waived: row?.verification_waived ?? false,
  };
}

/** Whether the account may make the calls that need a verified address. */
export async function passesAsVerified(db: Db, accountId: string): Promise<boolean> {
  const { verified, waived } = await emailStatusOf(db, accountId);
  return verified || waived;
}

/** Records that the account's e-mail was proved; the first proof is kept. */
export async function markEmailVerified(
  { world }: Services,
  tx: Tx,
  accountId: string,
): Promise<void> {
  await setEmailVerified(tx, accountId, new Date(world.now()));
}
