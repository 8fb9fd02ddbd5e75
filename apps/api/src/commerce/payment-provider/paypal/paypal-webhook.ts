/** `POST /webhooks/paypal`: PayPal itself says whether a delivery is genuine. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { z } from "zod";
import type { Books, Delivery, ProviderEvent, ProviderWebhook, Report } from "../provider.ts";
import { type Order, type PaypalSettings, paypalApi, paypalSettings } from "./paypal-api.ts";
import {
  captured,
  type EventContext,
  eventsOfCapture,
  eventsOfDispute,
  eventsOfOrder,
  eventsOfRefund,
} from "./paypal-events.ts";

const delivery = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.looseObject({ id: z.string().optional(), dispute_id: z.string().optional() }),
});
type Received = z.output<typeof delivery>;

const headerNames = {
  auth_algo: "paypal-auth-algo",
  cert_url: "paypal-cert-url",
  transmission_id: "paypal-transmission-id",
  transmission_sig: "paypal-transmission-sig",
  transmission_time: "paypal-transmission-time",
} as const;

/**
 * An old delivery stays genuine; that is harmless, as what it is about is fetched again. What
 * cannot be PayPal's is refused without asking PayPal.
 */
export function paypalWebhook(env: Environment): ProviderWebhook {
  return {
    asks: true,
    async event(received) {
      const settings = paypalSettings(env);
      const signed = settings && signatureOf(settings, received);
      const event = parsed(received.body);
      if (!signed || !event) return null;
      const api = paypalApi(env);
      if (!(await api.isGenuine(signed, received.body.toString("utf8")))) return null;
      return (books) => read({ api, warn: warner(books, event) }, event);
    },
  };
}

const warner =
  (books: Books, { id }: Received): EventContext["warn"] =>
  (message, details) =>
    books.warn(message, { event: id, ...details });

/** The fields that PayPal checks; null if a header is missing or the certificate is not PayPal's. */
function signatureOf(settings: PaypalSettings, { headers }: Delivery) {
  const fields: Record<string, string> = { webhook_id: settings.webhookId };
  for (const [field, header] of Object.entries(headerNames)) {
    const value = headers[header];
    if (typeof value !== "string" || value === "" || value.length > 1_000) return null;
    fields[field] = value;
  }
  const { cert_url: certificate = "" } = fields;
  if (!URL.canParse(certificate)) return null;
  const { protocol, hostname, origin } = new URL(certificate);
  const isPaypals = protocol === "https:" && /(^|\.)paypal\.com$/.test(hostname);
  return isPaypals || origin === new URL(settings.url).origin ? fields : null;
}

function parsed(body: Buffer): Received | null {
  try {
    return delivery.parse(JSON.parse(body.toString("utf8")));
  } catch {
    return null;
  }
}

async function read(context: EventContext, event: Received): Promise<Report> {
  const { id, event_type: type, resource } = event;
  const details = { event: id, type, resource: resource.id ?? resource.dispute_id };
  const { order, events } = await translate(context, event);
  const account = order?.payment_source?.paypal?.account_id;
  const paymentId = events[0]?.paymentId ?? null;
  const payer = account && paymentId ? { paymentId, payer: account } : null;
  return { events, payer, pageOf: paymentId, details };
}

interface Translated {
  order: Order | null;
  events: ProviderEvent[];
}

async function translate(context: EventContext, event: Received): Promise<Translated> {
  const { api } = context;
  const { event_type: type, resource } = event;
  const id = resource.id ?? "";
  if (type.startsWith("CHECKOUT.ORDER.")) {
    const found = await api.order(id);
    const order = found && (await captured(api, found));
    return { order, events: order ? eventsOfOrder(order) : [] };
  }
  if (type.startsWith("CUSTOMER.DISPUTE.")) {
    const dispute = await api.dispute(resource.dispute_id ?? id);
    return { order: null, events: dispute ? await eventsOfDispute(context, dispute) : [] };
  }
  if (type === "PAYMENT.CAPTURE.REFUNDED" || type === "PAYMENT.CAPTURE.REVERSED") {
    const refund = await api.refund(id);
    if (!refund) context.warn("refund ignored: PayPal does not know it", { resource: id });
    return { order: null, events: refund ? await eventsOfRefund(context, refund) : [] };
  }
  if (!type.startsWith("PAYMENT.CAPTURE.")) return { order: null, events: [] };
  const capture = await api.capture(id);
  return { order: null, events: capture ? eventsOfCapture(capture, context) : [] };
}
