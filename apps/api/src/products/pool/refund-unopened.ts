/** Refunds opened IPs that were never usable, because no gateway ever opened them. */
import type { Tx } from "../../platform/db/database.ts";
import { post } from "../../ledger/post.ts";
import type { Services } from "../../platform/services.ts";
import { type RefundedIp, markRefunded } from "./store/opened-ips.ts";

/**
 * Ends those of the opened IPs that have not ended and carried nothing, and posts a reversal of
 * their cost. The caller has released their ports and allocates no more in this transaction.
 */
export async function refundUnopened({ world }: Services, tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const at = world.now();
  const refunded = await markRefunded(tx, ids, new Date(at));
  for (const [openingId, some] of byOpening(refunded)) await postRefund(tx, openingId, some, at);
}

/** Groups by opening, sorted by account, so that concurrent refunds lock in the same order. */
function byOpening(returned: RefundedIp[]): Map<string, RefundedIp[]> {
  const sorted = returned.toSorted((a, b) => (a.accountId + a.id < b.accountId + b.id ? -1 : 1));
  return Map.groupBy(sorted, ({ openingId }) => openingId);
}

async function postRefund(
  tx: Tx,
  openingId: string,
  some: RefundedIp[],
  at: number,
): Promise<void> {
  const [first] = some;
  if (first === undefined) return;
  await post(tx, {
    key: `ipReturn:${openingId}:${first.id}`,
    kind: "ipReturn",
    ref: `${some.length} ×`,
    at,
    lines: [
      { owner: first.accountId, asset: "ip", bucket: "main", amount: some.length },
      { owner: null, asset: "ip", bucket: "opened", amount: -some.length },
    ],
  });
}
