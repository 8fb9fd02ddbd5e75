/** `POST /webhooks/stripe`: signed by Stripe, at most five minutes old. */
import type { FastifyInstance } from "fastify";
import type { Stripe } from "stripe";
import { paymentOfCharge } from "../payment/store/pages.ts";
import type { Services } from "../../platform/services.ts";
import type { KeptPages } from "./page-cache.ts";
import { STRIPE, stripeClient } from "../payment-provider/stripe-api.ts";
import { pageOfEvent, tellEvent } from "../payment-provider/stripe-events.ts";
import { tell } from "./provider-events.ts";

/** By the machine's clock: the lab's may be days ahead of Stripe's. */
const TOLERANCE_SECONDS = 300;

/** Bodies have to come in as bytes. Any failure but a bad signature lets Stripe tell it again. */
export function stripeWebhook(app: FastifyInstance, services: Services, pages: KeptPages): void {
  const { db, env, log } = services;
  app.post("/webhooks/stripe", async (request, reply) => {
    const stripe = await stripeClient(env);
    const event = verified(stripe, {
      body: request.body as Buffer,
      signature: String(request.headers["stripe-signature"] ?? ""),
      secret: env.STRIPE_WEBHOOK_SECRET ?? "",
    });
    if (!event) {
      log.warn({ provider: STRIPE }, "a webhook that is forged or stale");
      return reply.status(400).send({ error: "signature" });
    }
    const means = {
      stripe,
      paymentOf: (charge: string) => paymentOfCharge(db, { provider: STRIPE, charge }),
      warn: (what: string, facts: Record<string, unknown>) =>
        log.error({ provider: STRIPE, event: event.id, ...facts }, what),
    };
    const told = await tellEvent(means, event);
    if (told.length === 0) log.info({ event: event.id, type: event.type }, "nothing to do");
    pages.forget(pageOfEvent(event) ?? "");
    await tell(services, STRIPE, told);
    return reply.send({ received: true });
  });
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
