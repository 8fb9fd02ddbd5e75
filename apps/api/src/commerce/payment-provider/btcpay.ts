/** Crypto by a BTCPay Server: an invoice there for each payment, and links to claim refunds by. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { payAddress, returnAddress } from "./addresses.ts";
import { BTCPAY, type BtcpayApi, btcpayApi, type BtcpaySetUp } from "./btcpay-api.ts";
import { arrivedCents, isUntouched, seeInvoices, tellTruth } from "./btcpay-events.ts";
import type { Page, PageWanted, PaymentProvider, RefundWanted } from "./provider.ts";

/** A rate is promised for so long; a payment that takes longer gets a fresh invoice. */
const LONGEST_MINUTES = 60;
const SHORTEST_MINUTES = 5;
/** Money that comes later than that is not told any more (BTCPay's own default). */
const MONITORING_MINUTES = 1_440;

export function btcpayProvider(env: Environment, setUp: BtcpaySetUp): PaymentProvider {
  const api = btcpayApi(setUp);
  return {
    name: BTCPAY,
    leastCents: 1,
    payUrl: (paymentId) => payAddress(env, paymentId),
    pages: {
      open: (wanted) => openInvoice(api, env, wanted),
      look: async ({ paymentId }) => tellTruth(paymentId, await seeInvoices(api, paymentId)),
    },
    sendRefund: (wanted) => sendRefund(api, wanted),
  };
}

const dollars = (cents: number) =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** The newest invoice while it is open; a fresh one where nothing came to any. */
async function openInvoice(
  api: BtcpayApi,
  env: Environment,
  wanted: PageWanted,
): Promise<Page | null> {
  // By our id: an invoice whose making was answered to nobody is found again.
  const seen = await seeInvoices(api, wanted.paymentId);
  const open = seen.find(({ invoice }) => invoice.status === "New");
  if (open) return { ref: open.invoice.id, url: open.invoice.checkoutLink };
  const isOver = seen.every(
    (one) => isUntouched(one.invoice) || (one.invoice.status === "Invalid" && !arrivedCents(one)),
  );
  if (!isOver) return null;
  const { id, checkoutLink } = await api.makeInvoice(invoiceFor(env, wanted));
  return { ref: id, url: checkoutLink };
}

function invoiceFor(env: Environment, wanted: PageWanted) {
  const { paymentId, amountCents, description, email, lang, expiresAt } = wanted;
  const leftMinutes = Math.floor((expiresAt.getTime() - Date.now()) / 60_000);
  const home = returnAddress(env, paymentId);
  return {
    amount: dollars(amountCents),
    currency: "USD" as const,
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
 * Nobody can send crypto back to where it came from: the customer claims it by a link, with an
 * address of their own, and the operator lets the payout go. The refund's id in its name finds it
 * again where the first answer was lost.
 */
async function sendRefund(api: BtcpayApi, wanted: RefundWanted) {
  const name = `Refund ${wanted.refundId}`;
  const made = (await api.pulls()).find((one) => one.name === name);
  const { id, viewLink } = made ?? (await makeRefund(api, wanted, name));
  return { ref: id, claimUrl: viewLink };
}

async function makeRefund(api: BtcpayApi, wanted: RefundWanted, name: string) {
  const { paymentId, cents, reason } = wanted;
  const seen = await seeInvoices(api, paymentId);
  const paid = seen.find((one) => arrivedCents(one) > 0);
  if (!paid) throw new Error(`BTCPay knows no money of payment ${paymentId}`);
  const { paymentMethodId, paymentMethod } =
    paid.methods.find(({ payments }) => payments.length > 0) ?? paid.methods[0] ?? {};
  return api.refund(paid.invoice.id, {
    name,
    description: reason,
    refundVariant: "Custom",
    customAmount: dollars(cents),
    customCurrency: "USD",
    // A wallet over Lightning is paid by Lightning, whatever it had scanned.
    ...(paymentMethodId ? { payoutMethodId: paymentMethodId.replace(/-LNURL$/, "-LN") } : {}),
    ...(paymentMethodId ? {} : { paymentMethod }),
  });
}
