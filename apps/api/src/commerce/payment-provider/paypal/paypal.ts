/** Payments with PayPal: an order at PayPal for each payment, captured once its payer approved. */
import { currency as ownCurrency } from "@turnpike/locales/money.ts";
import { createHash } from "node:crypto";
import type { Environment } from "@turnpike/contract/environment.ts";
import { payAddress, returnAddress } from "../addresses.ts";
import type { Page, PageRequest, PaymentProvider, ProviderRefund } from "../provider.ts";
import { type Order, PAYPAL, type PaypalApi, PaypalRefused, paypalApi } from "./paypal-api.ts";
import { captured, capturesOf, eventsOfOrder } from "./paypal-events.ts";
import { paypalWebhook } from "./paypal-webhook.ts";

/** PayPal's maximum lengths. */
const DESCRIPTION_LENGTH = 127;
const NOTE_LENGTH = 255;

export function paypalProvider(env: Environment): PaymentProvider {
  const api = paypalApi(env);
  return {
    name: PAYPAL,
    payUrl: (paymentId) => payAddress(env, paymentId),
    pages: {
      create: (request) => openOrder(api, env, request),
      look: async ({ page }) => {
        const order = page && (await api.order(page.ref));
        return order ? eventsOfOrder(await captured(api, order)) : [];
      },
    },
    webhook: paypalWebhook(env),
    refund: (request) => sendRefund(api, request),
  };
}

/** Reuses the last order while it can be approved; a new one if it ended or could not be paid. */
async function openOrder(
  api: PaypalApi,
  env: Environment,
  request: PageRequest,
): Promise<Page | null> {
  const { before, paymentId } = request;
  // PayPal forgets an order that is not approved within hours.
  const known = before && (await api.order(before.ref));
  if (known && (known.status === "CREATED" || known.status === "PAYER_ACTION_REQUIRED"))
    return before;
  if (known && known.status !== "VOIDED" && !hasFailed(await captured(api, known))) return null;
  const fields = orderFor(env, request);
  // A key that was used with other fields is refused: the customer changed the language, say.
  const digest = createHash("sha256").update(JSON.stringify(fields)).digest("hex").slice(0, 16);
  const order = await api.createOrder(fields, `${paymentId}-${before?.ref ?? "first"}-${digest}`);
  const url = order.links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;
  if (url === undefined) throw new Error(`PayPal created the order ${order.id} without a page`);
  return { ref: order.id, url };
}

function hasFailed(order: Order): boolean {
  const captures = capturesOf(order);
  return (
    captures.length > 0 &&
    captures.every(({ status }) => status === "DECLINED" || status === "FAILED")
  );
}

const priced = (cents: number) => ({
  currency_code: ownCurrency(),
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`,
});

function orderFor(env: Environment, { paymentId, amountCents, description }: PageRequest) {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: paymentId,
        description: description.slice(0, DESCRIPTION_LENGTH),
        amount: priced(amountCents),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          user_action: "PAY_NOW",
          shipping_preference: "NO_SHIPPING",
          // By way of us: who comes back has approved, and the order is captured at once.
          return_url: `${payAddress(env, paymentId)}?returned=1`,
          cancel_url: returnAddress(env, paymentId, true),
        },
      },
    },
  };
}

async function sendRefund(api: PaypalApi, request: ProviderRefund) {
  const { refundId, paymentId, cents, reason } = request;
  const captureId = request.chargeRef ?? (await captureOf(api, request.providerRef));
  if (captureId === null) throw new Error(`PayPal reports no capture for payment ${paymentId}`);
  const fields = {
    amount: priced(cents),
    custom_id: refundId,
    ...(reason === "" ? {} : { note_to_payer: reason.slice(0, NOTE_LENGTH) }),
  };
  const refund = await api.createRefund(captureId, fields, refundId).catch((error: unknown) => {
    if (error instanceof PaypalRefused) throw new Error(`PayPal could not refund: ${error.issue}`);
    throw error;
  });
  if (refund.status === "FAILED" || refund.status === "CANCELLED")
    throw new Error(`PayPal could not refund: ${refund.status}`);
  return { ref: refund.id, claimUrl: null };
}

async function captureOf(api: PaypalApi, orderId: string | null): Promise<string | null> {
  const order = orderId === null ? null : await api.order(orderId);
  const paid = order && capturesOf(order).find(({ status }) => status !== "DECLINED");
  return paid?.id ?? null;
}
