/** The interface to payment providers. Their events take effect in `checkout/settle.ts`. */
import type { IncomingHttpHeaders } from "node:http";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Page as HtmlPage } from "../../platform/http/page.ts";
import type { CardVault } from "./cards.ts";
import type { IdentityProvider } from "./identities.ts";
import type { PaymentUpdate } from "@turnpike/rules/payment.ts";

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
/** What the page of a provider without pages of its own shows. */
export interface Transfer {
  amountCents: number;
  receivedCents: number;
  /** What the payer writes with the money. */
  reference: string;
  description: string;
  lang: Lang;
  expiresAt: Date;
  /** The dashboard. */
  backUrl: string;
}
/** What a provider reports of a payment; the same report has the same id, however it arrived. */
export interface ProviderEvent {
  id: string;
  paymentId: string;
  update: PaymentUpdate;
  /** The page that the money came by, if others could make one that names our payment. */
  page?: string | null;
  /** The provider's id of a part of the money: its sum is that of the part, and parts add up. */
  part?: string;
  /** The provider's id of the money received, if it differs from the page's. */
  charge?: string | null;
}
/** A webhook as it arrived. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** What a provider may ask while it reads a webhook. */
export interface Books {
  /** The payment whose money has this id at the provider; null if there is none. */
  paymentOf(charge: string): Promise<string | null>;
  /** Logs something that the operator should look at. */
  warn(message: string, details: Record<string, unknown>): void;
}
/** What a webhook said. */
export interface Report {
  events: ProviderEvent[];
  /** The payment whose page has changed. */
  pageOf?: string | null;
  /** The setup at whose page a card was entered. */
  cardSetup?: string | null;
  /** The check of an identity that has changed. */
  identityCheck?: string | null;
  /** The provider's id of the payer, for comparison, and the country of his card. */
  payer?: { paymentId: string; payer: string; country?: string | null } | null;
  /** Where a refund that the customer collects was sent to. */
  payout?: { ref: string; address: string; state: string } | null;
  /** For the log, if there is nothing to do. */
  details: Record<string, unknown>;
}
/** The address `PUBLIC_URL/webhooks/NAME` of a provider. */
export interface ProviderWebhook {
  /** Proving a delivery asks the provider. */
  asks?: true;
  /**
   * Proves a delivery, before anything reads the database. Returns null if it is forged or too old,
   * else what reads it.
   */
  event(delivery: Delivery): Promise<((books: Books) => Promise<Report>) | null>;
}
export interface PaymentProvider {
  /** Stored with each payment: only this provider's events may change it. */
  name: string;
  /** The URL of the page to pay at; computed without a request to the provider. */
  payUrl(paymentId: string): string;
  /** Pages at a provider; null if `payUrl` is the page. Both throw if it is unreachable. */
  pages: {
    /** The page to pay at, a new one if the last has expired; null if nothing is left to pay. */
    create(request: PageRequest): Promise<Page | null>;
    /** The payment's current state at the provider, as the events its webhooks would send. */
    look(payment: { paymentId: string; page: Page | null }): Promise<ProviderEvent[]>;
  } | null;
  /** The page that `payUrl` shows, for money that is sent without any provider's page. */
  show?: (transfer: Transfer) => HtmlPage;
  /** Cards that customers save; absent if the provider keeps none. */
  cards?: CardVault;
  /** Finds out who a customer is; absent if the provider does not. */
  identities?: IdentityProvider;
  /** Null if nothing reports to us. */
  webhook: ProviderWebhook | null;
  /**
   * Sends a refund. `claimUrl` is where the customer collects it, for providers that cannot send.
   * Throws if the provider is unreachable or refuses; the caller retries later.
   */
  refund(refund: ProviderRefund): Promise<{ ref: string; claimUrl: string | null }>;
}
