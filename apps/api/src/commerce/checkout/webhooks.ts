/** `POST /webhooks/NAME`: what payment providers report, proved by each in its own way. */
import type { FastifyInstance } from "fastify";
import { findByCharge, savePayer } from "../payment/store/pages.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import type { PaymentMethod } from "../payment-provider/method.ts";
import type { Report } from "../payment-provider/provider.ts";
import { lookAtCheck } from "../identity-check/session.ts";
import { savePayout } from "../refund/store/due.ts";
import { saveEntered } from "../saved-card/save.ts";
import type { Services } from "../../platform/services.ts";
import type { PageCache } from "./page-cache.ts";
import { applyEvents } from "./settle.ts";
import { ownShare, receiveDelivery } from "./signed-delivery.ts";

/** Needs request bodies as bytes: signatures are over them. */
export function providerWebhook(
  app: FastifyInstance,
  services: Services,
  { method, pages }: { method: PaymentMethod; pages: PageCache },
): void {
  const { db, log } = services;
  const { name } = method;
  const books = {
    paymentOf: (charge: string) => findByCharge(db, { provider: name, charge }),
    warn: (message: string, details: Record<string, unknown>) =>
      log.error({ provider: name, ...details }, message),
  };
  app.post(`/webhooks/${name}`, ownShare, async (request, reply) => {
    const webhook = method.open(paymentEnv(services))?.webhook;
    if (!webhook) return reply.callNotFound();
    const { headers } = request;
    const prove = () => webhook.event({ headers, body: request.body as Buffer });
    const delivery = { provider: name, asks: webhook.asks, request, reply };
    return receiveDelivery(services, delivery, prove, async (read) => handle(await read(books)));
  });

  async function handle({
    events,
    payer,
    payout,
    cardSetup,
    identityCheck,
    pageOf,
    details,
  }: Report): Promise<void> {
    if (payer) await savePayer(db, { provider: name, ...payer });
    if (payout) await savePayout(db, payout);
    if (cardSetup) await saveEntered(services, cardSetup);
    if (identityCheck) await lookAtCheck(services, identityCheck);
    if (events.length === 0 && !payer && !payout && !cardSetup && !identityCheck)
      log.info({ provider: name, ...details }, "webhook ignored: nothing to do");
    if (pageOf) pages.delete(pageOf);
    await applyEvents(services, name, events);
  }
}
