/**
 * Derives a payment's events from the current state of its BTCPay invoices. A webhook only says
 * that something changed: old, repeated or reordered deliveries lead to the same events.
 */
import { currency } from "@turnpike/locales/money.ts";
import type { BtcpayApi, Invoice, Method } from "./btcpay-api.ts";
import type { ProviderEvent } from "../provider.ts";

/** An invoice and the payments it received. */
export interface InvoiceState {
  invoice: Invoice;
  methods: Method[];
}

const FRACTION = 18;
/** A decimal in units of 10⁻¹⁸; null if it is malformed. */
function units(decimal: string): bigint | null {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(decimal);
  if (!parts) return null;
  const fraction = (parts[2] ?? "").slice(0, FRACTION).padEnd(FRACTION, "0");
  return BigInt((parts[1] ?? "") + fraction);
}

const ONE = 10n ** BigInt(FRACTION);
/** The value of coins at a rate in cents, rounded to the nearest: wallets send whole satoshis. */
function centsOf(coins: bigint, rate: bigint): number {
  return Number((coins * rate * 100n + (ONE * ONE) / 2n) / (ONE * ONE));
}

/** A price such as "12.34" in cents; 0 if it is malformed. */
export function cents(price: string): number {
  return centsOf(units(price) ?? 0n, ONE);
}

/** Settled payments to an invoice, in cents at the invoice's own rate. */
export function arrivedCents({ invoice, methods }: InvoiceState): number {
  let sum = 0;
  for (const { rate, payments } of methods) {
    let coins = 0n;
    for (const { value, fee, status } of payments) {
      const net = (units(value) ?? 0n) - (units(fee ?? "0") ?? 0n);
      if (status === "Settled" && net > 0n) coins += net;
    }
    sum += centsOf(coins, units(rate) ?? 0n);
  }
  // The server (within the store's tolerance) or the operator marked it as paid in full.
  return invoice.status === "Settled" ? Math.max(sum, cents(invoice.amount)) : sum;
}

const isUnderway = ({ methods }: InvoiceState) =>
  methods.some(({ payments }) => payments.some(({ status }) => status === "Processing"));
const isOpen = ({ invoice }: InvoiceState) =>
  invoice.status === "New" || invoice.status === "Processing";

/** The events of a payment from its invoices, all of which are in the installation's currency. */
export function eventsOfInvoices(paymentId: string, invoices: InvoiceState[]): ProviderEvent[] {
  const receivedCents = invoices.reduce((sum, one) => sum + arrivedCents(one), 0);
  const mayGrow = invoices.some((one) => isOpen(one) || isUnderway(one));
  const events = (id: string, update: ProviderEvent["update"]) => [
    { id: `${paymentId} ${id}`, paymentId, update },
  ];
  if (receivedCents > 0) {
    const what = mayGrow ? "received" : "settled";
    return events(`${what} ${receivedCents}`, { what, receivedCents });
  }
  const [last] = invoices;
  if (!last || mayGrow || last.invoice.status !== "Invalid") return [];
  return events(`${last.invoice.id} failed`, { what: "failed" });
}

/** All invoices of a payment in the installation's currency, with the payments they received. */
export async function fetchInvoices(api: BtcpayApi, paymentId: string): Promise<InvoiceState[]> {
  const invoices = await api.invoicesOf(paymentId);
  const own = invoices.filter((one) => one.currency === currency());
  return Promise.all(
    own.map(async (invoice) => ({
      invoice,
      methods: isUntouched(invoice) ? [] : await api.methods(invoice.id),
    })),
  );
}

/** Whether the invoice expired without any payment. */
export function isUntouched({ status, additionalStatus }: Invoice): boolean {
  return status === "Expired" && additionalStatus === "None";
}
