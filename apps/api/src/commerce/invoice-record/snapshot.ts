/** What an issued document says (spec/money#invoices): its PDF is made of this alone. */
import type { StoredImage } from "@turnpike/contract/brand.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { OrderMethod } from "@turnpike/rules/payment-method.ts";
import type { SaleTax } from "../tax/sale-tax.ts";

export type DocumentKind = "invoice" | "creditNote";

/** The seller as he was: brand and legal data. */
export interface SellerSnapshot {
  name: string;
  lines: string[];
  taxId: string;
  supportEmail: string;
  accent: string;
  logo: StoredImage;
}

/** The buyer as he was; without a name, the document's e-mail is it. */
export interface BuyerSnapshot {
  name: string | null;
  lines: string[];
  taxId: string;
}

export interface Snapshot {
  buyer: BuyerSnapshot;
  /** What was sold. A recharge and a correction have no quantity. */
  line: { product: string; quantity: number | null; unit: string; cents: number };
  discountCents: number;
  method: OrderMethod;
  /** Of an order its number, of a recharge the payment's id. */
  reference: string;
  orderedAt: string;
  paidAt: string;
  /** Why there is no tax, in the document's language; null if nothing has to be said. */
  taxNote: string | null;
}

/** A document to be issued. */
export interface NewDocument extends SaleTax {
  kind: DocumentKind;
  accountId: string;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
  /** The document that it corrects. */
  corrects: string | null;
  issuedAt: Date;
  lang: Lang;
  buyerEmail: string;
  snapshot: Snapshot;
}

/** An issued document. */
export interface IssuedDocument extends NewDocument {
  id: string;
  /** `PREFIX-2026-000001`, of a credit note `PREFIX-2026-C00001`. */
  number: string;
  currency: string;
  sellerDigest: string;
}
