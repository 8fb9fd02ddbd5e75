/** The receipt mailed for a paid order. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import {
  longDate,
  money,
  productName,
  productUnit,
  shopSentences,
} from "@turnpike/locales/shop.ts";
import { lockedContactOf } from "../../identity/account/addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import type { Order } from "./store.ts";

export async function queueReceipt(services: Services, tx: Tx, order: Order): Promise<void> {
  const { to, lang } = await lockedContactOf(tx, order.accountId);
  await queueMail(services, tx, {
    to,
    lang,
    mail: "order",
    values: {
      orderNo: order.orderNo,
      product: productName(lang, order),
      quantity: order.quantity,
      unit: productUnit(lang, order),
      discount: discountLines(lang, order),
      amount: money(lang, order.amountCents),
      date: longDate(lang, services.world.now()),
      ordersUrl: `${services.env.publicUrl}/cli/billing`,
      url: `${services.env.publicUrl}/cli/home`,
    },
  });
}

/** List price and discount above the amount, for an order with a coupon. */
function discountLines(lang: Lang, { listCents, discountCents }: Order): string {
  if (discountCents === 0) return "";
  return interpolate(shopSentences(lang).receipt.discount, {
    list: money(lang, listCents),
    discount: money(lang, -discountCents),
  });
}
