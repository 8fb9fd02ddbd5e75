/** Crypto payments by NOWPayments: an invoice for each payment, and its instant notifications. */
import { currency as ownCurrency } from "@turnpike/locales/money.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { payAddress, returnAddress } from "../addresses.ts";
import type { PageRequest, PaymentProvider } from "../provider.ts";
import { ipnWebhook } from "./ipn.ts";
import { type NowpaymentsApi, nowpaymentsApi } from "./nowpayments-api.ts";

export const NOWPAYMENTS = "nowpayments";

export interface NowpaymentsSettings {
  /** Without a trailing slash. */
  url: string;
  apiKey: string;
  ipnSecret: string;
}

/** The settings from the environment; null if it is not set up. */
export function nowpaymentsSettings(env: Environment): NowpaymentsSettings | null {
  const { NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_IPN_SECRET: ipnSecret } = env;
  if (!apiKey || !ipnSecret) return null;
  return { url: env.NOWPAYMENTS_API_URL.replace(/(?<!\/)\/+$/, ""), apiKey, ipnSecret };
}

export function nowpaymentsProvider(
  env: Environment,
  settings: NowpaymentsSettings,
): PaymentProvider {
  const api = nowpaymentsApi(settings);
  return {
    name: NOWPAYMENTS,
    payUrl: (paymentId) => payAddress(env, paymentId),
    pages: {
      // An invoice does not expire, and shows what has arrived.
      create: async (request) => request.before ?? createInvoice(api, env, request),
      // The payments of an invoice can only be listed with the account's password.
      look: async () => [],
    },
    webhook: ipnWebhook(api, settings.ipnSecret),
    // There are no refunds by the API: staff send the coins; the refund says how much.
    refund: async ({ refundId }) => ({ ref: refundId, claimUrl: null }),
  };
}

async function createInvoice(
  api: NowpaymentsApi,
  env: Environment,
  { paymentId, amountCents, description }: PageRequest,
) {
  const { id, invoice_url: url } = await api.createInvoice({
    price_amount: amountCents / 100,
    price_currency: ownCurrency().toLowerCase(),
    order_id: paymentId,
    order_description: description,
    ipn_callback_url: `${env.publicUrl}/webhooks/${NOWPAYMENTS}`,
    success_url: returnAddress(env, paymentId),
    cancel_url: returnAddress(env, paymentId, true),
  });
  return { ref: id, url };
}
