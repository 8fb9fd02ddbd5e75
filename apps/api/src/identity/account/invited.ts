/** Who invited whom: an account keeps the inviter whose code it registered with. */
import type { Tx } from "../../platform/db/database.ts";
import { lockAccount } from "./account-lock.ts";
import { findAddresses } from "./store/contacts.ts";
import { findInvitation } from "./store/invited.ts";

export interface Inviter {
  accountId: string;
  /** E-mail and secure e-mail, where there is one. */
  addresses: string[];
  buyerAddresses: string[];
}

/**
 * Who invited an account, kept open until the transaction ends; null where nobody did, or where
 * the inviter's account is closed.
 */
export async function lockInviter(tx: Tx, buyerId: string): Promise<Inviter | null> {
  const buyer = await findInvitation(tx, buyerId);
  const accountId = buyer?.invited_by;
  if (!accountId) return null;
  const standing = await lockAccount(tx, accountId);
  if (!standing || standing.closed) return null;
  const inviter = await findAddresses(tx, accountId);
  return { accountId, addresses: written(inviter), buyerAddresses: written(buyer) };
}

const written = (account: { email: string; secure_email: string | null }) =>
  account.secure_email === null ? [account.email] : [account.email, account.secure_email];
