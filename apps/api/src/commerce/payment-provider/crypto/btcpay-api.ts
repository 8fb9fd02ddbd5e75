/** A client for the parts of BTCPay Server's Greenfield API that payments need. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { z } from "zod";
import { limitedJson } from "../../../platform/limited-answer.ts";

export const BTCPAY = "btcpay";
/** A customer is waiting for the page: retrying is better than a long wait. */
const TIMEOUT_MS = 6_000;
const MAX_INVOICES = 100;

export interface BtcpaySettings {
  /** Without a trailing slash. */
  url: string;
  apiKey: string;
  storeId: string;
  webhookSecret: string;
}

/** The server's settings from the environment; null if it is not set up. */
export function btcpaySettings(env: Environment): BtcpaySettings | null {
  const { BTCPAY_URL, BTCPAY_API_KEY, BTCPAY_STORE_ID, BTCPAY_WEBHOOK_SECRET } = env;
  if (!BTCPAY_URL || !BTCPAY_API_KEY || !BTCPAY_STORE_ID || !BTCPAY_WEBHOOK_SECRET) return null;
  return {
    url: BTCPAY_URL.replace(/(?<!\/)\/+$/, ""),
    apiKey: BTCPAY_API_KEY,
    storeId: BTCPAY_STORE_ID,
    webhookSecret: BTCPAY_WEBHOOK_SECRET,
  };
}

/** The API sends decimals as strings; older servers send some as numbers. */
const decimal = z.union([z.string(), z.number().transform(String)]);
const invoice = z.object({
  id: z.string(),
  amount: decimal,
  currency: z.string(),
  status: z.enum(["New", "Processing", "Expired", "Invalid", "Settled"]),
  additionalStatus: z.string(),
  checkoutLink: z.string(),
  createdTime: z.number(),
  metadata: z.looseObject({ orderId: z.unknown() }).nullish(),
});
export type Invoice = z.output<typeof invoice>;

const method = z.object({
  /** Such as BTC-CHAIN or BTC-LN; called `paymentMethod` before version 2 of the server. */
  paymentMethodId: z.string().optional(),
  paymentMethod: z.string().optional(),
  /** Dollars per coin, as fixed by the invoice. */
  rate: decimal,
  payments: z.array(
    z.object({
      id: z.string(),
      /** In coins, including `fee`: the server's charge for a further payment's network costs. */
      value: decimal,
      fee: decimal.nullish(),
      status: z.enum(["Invalid", "Processing", "Settled"]),
    }),
  ),
});
export type Method = z.output<typeof method>;
const pull = z.object({ id: z.string(), name: z.string().nullish(), viewLink: z.string() });

/** A payout of a pull payment: the address it was claimed to, and its state. */
const payout = z.object({
  id: z.string(),
  pullPaymentId: z.string().nullish(),
  destination: z.string(),
  state: z.string(),
});

export interface NewInvoice {
  amount: string;
  currency: string;
  metadata: Record<string, unknown>;
  checkout: Record<string, unknown>;
}

/** Every method throws if the server is unreachable, refuses, or sends an unexpected response. */
export function btcpayApi({ url, apiKey, storeId }: BtcpaySettings) {
  const store = `${url}/api/v1/stores/${encodeURIComponent(storeId)}`;
  const invoiceAt = (id: string) => `/invoices/${encodeURIComponent(id)}`;

  async function send(path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(store + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `token ${apiKey}`, "content-type": "application/json" },
      // Redirects are errors, so that the API key is only sent to this server.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.ok) return limitedJson(answer);
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw new Error(`BTCPay answered ${answer.status} to ${path.split("?")[0]}`);
  }

  return {
    /** Null if the store has no such invoice. */
    invoice: async (id: string) => invoice.nullable().parse(await send(invoiceAt(id))),

    /** All of a payment's invoices, newest first. */
    async invoicesOf(paymentId: string): Promise<Invoice[]> {
      const query = new URLSearchParams({ orderId: paymentId, take: String(MAX_INVOICES) });
      const found = z.array(invoice).parse(await send(`/invoices?${query.toString()}`));
      return found
        .filter(({ metadata }) => metadata?.orderId === paymentId)
        .toSorted((a, b) => b.createdTime - a.createdTime);
    },

    methods: async (id: string) =>
      z.array(method).parse(await send(`${invoiceAt(id)}/payment-methods`)),

    createInvoice: async (fields: NewInvoice) => invoice.parse(await send("/invoices", fields)),

    /** Null if the store has no such payout. */
    payout: async (id: string) =>
      payout.nullable().parse(await send(`/payouts/${encodeURIComponent(id)}`)),

    pulls: async () => z.array(pull).parse(await send("/pull-payments")),

    refund: async (id: string, fields: Record<string, unknown>) =>
      pull.parse(await send(`${invoiceAt(id)}/refund`, fields)),
  };
}
export type BtcpayApi = ReturnType<typeof btcpayApi>;
