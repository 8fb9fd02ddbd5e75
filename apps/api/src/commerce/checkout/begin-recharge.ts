/** A recharge that nobody asked for: the saved card of an auto top-up is charged. */
import { bonusTiers, rechargeBonus } from "@turnpike/rules/recharge-bonus.ts";
import type { OutsideMethod } from "@turnpike/rules/payment-method.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { startPayment } from "../payment/start.ts";
import { runningPromotions } from "../promotion/running.ts";
import { walletTaxOf } from "../tax/tax-sale.ts";

/**
 * Starts its payment, with the bonus and tax of any recharge as of now, if `allows` the sum that
 * would be charged; `paymentId` is null if not.
 */
export async function beginRecharge(
  services: Services,
  tx: Tx,
  request: { accountId: string; method: OutsideMethod; amountCents: number },
  allows: (chargedCents: number) => Promise<boolean>,
): Promise<{ paymentId: string | null; totalCents: number }> {
  const { accountId, method, amountCents } = request;
  const tax = await walletTaxOf(services, tx, { accountId, method }, amountCents);
  const totalCents = tax.netCents + tax.taxCents;
  if (!(await allows(totalCents))) return { paymentId: null, totalCents };
  const running = await runningPromotions(tx, "en", services.world.now());
  const bonusCents = rechargeBonus(amountCents, bonusTiers(running));
  const payment = { accountId, orderId: null, couponId: null, bonusCents, method, tax };
  const { paymentId } = await startPayment(services, tx, { ...payment, amountCents: totalCents });
  return { paymentId, totalCents };
}
