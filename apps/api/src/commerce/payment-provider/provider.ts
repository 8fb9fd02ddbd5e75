/** What we need from payment providers. Their events take effect in `checkout/settle.ts`. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { PaymentUpdate } from "@turnpike/rules/payment.ts";
import { btcpayProvider } from "./btcpay.ts";
import { btcpaySettings } from "./btcpay-api.ts";
import { sandbox } from "./sandbox.ts";
import { stripeProvider } from "./stripe.ts";

export type OutsideMethod = "card" | "crypto";

/** A page at a provider. */
export interface Page {
  ref: string;
  url: string;
}

/** What a provider needs to open a page. */
export interface PageRequest {
  paymentId: string;
  amountCents: number;
  /** What it is for, in the customer's language. */
  description: string;
  email: string;
  lang: Lang;
  /** When the payment ends, by the machine's clock: providers know no other. */
  expiresAt: Date;
  /** The page that was made before, which may be over. */
  before: Page | null;
}
/** A refund that we ask a provider for. */
export interface ProviderRefund {
  /** Ours: for the same id the provider gives back once, however often we ask. */
  refundId: string;
  paymentId: string;
  providerRef: string | null;
  chargeRef: string | null;
  cents: number;
  reason: string;
}
/** What a provider reports of a payment; the same report bears the same id, however it came. */
export interface ProviderEvent {
  id: string;
  paymentId: string;
  update: PaymentUpdate;
  /** What the provider calls the money that came, where that bears another name than its page. */
  charge?: string | null;
}
export interface PaymentProvider {
  /** Kept with each payment: only this provider's events may change it. */
  name: string;
  /** Less than that nobody can pay there. */
  leastCents: number;
  /** The page where a person pays; known without asking anybody. */
  payUrl(paymentId: string): string;
  /** Pages at a provider; null: `payUrl` is the page. Both ask the provider and throw when it is away. */
  pages: {
    /** The page to pay at, a fresh one where the one before is over; null: nothing is left to pay. */
    open(request: PageRequest): Promise<Page | null>;
    /** What the provider knows of a payment now, as events: as if its webhooks had just come. */
    fetchEvents(payment: { paymentId: string; page: Page | null }): Promise<ProviderEvent[]>;
  } | null;
  /**
   * Gives money back. `claimUrl` is where the customer collects it, with providers that cannot send.
   * Throws where the provider is away or refuses; it is asked again later.
   */
  sendRefund(refund: ProviderRefund): Promise<{ ref: string; claimUrl: string | null }>;
}

/** The provider of this payment method; null where none is set up. The sandbox refuses production. */
export function paymentProvider(env: Environment, method: OutsideMethod): PaymentProvider | null {
  if (method === "card" && env.STRIPE_SECRET_KEY) return stripeProvider(env);
  const btcpay = method === "crypto" ? btcpaySettings(env) : null;
  if (btcpay) return btcpayProvider(env, btcpay);
  return env.lab ? sandbox(env) : null;
}

/** The provider that a payment was begun with; null where it is set up no longer. */
export function providerByName(env: Environment, name: string): PaymentProvider | null {
  const lab = env.lab ? [sandbox(env)] : [];
  const all = [paymentProvider(env, "card"), paymentProvider(env, "crypto"), ...lab];
  return all.find((provider) => provider?.name === name) ?? null;
}

/** How money from outside can be paid here. */
export function paymentMethods(env: Environment): OutsideMethod[] {
  return (["card", "crypto"] as const).filter((method) => paymentProvider(env, method) !== null);
}
