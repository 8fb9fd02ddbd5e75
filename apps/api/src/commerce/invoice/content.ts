/** The contents of an invoice; `draw.ts` lays them out. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { SellerSnapshot, Snapshot } from "../invoice-record/snapshot.ts";

/** A party: its name and the lines printed below it. */
export interface Party {
  name: string;
  lines: string[];
  taxId: string;
}
/** Amounts in cents and instants in ISO 8601, so that it can be posted to another thread. */
export interface InvoiceContent extends Pick<SellerSnapshot, "supportEmail" | "accent" | "logo"> {
  kind: "invoice" | "creditNote";
  lang: Lang;
  number: string;
  /** The number of the order, or of the payment of a recharge; null if it is the invoice's own. */
  reference: { of: "order" | "payment"; number: string } | null;
  /** The document that this one corrects. */
  corrects: { number: string; at: string } | null;
  issuedAt: string;
  orderedAt: string;
  paidAt: string;
  seller: Party;
  payer: Party;
  product: string;
  /** Null where nothing is counted. */
  quantity: number | null;
  /** The unit of the quantity; empty for products sold by the piece. */
  unit: string;
  listCents: number;
  discountCents: number;
  netCents: number;
  taxCents: number;
  taxPercent: number;
  /** Whether tax is spoken of: not without a tax scheme. */
  taxed: boolean;
  /** Why there is no tax; null if nothing has to be said. */
  taxNote: string | null;
  totalCents: number;
  currency: string;
  method: Snapshot["method"];
  /**
   * Oldest first; `at` is null for refunds from before each refund had a row. Only of orders from
   * before credit notes.
   */
  refunds: { at: string | null; cents: number; kind: "refund" | "dispute" }[];
}
