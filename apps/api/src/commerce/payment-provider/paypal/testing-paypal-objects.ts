/** What the stand-in for PayPal keeps and sends, with the fields that PayPal documents. */
import { PeerError } from "../testing-peer.ts";

export interface Money {
  currency_code: string;
  value: string;
}
export interface PeerCapture {
  id: string;
  status: string;
  amount: Money;
  custom_id: string;
  final_capture: boolean;
  supplementary_data: { related_ids: { order_id: string } };
}
export interface PeerRefund {
  id: string;
  status: string;
  amount: Money;
  custom_id?: string;
  links: { rel: string; href: string; method: string }[];
}
export interface PeerUnit {
  reference_id: string;
  custom_id: string;
  amount: Money;
  payments?: { captures: PeerCapture[]; refunds: PeerRefund[] };
}
export interface PeerOrder {
  id: string;
  intent: string;
  status: string;
  purchase_units: PeerUnit[];
  payment_source: { paypal: { account_id?: string; experience_context?: Record<string, string> } };
  links: { rel: string; href: string; method: string }[];
}
export interface PeerDispute {
  dispute_id: string;
  disputed_transactions: { seller_transaction_id: string }[];
  reason: string;
  status: string;
  dispute_amount: Money;
  dispute_life_cycle_stage: string;
  dispute_outcome?: { outcome_code: string; amount_refunded?: Money };
}
export interface PeerEvent {
  id: string;
  event_type: string;
  resource_type: string;
  resource: Record<string, unknown>;
}

export const usd = (cents: number): Money => ({
  currency_code: "USD",
  value: (cents / 100).toFixed(2),
});
export const centsOf = ({ value }: Money) => Math.round(Number(value) * 100);

export function need<T>(known: Map<string, T>, id: string | undefined): T {
  return known.get(id ?? "") ?? missing();
}

export function missing(): never {
  throw new PeerError(404, { name: "RESOURCE_NOT_FOUND", details: [] });
}

export function refuse(issue: string): never {
  throw new PeerError(422, { name: "UNPROCESSABLE_ENTITY", details: [{ issue }] });
}
