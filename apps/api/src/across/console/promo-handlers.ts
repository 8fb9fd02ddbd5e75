/** Handlers for promo codes. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { addPromo, setPromoEnabled } from "../operator/acts/promos.ts";
import { listPromos, presentPromo } from "../operator/read/promos.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "promoList" | "promoAdd" | "promoSwitch";

export function promoHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    promoList: async () => ({ items: (await listPromos(services.db)).map(presentPromo) }),

    async promoAdd({ reason, from, to, skus, ...given }, { actor }) {
      const { percent = null, giftSku = null, giftAmount = null, max = null } = given;
      const input = {
        ...given,
        percent,
        giftSku,
        giftAmount,
        max,
        minCents: given.minCents ?? null,
        skus: skus.length === 0 ? null : skus,
        startsAt: from === undefined ? null : Date.parse(from),
        endsAt: to === undefined ? null : Date.parse(to) + dayMs,
      };
      return { promo: presentPromo(await perform(services, addPromo, { actor, input, reason })) };
    },

    async promoSwitch({ reason, ...input }, { actor }) {
      const promo = await perform(services, setPromoEnabled, { actor, input, reason });
      return { promo: presentPromo(promo) };
    },
  };
}
