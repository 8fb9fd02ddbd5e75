/** Which of a plan's seconds come back when a refund of one of its orders is undone. */
import { shareReturned } from "@turnpike/rules/unlimited-time.ts";
import type { Tx } from "../../platform/db/database.ts";
import { ordersOf } from "../../products/unlimited/store/terms.ts";
import { addTaken, findShort, type Refund } from "./store.ts";

/**
 * The seconds that return to the plan. Other refunds of its orders that stand and found too little
 * come first: they count what they get as taken, and return it once they are undone themselves. The
 * plan is held, so that nobody books or undoes another refund of it meanwhile.
 */
export async function secondsBack(tx: Tx, refund: Refund, planId: string): Promise<number> {
  if (refund.taken === 0) return 0;
  const orderIds = await ordersOf(tx, planId);
  const short = await findShort(tx, { orderIds, without: refund.id });
  const missing = short.map((one) => one.missing);
  const { returned, kept } = shareReturned(refund.taken, missing);
  for (const [at, { id }] of short.entries()) {
    const seconds = kept[at] ?? 0;
    if (seconds > 0) await addTaken(tx, id, seconds);
  }
  return returned;
}
