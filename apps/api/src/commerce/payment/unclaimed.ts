/**
 * Money that arrives for an account that was closed meanwhile. It buys nothing and is nobody's
 * balance: it stands in the house's `unclaimed`, and `payments unclaimed` lists it, until it is
 * paid back (refund/book.ts).
 */
import type { Tx } from "../../platform/db/database.ts";
import { post } from "../../ledger/post.ts";
import { moveInside } from "../order/grant.ts";
import type { Services } from "../../platform/services.ts";
import type { Payment } from "./store.ts";

/** Books what came in; `tail` tells it from what came before. */
export async function keepUnclaimed(
  { world }: Services,
  tx: Tx,
  { payment, cents, tail }: { payment: Payment; cents: number; tail: string },
): Promise<void> {
  const { id: ref } = payment;
  const lines = moveInside(cents, { from: "payments", to: "unclaimed" });
  const key = `unclaimed:${ref}${tail}`;
  await post(tx, { key, kind: "unclaimed", ref, at: world.now(), lines });
}
