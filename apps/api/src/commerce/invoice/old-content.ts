/**
 * The invoice of an order from before invoices were kept: made when it is printed, from the order,
 * today's title and today's brand, with the order's number and its refunds.
 */
import { currency } from "@turnpike/locales/money.ts";
import { productName, productUnit } from "@turnpike/locales/shop.ts";
import { addressOf } from "../../identity/account/invoice-title.ts";
import { payerOf } from "../../identity/account/payer.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { addressLines, measured } from "../invoice-record/issue.ts";
import { sellerToday } from "../invoice-record/seller.ts";
import type { Order } from "../order/store.ts";
import { refundsOfOrder } from "../refund/read.ts";
import type { Services } from "../../platform/services.ts";
import type { InvoiceContent } from "./content.ts";

/** The invoice of an old order, in the account's language. */
export async function oldInvoiceContent(services: Services, order: Order): Promise<InvoiceContent> {
  const { db } = services;
  const [{ lang, email, title }, refunds] = await Promise.all([
    payerOf(db, order.accountId),
    refundsOfOrder(db, order.id),
  ]);
  const { name, lines, taxId, ...look } = sellerToday(services);
  const otherCents = refunds.reduce((left, { cents }) => left - cents, order.refundedCents);
  const paidAt = (order.paidAt ?? order.createdAt).toISOString();
  return {
    ...look,
    kind: "invoice",
    lang,
    number: order.orderNo,
    reference: null,
    corrects: null,
    issuedAt: paidAt,
    orderedAt: order.createdAt.toISOString(),
    paidAt,
    seller: { name, lines, taxId },
    payer: {
      name: title?.title ?? email,
      lines: [
        ...addressLines(title ? addressOf(title) : ""),
        ...(title?.country ? [countryNames(lang)(title.country)] : []),
        ...(title ? [email] : []),
      ],
      taxId: title?.vatId ?? title?.taxId ?? "",
    },
    product: productName(lang, order),
    quantity: order.quantity,
    unit: measured.includes(order.kind) || order.unit !== null ? productUnit(lang, order) : "",
    listCents: order.listCents,
    discountCents: order.discountCents,
    netCents: order.amountCents,
    taxCents: 0,
    taxPercent: 0,
    taxed: false,
    taxNote: null,
    totalCents: order.amountCents,
    currency: currency(),
    method: order.method,
    refunds: [
      ...(otherCents > 0 ? [{ at: null, cents: otherCents, kind: "refund" as const }] : []),
      ...refunds.map(({ at, ...refund }) => ({ ...refund, at: at.toISOString() })),
    ],
  };
}
