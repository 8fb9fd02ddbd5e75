/**
 * Money that arrives for an account that was closed meanwhile. It buys nothing and is nobody's
 * balance: it stands in the house's `unclaimed`, and `payments unclaimed` lists it, until it is
 * paid back at the provider.
 */
import type { Tx } from "../db/database.ts";
import { type Line, isPosted, post } from "../ledger/post.ts";
import type { Services } from "../services.ts";
import type { Payment } from "./store.ts";

const keyOf = ({ id }: Payment) => `unclaimed:${id}`;
/** Money between two of the house's own buckets. */
function moved(cents: number, { from, to }: { from: string; to: string }): Line[] {
  return [
    { owner: null, asset: "wallet", bucket: from, amount: -cents },
    { owner: null, asset: "wallet", bucket: to, amount: cents },
  ];
}

/** Books what came in. */
export async function keepUnclaimed({ world }: Services, tx: Tx, payment: Payment): Promise<void> {
  const { id: ref, amountCents } = payment;
  const lines = moved(amountCents, { from: "payments", to: "unclaimed" });
  await post(tx, { key: keyOf(payment), kind: "unclaimed", ref, at: world.now(), lines });
}

/** Books that it was paid back; false where the payment's money never stood there. */
export async function returnUnclaimed(
  { world }: Services,
  tx: Tx,
  payment: Payment,
): Promise<boolean> {
  if (!(await isPosted(tx, keyOf(payment)))) return false;
  const { id: ref, amountCents } = payment;
  const lines = moved(amountCents, { from: "unclaimed", to: "payments" });
  await post(tx, { key: `refund:${ref}`, kind: "refund", ref, at: world.now(), lines });
  return true;
}
