/** `POST /webhooks/btcpay`: signed by the server; only says which invoice has changed. */
import { z } from "zod";
import { isUuid } from "../../../platform/db/uuid.ts";
import { isHmac } from "../hmac.ts";
import type { ProviderWebhook, Report } from "../provider.ts";
import type { BtcpayApi, BtcpaySettings } from "./btcpay-api.ts";
import { eventsOfInvoices, fetchInvoices } from "./btcpay-events.ts";

const delivery = z.object({
  type: z.string(),
  storeId: z.string(),
  invoiceId: z.string().optional(),
  payoutId: z.string().optional(),
});
type Received = z.output<typeof delivery>;

/**
 * The signature covers no time, so an old delivery stays valid for ever; that is harmless, as the
 * invoice is fetched again. The server retries after any error but a bad signature.
 */
export function btcpayWebhook(api: BtcpayApi, settings: BtcpaySettings): ProviderWebhook {
  return {
    async event({ headers, body }) {
      const signature = headers["btcpay-sig"];
      const signed = isHmac("sha256", {
        body,
        secret: settings.webhookSecret,
        signature,
        prefix: "sha256=",
      });
      return signed ? () => read(api, settings, readDelivery(body)) : null;
    },
  };
}

async function read(
  api: BtcpayApi,
  { storeId }: BtcpaySettings,
  received: Received | null,
): Promise<Report> {
  const ours = received?.storeId === storeId ? received : null;
  const payout = ours?.payoutId ? await payoutOf(api, ours.payoutId) : null;
  const paymentId = ours?.invoiceId ? await paymentOf(api, ours.invoiceId) : null;
  const events =
    paymentId === null ? [] : eventsOfInvoices(paymentId, await fetchInvoices(api, paymentId));
  return { events, payout, pageOf: paymentId, details: { ...received } };
}

/** A refund was claimed or its coins were sent: fetches the payout, as invoices are fetched. */
async function payoutOf(
  api: BtcpayApi,
  payoutId: string,
): Promise<NonNullable<Report["payout"]> | null> {
  const payout = await api.payout(payoutId);
  if (!payout?.pullPaymentId) return null;
  const { pullPaymentId: ref, destination: address, state } = payout;
  return { ref, address, state };
}

async function paymentOf(api: BtcpayApi, invoiceId: string): Promise<string | null> {
  const orderId = (await api.invoice(invoiceId))?.metadata?.orderId;
  return typeof orderId === "string" && isUuid(orderId) ? orderId : null;
}

function readDelivery(body: Buffer): Received | null {
  try {
    return delivery.parse(JSON.parse(body.toString("utf8")));
  } catch {
    // For example a test delivery, or one that is not about an invoice.
    return null;
  }
}
