/** The routes for payment providers' webhooks and for payment pages. */
import type { FastifyInstance } from "fastify";
import type { Services } from "../../platform/services.ts";
import { btcpaySettings } from "../payment-provider/btcpay-api.ts";
import { btcpayWebhook } from "./btcpay-webhook.ts";
import { pageCache } from "./page-cache.ts";
import { payRoute } from "./pay-route.ts";
import { sandboxRoutes } from "./sandbox-routes.ts";
import { stripeWebhook } from "./stripe-webhook.ts";

/** More than any provider's event has. */
const WEBHOOK_LIMIT_BYTES = 512 * 1024;

export async function checkoutRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { env, log } = services;
  if (env.lab) sandboxRoutes(app, services);
  const pages = pageCache();
  payRoute(app, services, pages);
  if (!env.lab && /^[sr]k_test_/.test(env.STRIPE_SECRET_KEY ?? ""))
    log.warn("STRIPE_SECRET_KEY is a test key: payments with test cards are credited");
  await app.register(async (webhooks) => {
    // Signatures are over the raw bytes.
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: WEBHOOK_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    // A delivery without a body is treated as an empty one, whose signature is invalid.
    webhooks.addHook("preValidation", async (request) => {
      if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
    });
    const btcpay = btcpaySettings(env);
    if (env.STRIPE_SECRET_KEY) stripeWebhook(webhooks, services, pages);
    if (btcpay) btcpayWebhook(webhooks, services, { settings: btcpay, pages });
  });
}
