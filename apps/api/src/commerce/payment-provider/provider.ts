/** The interface to payment providers. Their events take effect in `checkout/settle.ts`. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { PaymentUpdate } from "@turnpike/rules/payment.ts";
import { btcpayProvider } from "./btcpay.ts";
import { btcpaySettings } from "./btcpay-api.ts";
import { sandbox } from "./sandbox.ts";
import { stripeProvider } from "./stripe.ts";

export type ProviderMethod = "card" | "crypto";

/** A payment page at a provider. */
export interface Page {
  ref: string;
  url: string;
}

/** What a provider needs to open a page. */
export interface PageRequest {
  paymentId: string;
  amountCents: number;
  /** What is being paid for, in the customer's language. */
  description: string;
  email: string;
  lang: Lang;
  /** When the payment expires, by the machine's clock: providers do not know the lab's. */
  expiresAt: Date;
  /** The page opened before, which may have expired. */
  before: Page | null;
}
/** A refund that we request from a provider. */
export interface ProviderRefund {
  /** Our id, as idempotency key: the provider refunds once, however often we ask. */
  refundId: string;
  paymentId: string;
  providerRef: string | null;
  chargeRef: string | null;
  cents: number;
  reason: string;
}
/** What a provider reports of a payment; the same report has the same id, however it arrived. */
export interface ProviderEvent {
  id: string;
  paymentId: string;
  update: PaymentUpdate;
  /** The provider's id of the money received, if it differs from the page's. */
  charge?: string | null;
}
export interface PaymentProvider {
  /** Stored with each payment: only this provider's events may change it. */
  name: string;
  /** The minimum amount of a payment. */
  leastCents: number;
  /** The URL of the page to pay at; computed without a request to the provider. */
  payUrl(paymentId: string): string;
  /** Pages at a provider; null if `payUrl` is the page. Both throw if it is unreachable. */
  pages: {
    /** The page to pay at, a new one if the last has expired; null if nothing is left to pay. */
    open(request: PageRequest): Promise<Page | null>;
    /** The payment's current state at the provider, as the events its webhooks would send. */
    fetchEvents(payment: { paymentId: string; page: Page | null }): Promise<ProviderEvent[]>;
  } | null;
  /**
   * Sends a refund. `claimUrl` is where the customer collects it, for providers that cannot send.
   * Throws if the provider is unreachable or refuses; the caller retries later.
   */
  sendRefund(refund: ProviderRefund): Promise<{ ref: string; claimUrl: string | null }>;
}

/** The provider of a payment method; null if none is set up. The sandbox is for the lab only. */
export function paymentProvider(env: Environment, method: ProviderMethod): PaymentProvider | null {
  if (method === "card" && env.STRIPE_SECRET_KEY) return stripeProvider(env);
  const btcpay = method === "crypto" ? btcpaySettings(env) : null;
  if (btcpay) return btcpayProvider(env, btcpay);
  return env.lab ? sandbox(env) : null;
}

/** The provider that a payment was started with; null if it is no longer set up. */
export function providerByName(env: Environment, name: string): PaymentProvider | null {
  const lab = env.lab ? [sandbox(env)] : [];
  const all = [paymentProvider(env, "card"), paymentProvider(env, "crypto"), ...lab];
  return all.find((provider) => provider?.name === name) ?? null;
}

/** The outside payment methods available here. */
export function paymentMethods(env: Environment): ProviderMethod[] {
  return (["card", "crypto"] as const).filter((method) => paymentProvider(env, method) !== null);
}
