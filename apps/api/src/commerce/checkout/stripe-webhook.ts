/** `POST /webhooks/stripe`: signed by Stripe, at most five minutes old. */
import type { FastifyInstance } from "fastify";
import type { Stripe } from "stripe";
import { findByCharge, savePayer } from "../payment/store/pages.ts";
import type { Services } from "../../platform/services.ts";
import type { PageCache } from "./page-cache.ts";
import { STRIPE, stripeClient } from "../payment-provider/stripe-api.ts";
import { pageOfEvent, payerOfEvent, translateEvent } from "../payment-provider/stripe-events.ts";
import { applyEvents } from "./settle.ts";
import { ownShare, receiveDelivery } from "./signed-delivery.ts";

/** Compared with the machine's clock: the lab's may be days ahead of Stripe's. */
const TOLERANCE_SECONDS = 300;

/** Needs request bodies as bytes. Stripe retries after any error but a bad signature. */
export function stripeWebhook(app: FastifyInstance, services: Services, pages: PageCache): void {
  const { db, env, log } = services;
  app.post("/webhooks/stripe", ownShare, async (request, reply) => {
    const stripe = await stripeClient(env);
    const prove = async () =>
      verified(stripe, {
        body: request.body as Buffer,
        signature: String(request.headers["stripe-signature"] ?? ""),
        secret: env.STRIPE_WEBHOOK_SECRET ?? "",
      });
    const delivery = { provider: STRIPE, request, reply };
    return receiveDelivery(services, delivery, prove, (event) => handle(stripe, event));
  });

  async function handle(stripe: Stripe, event: Stripe.Event): Promise<void> {
    const payer = payerOfEvent(event);
    if (payer) await savePayer(db, { provider: STRIPE, ...payer });
    const context = {
      stripe,
      paymentOf: (charge: string) => findByCharge(db, { provider: STRIPE, charge }),
      warn: (message: string, details: Record<string, unknown>) =>
        log.error({ provider: STRIPE, event: event.id, ...details }, message),
    };
    const events = await translateEvent(context, event);
    if (events.length === 0 && !payer)
      log.info({ event: event.id, type: event.type }, "webhook ignored: nothing to do");
    pages.delete(pageOfEvent(event) ?? "");
    await applyEvents(services, STRIPE, events);
  }
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
