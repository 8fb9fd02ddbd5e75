/** The routes for payment providers' webhooks and for payment pages. */
import type { FastifyInstance } from "fastify";
import { limitLongBodies } from "../../platform/http/long-bodies.ts";
import type { Services } from "../../platform/services.ts";
import { pageCache } from "./page-cache.ts";
import { payRoute } from "./pay-route.ts";
import { sandboxRoutes } from "./sandbox-routes.ts";
import { allMethods, methodsSetUp } from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { providerWebhook } from "./webhooks.ts";

/** More than any provider's event has. */
const WEBHOOK_LIMIT_BYTES = 512 * 1024;

export async function checkoutRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { env, log } = services;
  if (env.lab) sandboxRoutes(app, services);
  const pages = pageCache();
  payRoute(app, services, pages);
  const methods = methodsSetUp(paymentEnv(services));
  for (const { check, settings } of env.lab ? [] : methods) {
    const { found, fault } = check(paymentEnv(services));
    if (fault) log.warn({ setting: settings[0] }, `payments are not real: ${found}`);
  }
  await app.register(async (webhooks) => {
    limitLongBodies(webhooks);
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
    // Keys may be set later, without a restart.
    for (const method of allMethods)
      if (method.hears) providerWebhook(webhooks, services, { method, pages });
  });
}
