/** The account at a glance, and its small settings (spec/accounts#calls). */
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { shopSentences } from "@turnpike/locales/shop.ts";
import { usableCoupons } from "../../commerce/coupon/use.ts";
import { alertNotices } from "../../across/alert/notices.ts";
import { transaction } from "../../platform/db/database.ts";
import { managerPortOf } from "../../platform/http/downloads.ts";
import type { Asker, Handlers } from "../../platform/http/handler.ts";
import { balances } from "../../ledger/balances.ts";
import { debtOf } from "../../ledger/debt.ts";
import { requireMfa } from "../mfa/require.ts";
import { queueNotice } from "./notice.ts";
import { paymentMethods } from "../../commerce/payment-provider/payments.ts";
import { runningPromotions, tiersNow } from "../../commerce/payment/promotions.ts";
import type { Services } from "../../platform/services.ts";
import { holdSession } from "../session/end.ts";
import { noteEvent } from "../session/note-event.ts";
import { changeAccessKey } from "./access-key.ts";
import { newsIn } from "./news.ts";
import { setLang } from "./register.ts";
import { saveInvoiceTitle } from "./store.ts";
import { supportCode } from "./support-code.ts";
import { holdings, readUser } from "./user.ts";

const NEWS = 10;
const NOTICES = 5;
/** Support replies within 24 hours (spec/accounts#home). */
const SUPPORT_HOURS = 24;

export function accountCalls(
  services: Services,
): Pick<
  Handlers,
  "member" | "headerInit" | "indexInit" | "upAccessKey" | "upInvoiceTitle" | "upLang"
> {
  const { db, env, world } = services;
  return {
    member: (_question, asker) => readUser(services, asker.accountId),

    async headerInit(_question, asker) {
      const [user, news, alerts] = await Promise.all([
        readUser(services, asker.accountId),
        newsIn(db, asker.lang, NOTICES),
        alertNotices(services, asker),
      ]);
      return {
        email: user.email,
        walletCents: user.walletCents,
        mfaBound: user.mfaBound,
        notices: [
          ...alerts,
          ...news.map(({ id, title, at }) => ({ id, kind: "news" as const, title, at, to: null })),
        ],
        paymentMethods: paymentMethods(env),
        managerPort: managerPortOf(env),
      };
    },

    async indexInit(_question, asker) {
      const [owned, walletDebtCents, promotions, news, couponCount] = await Promise.all([
        balances(db, asker.accountId),
        debtOf(db, asker.accountId, "wallet"),
        runningPromotions(db, asker.lang, world.now()),
        newsIn(db, asker.lang, NEWS),
        usableCoupons(db, asker.accountId, world.now()),
      ]);
      const address = env.SUPPORT_URL || `mailto:${env.SUPPORT_EMAIL}`;
      return {
        ...holdings(owned),
        walletDebtCents,
        promotions,
        bonusTiers: tiersNow(promotions),
        news,
        couponCount,
        support: { email: env.SUPPORT_EMAIL, qr: supportCode(address), hours: SUPPORT_HOURS },
        antiFraud: interpolate(shopSentences(asker.lang).antiFraud, { email: env.SUPPORT_EMAIL }),
      };
    },

    upAccessKey: (question, asker) => renewAccessKey(services, asker, question),

    async upInvoiceTitle({ title, taxId = null, address = null, country = null }, asker) {
      const invoiceTitle = { title, taxId, address, country };
      await saveInvoiceTitle(db, asker.accountId, invoiceTitle);
      return { invoiceTitle };
    },

    async upLang({ language }, asker) {
      await setLang(db, asker.accountId, language);
      return { lang: language };
    },
  };
}

/** The old key is dead from the commit on. */
async function renewAccessKey(
  services: Services,
  asker: Asker,
  { mfaCode }: { mfaCode?: string | undefined },
): Promise<{ accessKey: string }> {
  const { accountId } = asker;
  await requireMfa(services, { accountId, mfaCode });
  return transaction(services.db, async (tx) => {
    await holdSession(tx, asker);
    const accessKey = await changeAccessKey(services, tx, accountId);
    await noteEvent(services, tx, asker, { event: "accessKeyChanged" });
    await queueNotice(services, tx, accountId, "accessKeyChanged", {});
    return { accessKey };
  });
}
