/** Profit of wallet orders whose recharge was reversed (spec/affiliate#reversed-recharges). */
import { profitDue } from "@turnpike/rules/affiliate-profit.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { creditProfit, debitProfit } from "./book.ts";
import { earnerFrom, lockProfitsToReverse, type ProfitRow, setReversed } from "./store/profits.ts";

/**
 * Adjusts the profits of a buyer's orders to what is due when `findUnpaidCents()` cents of each order, by
 * order id, count as unpaid; it is called only if the buyer's orders earned profit. Posts one entry
 * for frozen profit and one for the rest. `cause` is the refund that was booked or undone.
 */
export async function reverseProfits(
  services: Services,
  tx: Tx,
  {
    buyerId,
    cause,
    findUnpaidCents: unpaid,
  }: { buyerId: string; cause: string; findUnpaidCents: () => Promise<Map<string, number>> },
): Promise<void> {
  // Not the buyer's present inviter: a recovery of the buyer's account removes it.
  const accountId = await earnerFrom(tx, buyerId);
  if (accountId === null) return;
  const byOrder = await unpaid();
  const inviter = await lockAccount(tx, accountId);
  // Of a closed account the rest of the profit was forfeited.
  if (!inviter || inviter.closed) return;
  const rows = await lockProfitsToReverse(tx, {
    accountId,
    buyerId,
    orderIds: [...byOrder.keys()],
  });
  const changes = rows.map((row) => changeOf(row, byOrder.get(row.orderId) ?? 0));
  const changed = changes.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return;
  await setReversed(tx, changed);
  for (const frozen of [true, false]) {
    const part = changed.filter(({ row, cents }) => row.frozen === frozen && cents !== 0);
    const cents = part.reduce((sum, change) => sum + change.cents, 0);
    const [first] = part;
    if (!first || cents === 0) continue;
    const heading = {
      key: `profitReversed:${accountId}:${cause}:${frozen ? "frozen" : "available"}`,
      kind: cents < 0 ? "profitDeducted" : "profitRestored",
      ref: part.length > 1 ? `${first.row.orderNo} +${part.length - 1}` : first.row.orderNo,
      at: services.world.now(),
    } as const;
    if (cents < 0) await debitProfit(tx, accountId, { heading, cents: -cents, frozen });
    else await creditProfit(tx, accountId, { heading, cents, frozen });
  }
}

/** How a profit changes if `unpaidCents` of its order are unpaid; `cents` is the difference. */
function changeOf(row: ProfitRow, unpaidCents: number) {
  const { id, orderCents, refundedCents, percent, earnedCents, deductedCents } = row;
  const reversedCents = Math.min(unpaidCents, orderCents - refundedCents);
  const dueCents = profitDue({ orderCents, refundedCents: refundedCents + reversedCents, percent });
  const cents = dueCents - (earnedCents - deductedCents);
  const after = {
    id,
    reversedCents,
    deductedCents: earnedCents - dueCents,
    reversedProfitCents: row.reversedProfitCents - cents,
  };
  return { row, cents, after, isChanged: cents !== 0 || reversedCents !== row.reversedCents };
}
