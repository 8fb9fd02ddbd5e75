/** Wallet recharges, and the state of a payment (spec/money#calls). */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { productName, shopSentences } from "@turnpike/locales/shop.ts";
import { kindOfMethod } from "@turnpike/rules/payment-method.ts";
import type { ProductKind } from "@turnpike/rules/product.ts";
import { presentTax } from "../tax/sale-tax.ts";
import { walletTaxOf } from "../tax/tax-sale.ts";
import { bonusTiers, rechargeBonus } from "@turnpike/rules/recharge-bonus.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { markUsed } from "../coupon/use.ts";
import { RECHARGED } from "../order/quote-calls.ts";
import { readQuote } from "../order/quote-token.ts";
import { findOrder, type Order } from "../order/store.ts";
import { refundedOfPayments } from "../refund/read.ts";
import {
  methodOf,
  minCentsOf,
  paymentMethods,
  providerByName,
} from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { runningPromotions } from "../promotion/running.ts";
import { providerOf, limitOpenPayments, startPayment } from "../payment/start.ts";
import { findPayment, findRecharges, type Payment } from "../payment/store/payments.ts";
import { takeBonus } from "./promo-bonus.ts";

export function checkoutCalls(
  services: Services,
): Pick<Handlers, "paymentMethods" | "recharge" | "payment" | "rechargeList"> {
  const { db, world } = services;
  return {
    async paymentMethods(_question, { lang }) {
      const env = paymentEnv(services);
      const titles = shopSentences(lang).pay.methods;
      const items = paymentMethods(env).map((id) => {
        const { reversible } = methodOf(id);
        const minCents = minCentsOf(env, id);
        return { id, kind: kindOfMethod[id], title: titles[id], minCents, reversible };
      });
      return { items };
    },

    recharge: (asked, caller, tx) => startRecharge(services, tx, asked, caller),

    async payment({ paymentId }, caller) {
      const found = isUuid(paymentId) ? await findPayment(db, paymentId) : null;
      if (found?.accountId !== caller.accountId) throw new Refusal("paymentNotFound");
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
        payUrl: providerByName(paymentEnv(services), found.provider)?.payUrl(paymentId) ?? "",
        surplusCents,
        orderNo: order?.orderNo ?? null,
        order: order && presentOrder(order, caller.lang),
      };
    },

    async rechargeList({ page, limit }, caller) {
      const [{ rows, total }, promotions] = await Promise.all([
        findRecharges(db, caller.accountId, { page, limit }),
        runningPromotions(db, caller.lang, world.now()),
      ]);
      const ids = rows.map(({ id }) => id);
      const refunded = await refundedOfPayments(db, ids);
      const items = rows.map((row) => presentRecharge(row, refunded.get(row.id) ?? 0));
      return { bonusTiers: bonusTiers(promotions), items, total, page, limit };
    },
  };
}

/** Starts the payment of a recharge, with its bonus and tax as of now. */
async function startRecharge(
  services: Services,
  tx: Tx,
  { amountCents, method, promoCode, quoteId }: Parameters<Handlers["recharge"]>[0],
  caller: Parameters<Handlers["recharge"]>[1],
) {
  const { world } = services;
  const { accountId, lang } = caller;
  const quoted = { accountId, quantity: amountCents, skus: [RECHARGED] };
  if (quoteId !== undefined) readQuote(services, quoteId, quoted);
  providerOf(services, method);
  await limitOpenPayments(services, tx, accountId);
  // The current bonus applies even if the money arrives later (spec/money#recharge-bonus).
  const tiers = bonusTiers(await runningPromotions(tx, lang, world.now()));
  const { couponId, bonusCents } =
    promoCode === undefined
      ? { couponId: null, bonusCents: rechargeBonus(amountCents, tiers) }
      : await takeBonus(services, tx, caller, { promoCode, amountCents, tiers });
  const tax = await walletTaxOf(services, tx, { accountId, method }, amountCents);
  const started = await startPayment(services, tx, {
    accountId,
    orderId: null,
    couponId,
    amountCents: tax.netCents + tax.taxCents,
    bonusCents,
    method,
    tax,
  });
  const { paymentId } = started;
  const now = new Date(world.now());
  if (couponId) await markUsed(tx, { id: couponId, accountId, paymentId, now });
  return { ...started, ...presentTax(tax) };
}

function presentOrder(order: Order, lang: Lang) {
  const { sku, quantity, status, renewal, region, days } = order;
  const kind = order.kind as ProductKind;
  return { name: productName(lang, order), sku, kind, region, days, quantity, status, renewal };
}

function presentRecharge(row: Payment, refundedCents: number) {
  const { id, amountCents, method, status, receivedCents } = row;
  const createdAt = row.createdAt.toISOString();
  const bonusCents = bonusOf(row);
  return { id, amountCents, bonusCents, method, status, receivedCents, refundedCents, createdAt };
}

/** The bonus that was credited; before the money arrives, the promised one. */
function bonusOf({ creditedCents, creditedBonusCents, bonusCents }: Payment): number {
  return creditedCents > 0 ? creditedBonusCents : bonusCents;
}
