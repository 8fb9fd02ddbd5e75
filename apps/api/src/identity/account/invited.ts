/** Referrals: an account stores the inviter whose code it registered with. */
import type { Tx } from "../../platform/db/database.ts";
import { lockedAccountRow, lockAccount } from "./account-lock.ts";
import { findAddresses } from "./store/contacts.ts";
import { findInvitation } from "./store/invited.ts";

export interface Inviter {
  accountId: string;
  /** E-mail and, if set, secure e-mail. */
  addresses: string[];
  buyerAddresses: string[];
}

/**
 * Finds an account's inviter and keeps the inviter's account open until the transaction ends. Null
 * if nobody invited the account, or if the inviter's account is closed.
 */
export async function lockInviter(tx: Tx, buyerId: string): Promise<Inviter | null> {
  const buyer = lockedAccountRow(tx, buyerId) ?? (await findInvitation(tx, buyerId));
  const accountId = buyer?.invited_by;
  if (!accountId) return null;
  const status = await lockAccount(tx, accountId);
  if (!status || status.closed) return null;
  const inviter = await findAddresses(tx, accountId);
  return { accountId, addresses: listAddresses(inviter), buyerAddresses: listAddresses(buyer) };
}

const listAddresses = (account: { email: string; secure_email: string | null }) =>
  account.secure_email === null ? [account.email] : [account.email, account.secure_email];
