/** `POST /webhooks/btcpay`: signed by the server; it only says which invoice to look at. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { BTCPAY, btcpayApi, type BtcpaySetUp } from "../payment-provider/btcpay-api.ts";
import { seeInvoices, tellTruth } from "../payment-provider/btcpay-events.ts";
import type { KeptPages } from "./page-cache.ts";
import { tell } from "./provider-events.ts";

const delivery = z.object({ type: z.string(), storeId: z.string(), invoiceId: z.string() });

/**
 * Bodies have to come in as bytes. The protocol has no time in its signature: an old delivery is
 * genuine for ever, and harmless, as what holds now is asked for. Any failure but a bad signature
 * lets the server tell it again.
 */
export function btcpayWebhook(
  app: FastifyInstance,
  services: Services,
  { setUp, pages }: { setUp: BtcpaySetUp; pages: KeptPages },
): void {
  const { log } = services;
  const api = btcpayApi(setUp);
  app.post("/webhooks/btcpay", async (request, reply) => {
    const body = request.body as Buffer;
    if (!isSigned(body, request.headers["btcpay-sig"], setUp.webhookSecret)) {
      log.warn({ provider: BTCPAY }, "a webhook that is forged");
      return reply.status(400).send({ error: "signature" });
    }
    const said = readDelivery(body);
    const paymentId = said?.storeId === setUp.storeId ? await paymentOf(said.invoiceId) : null;
    if (paymentId === null) {
      log.info({ provider: BTCPAY, ...said }, "nothing to do");
      return reply.send({ received: true });
    }
    pages.forget(paymentId);
    await tell(services, BTCPAY, tellTruth(paymentId, await seeInvoices(api, paymentId)));
    return reply.send({ received: true });
  });

  async function paymentOf(invoiceId: string): Promise<string | null> {
    const orderId = (await api.invoice(invoiceId))?.metadata?.orderId;
    return typeof orderId === "string" && isUuid(orderId) ? orderId : null;
  }
}

function readDelivery(body: Buffer): z.output<typeof delivery> | null {
  try {
    return delivery.parse(JSON.parse(body.toString("utf8")));
  } catch {
    // Such as a test delivery, or news of something that is no invoice.
    return null;
  }
}

/** Compared in the same time wherever the first difference is. */
function isSigned(body: Buffer, given: string | string[] | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const signature = Buffer.from(typeof given === "string" ? given : "");
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
