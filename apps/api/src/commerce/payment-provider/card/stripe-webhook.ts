/** `POST /webhooks/stripe`: signed by Stripe, at most five minutes old. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Stripe } from "stripe";
import type { Books, ProviderWebhook, Report } from "../provider.ts";
import { stripeClient } from "./stripe-api.ts";
import { identityOfEvent } from "./stripe-identity.ts";
import { cardSetupOfEvent, pageOfEvent, payerOfEvent, translateEvent } from "./stripe-events.ts";

/** Compared with the machine's clock: the lab's may be days ahead of Stripe's. */
const TOLERANCE_SECONDS = 300;

/** Stripe retries after any error but a bad signature. */
export function stripeWebhook(env: Environment): ProviderWebhook {
  return {
    async event({ headers, body }) {
      const stripe = await stripeClient(env);
      const signature = String(headers["stripe-signature"] ?? "");
      const secret = env.STRIPE_WEBHOOK_SECRET ?? "";
      const event = verified(stripe, { body, signature, secret });
      return event && ((books) => read(stripe, event, books));
    },
  };
}

async function read(stripe: Stripe, event: Stripe.Event, books: Books): Promise<Report> {
  const { id, type } = event;
  const context = {
    stripe,
    paymentOf: (charge: string) => books.paymentOf(charge),
    warn: (message: string, details: Record<string, unknown>) =>
      books.warn(message, { event: id, ...details }),
  };
  const payer = payerOfEvent(event);
  const events = await translateEvent(context, event);
  const cardSetup = cardSetupOfEvent(event);
  return {
    events,
    payer,
    cardSetup,
    identityCheck: identityOfEvent(event),
    pageOf: pageOfEvent(event),
    details: { event: id, type },
  };
}

function verified(
  stripe: Stripe,
  { body, signature, secret }: { body: Buffer; signature: string; secret: string },
): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
  } catch {
    return null;
  }
}
