/** The mail that tells of a paid order. */
import { langTag, money, productName, productUnit } from "@turnpike/locales/shop.ts";
import { contactOf } from "../account/register.ts";
import type { Tx } from "../db/database.ts";
import { queueMail } from "../outside/mail/queue.ts";
import type { Services } from "../services.ts";
import type { Order } from "./store.ts";

export async function queueReceipt(services: Services, tx: Tx, order: Order): Promise<void> {
  const { to, lang } = await contactOf(tx, order.accountId);
  const date = new Intl.DateTimeFormat(langTag(lang), { dateStyle: "long", timeZone: "UTC" });
  await queueMail(services, tx, {
    to,
    lang,
    mail: "order",
    values: {
      orderNo: order.orderNo,
      product: productName(lang, order.sku),
      quantity: order.quantity,
      unit: productUnit(lang, order.kind),
      amount: money(lang, order.amountCents),
      date: date.format(services.world.now()),
      url: `${services.env.publicUrl}/cli/home`,
    },
  });
}
