/** The account at a glance (contract §3). */
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { shopSentences } from "@turnpike/locales/shop.ts";
import { usableCoupons } from "../coupon/use.ts";
import type { Handlers } from "../http/handler.ts";
import { balances } from "../ledger/balances.ts";
import { runningPromotions, tiersNow } from "../payment/promotions.ts";
import type { Services } from "../services.ts";
import { newsIn } from "./news.ts";
import { supportCode } from "./support-code.ts";
import { holdings, readUser } from "./user.ts";

const NEWS = 10;
const NOTICES = 5;
/** Support replies within 24 hours (spec §9). */
const SUPPORT_HOURS = 24;

export function accountCalls(
  services: Services,
): Pick<Handlers, "member" | "headerInit" | "indexInit"> {
  const { db, env, world } = services;
  return {
    member: (_question, asker) => readUser(services, asker.accountId),

    async headerInit(_question, asker) {
      const [user, news] = await Promise.all([
        readUser(services, asker.accountId),
        newsIn(db, asker.lang, NOTICES),
      ]);
      return {
        email: user.email,
        walletCents: user.walletCents,
        mfaBound: user.mfaBound,
        notices: news.map(({ id, title, at }) => ({ id, title, at })),
      };
    },

    async indexInit(_question, asker) {
      const [owned, promotions, news, couponCount] = await Promise.all([
        balances(db, asker.accountId),
        runningPromotions(db, asker.lang, world.now()),
        newsIn(db, asker.lang, NEWS),
        usableCoupons(db, asker.accountId, world.now()),
      ]);
      const address = env.SUPPORT_URL || `mailto:${env.SUPPORT_EMAIL}`;
      return {
        ...holdings(owned),
        promotions,
        bonusTiers: tiersNow(promotions),
        news,
        couponCount,
        support: { email: env.SUPPORT_EMAIL, qr: supportCode(address), hours: SUPPORT_HOURS },
        antiFraud: interpolate(shopSentences(asker.lang).antiFraud, { email: env.SUPPORT_EMAIL }),
      };
    },
  };
}
