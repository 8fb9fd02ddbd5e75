/** Recharges of the wallet, and where a payment is (spec/money#calls). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { productName } from "@turnpike/locales/shop.ts";
import { rechargeBonus } from "@turnpike/rules/recharge-bonus.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { findOrder } from "../order/store.ts";
import { refundedOfPayments } from "../refund/read.ts";
import { providerByName } from "../payment-provider/provider.ts";
import { runningPromotions, tiersNow } from "../promotion/running.ts";
import { providerOf, limitOpenPayments, startPayment } from "../payment/start.ts";
import { findPayment, findRecharges, type Payment } from "../payment/store/payments.ts";

export function checkoutCalls(
  services: Services,
): Pick<Handlers, "recharge" | "payment" | "rechargeList"> {
  const { db, world } = services;
  return {
    async recharge({ amountCents, method }, asker, tx) {
      providerOf(services, method);
      await limitOpenPayments(services, tx, asker.accountId);
      // The bonus of today holds even when the money comes late (spec/money#recharge-bonus).
      const tiers = tiersNow(await runningPromotions(tx, asker.lang, world.now()));
      return startPayment(services, tx, {
        accountId: asker.accountId,
        orderId: null,
        amountCents,
        bonusCents: rechargeBonus(amountCents, tiers),
        method,
      });
    },

    async payment({ paymentId }, asker) {
      const found = isUuid(paymentId) ? await findPayment(db, paymentId) : null;
      if (found?.accountId !== asker.accountId) throw new Refusal("paymentNotFound");
      const { status, amountCents, receivedCents, surplusCents, method } = found;
      const refunded = await refundedOfPayments(db, [paymentId]);
      const order = found.orderId ? await findOrder(db, found.orderId) : null;
      return {
        status,
        amountCents,
        bonusCents: bonusOf(found),
        receivedCents,
        refundedCents: refunded.get(paymentId) ?? 0,
        method,
        payUrl: providerByName(services.env, found.provider)?.payUrl(paymentId) ?? "",
        surplusCents,
        orderNo: order?.orderNo ?? null,
        order: order && {
          name: productName(asker.lang, order.sku),
          sku: order.sku,
          quantity: order.quantity,
          status: order.status,
          renewal: order.renewal,
        },
      };
    },

    async rechargeList({ page, limit }, asker) {
      const [{ rows, total }, promotions] = await Promise.all([
        findRecharges(db, asker.accountId, { page, limit }),
        runningPromotions(db, asker.lang, world.now()),
      ]);
      const ids = rows.map(({ id }) => id);
      const refunded = await refundedOfPayments(db, ids);
      const items = rows.map((row) => ({
        id: row.id,
        amountCents: row.amountCents,
        bonusCents: bonusOf(row),
        method: row.method,
        status: row.status,
        receivedCents: row.receivedCents,
        refundedCents: refunded.get(row.id) ?? 0,
        createdAt: row.createdAt.toISOString(),
      }));
      return { bonusTiers: tiersNow(promotions), items, total, page, limit };
    },
  };
}

/** The bonus that was given; before the money came, the one that was promised. */
function bonusOf({ creditedCents, creditedBonusCents, bonusCents }: Payment): number {
  return creditedCents > 0 ? creditedBonusCents : bonusCents;
}
