/** Cards saved at Stripe: entered on Stripe's page, charged later without their holder. */
import { currency } from "@turnpike/locales/money.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import type { Stripe } from "stripe";
import { cardAddress, cardsAddress } from "../addresses.ts";
import type {
  CardCharge,
  CardPageRequest,
  CardVault,
  ChargeOutcome,
  EnteredCard,
} from "../cards.ts";
import { idOf, nullIfMissing, stripeClient } from "./stripe-api.ts";

/** Stripe keeps idempotency keys for a day: an older charge is looked for among this many. */
const CHARGES_AT_ONCE = 100;

export function stripeCards(env: Environment): CardVault {
  return {
    address: (setupId) => cardAddress(env, setupId),
    open: async (request) => openPage(await stripeClient(env), env, request),
    entered: async (pageRef) => enteredCard(await stripeClient(env), pageRef),
    charge: async (charge) => chargeCard(await stripeClient(env), charge),
    async remove(ref) {
      const stripe = await stripeClient(env);
      const isCustomer = ref.startsWith("cus_");
      await nullIfMissing<unknown>(
        isCustomer ? stripe.customers.del(ref) : stripe.paymentMethods.detach(ref),
      );
    },
  };
}

async function openPage(
  stripe: Stripe,
  env: Environment,
  { setupId, accountId, email, lang, customerRef, before }: CardPageRequest,
) {
  const customer =
    customerRef ??
    (
      await stripe.customers.create(
        { email, metadata: { accountId } },
        { idempotencyKey: `customer-${accountId}` },
      )
    ).id;
  const known = before && (await nullIfMissing(stripe.checkout.sessions.retrieve(before.ref)));
  if (known?.status === "open" && known.url)
    return { page: { ref: known.id, url: known.url }, customerRef: customer };
  if (known?.status === "complete") return { page: null, customerRef: customer };
  const session = await stripe.checkout.sessions.create(
    {
      mode: "setup",
      customer,
      allowed_payment_method_types: ["card"],
      metadata: { cardSetup: setupId },
      locale: langTag(lang) as Stripe.Checkout.SessionCreateParams.Locale,
      success_url: `${cardAddress(env, setupId)}?returned=1`,
      cancel_url: cardsAddress(env),
    },
    { idempotencyKey: `card-${setupId}-${before?.ref ?? "first"}` },
  );
  if (!session.url) throw new Error(`Stripe created the session ${session.id} without a page`);
  return { page: { ref: session.id, url: session.url }, customerRef: customer };
}

async function enteredCard(stripe: Stripe, pageRef: string): Promise<EnteredCard | null> {
  const session = await nullIfMissing(stripe.checkout.sessions.retrieve(pageRef));
  const setup = idOf(session?.setup_intent);
  if (session?.status !== "complete" || setup === null) return null;
  const intent = await stripe.setupIntents.retrieve(setup, { expand: ["payment_method"] });
  const { payment_method: method, status } = intent;
  if (status !== "succeeded" || typeof method !== "object" || !method?.card) return null;
  const { brand, last4, exp_month, exp_year, fingerprint, country } = method.card;
  return {
    ref: method.id,
    brand,
    lastFour: last4,
    expiryMonth: exp_month,
    expiryYear: exp_year,
    fingerprint: fingerprint ?? null,
    country: country ?? null,
  };
}

async function chargeCard(stripe: Stripe, charge: CardCharge): Promise<ChargeOutcome> {
  const { paymentId, amountCents, description, customerRef, cardRef, isRepeated, isWanted } =
    charge;
  const before = isRepeated ? await findCharge(stripe, charge) : null;
  if (before) return outcomeOf(before, paymentId);
  if (!isWanted) return { what: "ended" };
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: currency().toLowerCase(),
        customer: customerRef,
        allowed_payment_method_types: ["card"],
        payment_method: cardRef,
        off_session: true,
        confirm: true,
        description,
        metadata: { paymentId, topUp: "1" },
      },
      { idempotencyKey: `top-up-${paymentId}` },
    );
    return outcomeOf(intent, paymentId);
  } catch (error) {
    const { type, code, decline_code: decline } = error as Record<string, unknown>;
    if (code === "authentication_required") return { what: "person" };
    // The card is gone at Stripe, or it refused.
    if (type === "StripeCardError" || code === "resource_missing")
      return { what: "refused", reason: String(decline ?? code ?? "refused") };
    throw error;
  }
}

/** The charge of a payment that was asked for before; null if Stripe never heard of it. */
async function findCharge(stripe: Stripe, { paymentId, customerRef }: CardCharge) {
  const { data } = await stripe.paymentIntents.list({
    customer: customerRef,
    limit: CHARGES_AT_ONCE,
  });
  return data.find(({ metadata }) => metadata["paymentId"] === paymentId) ?? null;
}

function outcomeOf(intent: Stripe.PaymentIntent, paymentId: string): ChargeOutcome {
  const { id, status, amount_received: receivedCents, last_payment_error: error } = intent;
  if (status === "succeeded") {
    const update = { what: "settled", receivedCents } as const;
    return { what: "paid", event: { id: `${id} paid`, paymentId, charge: id, update } };
  }
  if (status === "processing") return { what: "underway" };
  if (status === "requires_action" || error?.code === "authentication_required")
    return { what: "person" };
  return { what: "refused", reason: error?.decline_code ?? error?.code ?? status };
}
