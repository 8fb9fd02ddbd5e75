/** The contents of an invoice; `draw.ts` lays them out. */
import type { StoredImage } from "@turnpike/contract/brand.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { productName, productUnit } from "@turnpike/locales/shop.ts";
import type { OrderMethod } from "@turnpike/rules/payment-method.ts";
import { addressOf } from "../../identity/account/invoice-title.ts";
import { payerOf } from "../../identity/account/payer.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { invoicedOrder } from "../order/invoiced.ts";
import { refundsOfOrder } from "../refund/read.ts";
import type { Services } from "../../platform/services.ts";

/** A party: its name and the lines printed below it. */
export interface Party {
  name: string;
  lines: string[];
  taxId: string;
}
/** Amounts in cents and instants in ISO 8601, so that it can be posted to another thread. */
export interface InvoiceContent {
  lang: Lang;
  number: string;
  orderedAt: string;
  paidAt: string;
  seller: Party;
  payer: Party;
  product: string;
  quantity: number;
  /** The unit of the quantity; empty for products sold by the piece. */
  unit: string;
  listCents: number;
  discountCents: number;
  totalCents: number;
  method: OrderMethod;
  /** Oldest first; `at` is null for refunds from before each refund had a row. */
  refunds: { at: string | null; cents: number; kind: "refund" | "dispute" }[];
  supportEmail: string;
  accent: string;
  logo: StoredImage;
}

const measured = ["traffic", "bandwidth"];
/** Maximum lines of an address. */
const ADDRESS_LINES = 6;

/**
 * The invoice of one of the account's own orders, in the account's language.
 * @throws Refusal orderNotFound, invoiceNotReady
 */
export async function invoiceContent(
  services: Services,
  own: { accountId: string; orderNo: string },
): Promise<InvoiceContent> {
  const { db, env } = services;
  const brand = brandOf(services);
  const [order, payer] = await Promise.all([invoicedOrder(db, own), payerOf(db, own.accountId)]);
  const { lang, email, title } = payer;
  const refunds = await refundsOfOrder(db, order.id);
  const otherCents = refunds.reduce((left, { cents }) => left - cents, order.refundedCents);
  return {
    lang,
    number: order.orderNo,
    orderedAt: order.createdAt.toISOString(),
    paidAt: (order.paidAt ?? order.createdAt).toISOString(),
    seller: {
      name: brand.legalName,
      lines: env.SELLER_ADDRESS.split(",")
        .map((line) => line.trim())
        .filter(Boolean),
      taxId: env.SELLER_TAX_ID,
    },
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
    totalCents: order.amountCents,
    method: order.method,
    refunds: [
      ...(otherCents > 0 ? [{ at: null, cents: otherCents, kind: "refund" as const }] : []),
      ...refunds.map(({ at, ...refund }) => ({ ...refund, at: at.toISOString() })),
    ],
    supportEmail: brand.supportEmail,
    accent: brand.accent,
    logo: { type: brand.logo.type, base64: brand.logo.body.toString("base64") },
  };
}

/** An address as entered, without empty lines; surplus lines are joined into the last one. */
function addressLines(address: string): string[] {
  const lines = address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length <= ADDRESS_LINES) return lines;
  return [...lines.slice(0, ADDRESS_LINES - 1), lines.slice(ADDRESS_LINES - 1).join(", ")];
}
