/** Crypto payments by a BTCPay Server: an invoice for each payment, and claim links for refunds. */
import { currency } from "@turnpike/locales/money.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { payAddress, returnAddress } from "../addresses.ts";
import { BTCPAY, type BtcpayApi, btcpayApi, type BtcpaySettings } from "./btcpay-api.ts";
import { arrivedCents, isUntouched, fetchInvoices, eventsOfInvoices } from "./btcpay-events.ts";
import { btcpayWebhook } from "./btcpay-webhook.ts";
import type { Page, PageRequest, PaymentProvider, ProviderRefund } from "../provider.ts";

/** How long the server guarantees a rate; a payment that takes longer gets a new invoice. */
const LONGEST_MINUTES = 60;
const SHORTEST_MINUTES = 5;
/** Money that arrives later than this is not reported (BTCPay's own default). */
const MONITORING_MINUTES = 1_440;

export function btcpayProvider(env: Environment, settings: BtcpaySettings): PaymentProvider {
  const api = btcpayApi(settings);
  return {
    name: BTCPAY,
    payUrl: (paymentId) => payAddress(env, paymentId),
    pages: {
      create: (request) => openInvoice(api, env, request),
      look: async ({ paymentId }) =>
        eventsOfInvoices(paymentId, await fetchInvoices(api, paymentId)),
    },
    webhook: btcpayWebhook(api, settings),
    refund: (request) => sendRefund(api, request),
  };
}

const decimals = (cents: number) =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** Returns the open invoice, or a new one if none received money; else null. */
async function openInvoice(
  api: BtcpayApi,
  env: Environment,
  request: PageRequest,
): Promise<Page | null> {
  // Searches by our payment id, which also finds an invoice whose creation response was lost.
  const invoices = await fetchInvoices(api, request.paymentId);
  const open = invoices.find(({ invoice }) => invoice.status === "New");
  if (open) return { ref: open.invoice.id, url: open.invoice.checkoutLink };
  const isOver = invoices.every(
    (state) =>
      isUntouched(state.invoice) || (state.invoice.status === "Invalid" && !arrivedCents(state)),
  );
  if (!isOver) return null;
  const { id, checkoutLink } = await api.createInvoice(invoiceFor(env, request));
  return { ref: id, url: checkoutLink };
}

function invoiceFor(env: Environment, request: PageRequest) {
  const { paymentId, amountCents, description, email, lang, expiresAt } = request;
  const leftMinutes = Math.floor((expiresAt.getTime() - Date.now()) / 60_000);
  const home = returnAddress(env, paymentId);
  return {
    amount: decimals(amountCents),
    currency: currency(),
    metadata: { orderId: paymentId, orderUrl: home, itemDesc: description, buyerEmail: email },
    checkout: {
      redirectURL: home,
      redirectAutomatically: true,
      expirationMinutes: Math.min(LONGEST_MINUTES, Math.max(SHORTEST_MINUTES, leftMinutes)),
      monitoringMinutes: MONITORING_MINUTES,
      defaultLanguage: langTag(lang),
    },
  };
}

/**
 * Crypto cannot be sent back to where it came from: the customer claims the refund through a link,
 * with their own address, and the operator approves the payout. The refund's id is in the pull
 * payment's name, which finds it again if the first response was lost.
 */
async function sendRefund(api: BtcpayApi, request: ProviderRefund) {
  const name = `Refund ${request.refundId}`;
  const existing = (await api.pulls()).find((pull) => pull.name === name);
  const { id, viewLink } = existing ?? (await createRefund(api, request, name));
  return { ref: id, claimUrl: viewLink };
}

async function createRefund(api: BtcpayApi, request: ProviderRefund, name: string) {
  const { paymentId, cents, reason } = request;
  const invoices = await fetchInvoices(api, paymentId);
  const paid = invoices.find((state) => arrivedCents(state) > 0);
  if (!paid) throw new Error(`BTCPay reports no charge for payment ${paymentId}`);
  const { paymentMethodId, paymentMethod } =
    paid.methods.find(({ payments }) => payments.length > 0) ?? paid.methods[0] ?? {};
  return api.refund(paid.invoice.id, {
    name,
    description: reason,
    refundVariant: "Custom",
    customAmount: decimals(cents),
    customCurrency: currency(),
    // Lightning payments are refunded by Lightning, also those made by LNURL.
    ...(paymentMethodId ? { payoutMethodId: paymentMethodId.replace(/-LNURL$/, "-LN") } : {}),
    ...(paymentMethodId ? {} : { paymentMethod }),
  });
}
