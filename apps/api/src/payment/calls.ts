/** Topping the wallet up (contract §3). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { rechargeBonus } from "@turnpike/rules/recharge-bonus.ts";
import { isUuid } from "../db/uuid.ts";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";
import { runningPromotions, tiersNow } from "./promotions.ts";
import { startPayment } from "./start.ts";
import { findPayment, findRecharges } from "./store.ts";

export function paymentCalls(
  services: Services,
): Pick<Handlers, "recharge" | "payment" | "rechargeList"> {
  const { db, world } = services;
  return {
    async recharge({ amountCents, method }, asker, tx) {
      // The bonus of today holds even when the money comes late (contract §16).
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
      const { status, amountCents, bonusCents } = found;
      return { status, amountCents, bonusCents };
    },

    async rechargeList({ page, limit }, asker) {
      const [{ rows, total }, promotions] = await Promise.all([
        findRecharges(db, asker.accountId, { page, limit }),
        runningPromotions(db, asker.lang, world.now()),
      ]);
      const items = rows.map(({ id, amountCents, bonusCents, method, status, createdAt }) => ({
        id,
        amountCents,
        bonusCents,
        method,
        status,
        createdAt: createdAt.toISOString(),
      }));
      return { bonusTiers: tiersNow(promotions), items, total, page, limit };
    },
  };
}
