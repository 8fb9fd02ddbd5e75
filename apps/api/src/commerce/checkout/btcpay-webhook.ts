/** `POST /webhooks/btcpay`: signed by the server; only says which invoice has changed. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { BTCPAY, btcpayApi, type BtcpaySettings } from "../payment-provider/btcpay-api.ts";
import { fetchInvoices, eventsOfInvoices } from "../payment-provider/btcpay-events.ts";
import { savePayout } from "../refund/store/due.ts";
import type { PageCache } from "./page-cache.ts";
import { applyEvents } from "./settle.ts";
import { ownShare, receiveDelivery } from "./signed-delivery.ts";

const delivery = z.object({
  type: z.string(),
  storeId: z.string(),
  invoiceId: z.string().optional(),
  payoutId: z.string().optional(),
});

/**
 * Needs request bodies as bytes. The signature covers no time, so an old delivery stays valid for
 * ever; that is harmless, as the invoice is fetched again. The server retries after any error but a
 * bad signature.
 */
export function btcpayWebhook(
  app: FastifyInstance,
  services: Services,
  { settings, pages }: { settings: BtcpaySettings; pages: PageCache },
): void {
  const { log } = services;
  const api = btcpayApi(settings);
  app.post("/webhooks/btcpay", ownShare, async (request, reply) => {
    const body = request.body as Buffer;
    const prove = async () =>
      isSigned(body, request.headers["btcpay-sig"], settings.webhookSecret) ? body : null;
    return receiveDelivery(services, { provider: BTCPAY, request, reply }, prove, handle);
  });

  async function handle(body: Buffer): Promise<void> {
    const received = readDelivery(body);
    const ours = received?.storeId === settings.storeId ? received : null;
    if (ours?.payoutId) await recordPayout(ours.payoutId);
    const paymentId = ours?.invoiceId ? await paymentOf(ours.invoiceId) : null;
    if (paymentId === null) {
      log.info({ provider: BTCPAY, ...received }, "webhook ignored: nothing to do");
      return;
    }
    pages.delete(paymentId);
    await applyEvents(
      services,
      BTCPAY,
      eventsOfInvoices(paymentId, await fetchInvoices(api, paymentId)),
    );
  }

  /** A refund was claimed or its coins were sent: fetches the payout, as invoices are fetched. */
  async function recordPayout(payoutId: string): Promise<void> {
    const payout = await api.payout(payoutId);
    if (!payout?.pullPaymentId) return;
    const { pullPaymentId: ref, destination: address, state } = payout;
    await savePayout(services.db, { ref, address, state });
  }

  async function paymentOf(invoiceId: string): Promise<string | null> {
    const orderId = (await api.invoice(invoiceId))?.metadata?.orderId;
    return typeof orderId === "string" && isUuid(orderId) ? orderId : null;
  }
}

function readDelivery(body: Buffer): z.output<typeof delivery> | null {
  try {
    return delivery.parse(JSON.parse(body.toString("utf8")));
  } catch {
    // For example a test delivery, or one that is not about an invoice.
    return null;
  }
}

/** Compares in constant time, wherever the first difference is. */
function isSigned(body: Buffer, header: string | string[] | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const signature = Buffer.from(typeof header === "string" ? header : "");
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
