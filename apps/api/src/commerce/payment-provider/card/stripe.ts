/** Card payments by Stripe Checkout: a page at Stripe for each payment, and refunds to the card. */
import { currency } from "@turnpike/locales/money.ts";
import { createHash } from "node:crypto";
import type { Environment } from "@turnpike/contract/environment.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import type { Stripe } from "stripe";
import { payAddress, returnAddress } from "../addresses.ts";
import type { Page, PageRequest, PaymentProvider, ProviderRefund } from "../provider.ts";
import { idOf, nullIfMissing, STRIPE, stripeClient } from "./stripe-api.ts";
import { stripeCards } from "./stripe-cards.ts";
import { sessionEvents } from "./stripe-events.ts";
import { stripeIdentity } from "./stripe-identity.ts";
import { stripeWebhook } from "./stripe-webhook.ts";

/** Stripe's API allows sessions of 30 minutes to 24 hours; a minute of margin for clock skew. */
const LEAST_MS = 31 * 60_000;
const MAX_MS = 24 * 3_600_000 - 60_000;
/** Stripe's maximum page size for listing refunds. */
const AT_ONCE = 100;
/** Stripe's maximum length of a metadata value. */
const REASON_LENGTH = 500;

export function stripeProvider(env: Environment): PaymentProvider {
  return {
    name: STRIPE,
    payUrl: (paymentId) => payAddress(env, paymentId),
    pages: {
      create: async (request) => openSession(await stripeClient(env), env, request),
      look: async ({ page }) => {
        const stripe = await stripeClient(env);
        return page ? sessionEvents(await stripe.checkout.sessions.retrieve(page.ref)) : [];
      },
    },
    webhook: stripeWebhook(env),
    cards: stripeCards(env),
    identities: stripeIdentity(env),
    refund: async (request) => sendRefund(await stripeClient(env), request),
  };
}

/** Reuses the last session while it is open; a new one if it expired or its payment failed. */
async function openSession(
  stripe: Stripe,
  env: Environment,
  request: PageRequest,
): Promise<Page | null> {
  const { before } = request;
  if (!before) return createSession(stripe, sessionFor(env, request), request.paymentId);
  const known = await nullIfMissing(stripe.checkout.sessions.retrieve(before.ref));
  if (known?.status === "open" && known.url) return { ref: known.id, url: known.url };
  if (known?.status === "complete" && !(await hasFailed(stripe, known))) return null;
  return createSession(stripe, sessionFor(env, request), `${request.paymentId}-${before.ref}`);
}

/** Whether a session was completed but its payment, which can take days, failed. */
async function hasFailed(stripe: Stripe, session: Stripe.Checkout.Session): Promise<boolean> {
  const intent = idOf(session.payment_intent);
  if (session.payment_status !== "unpaid" || intent === null) return false;
  const { status } = await stripe.paymentIntents.retrieve(intent);
  return status === "requires_payment_method" || status === "canceled";
}

function sessionFor(env: Environment, request: PageRequest): Stripe.Checkout.SessionCreateParams {
  const { paymentId, amountCents, description, email, lang, expiresAt } = request;
  const now = Date.now();
  const endsAt = Math.min(Math.max(expiresAt.getTime(), now + LEAST_MS), now + MAX_MS);
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency().toLowerCase(),
          unit_amount: amountCents,
          product_data: { name: description },
        },
      },
    ],
    client_reference_id: paymentId,
    metadata: { paymentId },
    payment_intent_data: { description, metadata: { paymentId } },
    customer_email: email,
    locale: langTag(lang) as Stripe.Checkout.SessionCreateParams.Locale,
    expires_at: Math.floor(endsAt / 1_000),
    success_url: returnAddress(env, paymentId),
    cancel_url: returnAddress(env, paymentId, true),
  };
}

/**
 * Stripe returns the same session for a repeated idempotency key, but refuses a key that was used
 * with other fields (the customer changed their e-mail in between): then a digest of the fields is
 * added to the key. A session whose response was lost is harmless, as nobody knows its URL.
 */
async function createSession(
  stripe: Stripe,
  fields: Stripe.Checkout.SessionCreateParams,
  key: string,
): Promise<Page> {
  const create = (idempotencyKey: string) =>
    stripe.checkout.sessions.create(fields, { idempotencyKey });
  const session = await create(key).catch((error: unknown) => {
    if ((error as { type?: unknown }).type !== "StripeIdempotencyError") throw error;
    const digest = createHash("sha256").update(JSON.stringify(fields)).digest("hex");
    return create(`${key}-${digest.slice(0, 16)}`);
  });
  if (!session.url) throw new Error(`Stripe created the session ${session.id} without a page`);
  return { ref: session.id, url: session.url };
}

async function sendRefund(stripe: Stripe, request: ProviderRefund) {
  const { refundId, paymentId, cents, reason } = request;
  const charge = request.chargeRef ?? (await chargeOf(stripe, request.providerRef));
  if (charge === null) throw new Error(`Stripe reports no charge for payment ${paymentId}`);
  const existing = await findRefund(stripe, charge, refundId);
  const fields = {
    payment_intent: charge,
    amount: cents,
    reason: "requested_by_customer",
    metadata: { refundId, paymentId, reason: reason.slice(0, REASON_LENGTH) },
  } as const;
  const refund = existing ?? (await stripe.refunds.create(fields, { idempotencyKey: refundId }));
  if (refund.status === "failed" || refund.status === "canceled")
    throw new Error(`Stripe could not refund: ${refund.failure_reason ?? refund.status}`);
  return { ref: refund.id, claimUrl: null };
}

/** Finds a refund by our id in its metadata: Stripe forgets idempotency keys after a day. */
async function findRefund(
  stripe: Stripe,
  charge: string,
  refundId: string,
): Promise<Stripe.Refund | null> {
  const all = stripe.refunds.list({ payment_intent: charge, limit: AT_ONCE });
  for await (const refund of all) {
    if (refund.metadata?.["refundId"] === refundId) return refund;
  }
  return null;
}

async function chargeOf(stripe: Stripe, session: string | null): Promise<string | null> {
  if (session === null) return null;
  return idOf((await stripe.checkout.sessions.retrieve(session)).payment_intent);
}
