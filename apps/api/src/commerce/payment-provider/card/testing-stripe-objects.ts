/** The objects of the Stripe peer, as Stripe's API names them. */
export interface PeerSession {
  id: string;
  object: "checkout.session";
  mode: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  customer_email: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  expires_at: number;
  success_url: string;
  cancel_url: string;
  locale: string;
  url: string | null;
}
export interface PeerIntent {
  id: string;
  object: "payment_intent";
  status: string;
  metadata: Record<string, string>;
  amount: number;
}
export interface PeerRefund {
  id: string;
  object: "refund";
  amount: number;
  currency: string;
  status: "succeeded" | "failed";
  charge: string;
  payment_intent: string;
  metadata: Record<string, string>;
}
export interface PeerDispute {
  id: string;
  object: "dispute";
  amount: number;
  currency: string;
  status: string;
  reason: string;
  charge: string;
  payment_intent: string;
  balance_transactions: { amount: number; currency: string }[];
}
export interface PeerEvent {
  id: string;
  object: "event";
  type: string;
  created: number;
  data: { object: object };
}
