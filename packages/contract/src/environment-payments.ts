/** The environment variables of payments and invoices. Keys of providers may be stored instead. */
import { defaultCurrency, isCurrency } from "./currency.ts";
import { z } from "zod";
import { providerUrl, safeUrl } from "./environment-fields.ts";

/** docs/settings.md is generated from the comments. */
export const paymentVariables = {
  // Payments and invoices
  /** Stripe's secret key for cards (`sk_…`, or a restricted one); the lab's sandbox without it. */
  STRIPE_SECRET_KEY: z.string().optional(),
  /** The signing secret (`whsec_…`) of the webhook endpoint PUBLIC_URL/webhooks/stripe. */
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** The URL of Stripe's API. */
  STRIPE_API_URL: providerUrl("https://api.stripe.com"),
  /** The URL of a service like VIES that checks VAT ids; VIES for sellers in the EU by default. */
  VIES_URL: safeUrl.optional(),
  /** The URL of a BTCPay Server for crypto payments; without it the lab's sandbox is used. */
  BTCPAY_URL: safeUrl.optional(),
  /** A Greenfield API key that can view and create invoices and refunds. */
  BTCPAY_API_KEY: z.string().optional(),
  /** The id of the store that receives the payments. */
  BTCPAY_STORE_ID: z.string().optional(),
  /** The secret of the webhook PUBLIC_URL/webhooks/btcpay. */
  BTCPAY_WEBHOOK_SECRET: z.string().optional(),
  /** The client id of a PayPal app for payments with PayPal; without it they are not offered. */
  PAYPAL_CLIENT_ID: z.string().optional(),
  /** The secret of that app. */
  PAYPAL_SECRET: z.string().optional(),
  /** The id of the webhook PUBLIC_URL/webhooks/paypal, as PayPal's dashboard shows it. */
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  /** The URL of PayPal's API; `https://api-m.sandbox.paypal.com` for tests. */
  PAYPAL_API_URL: providerUrl("https://api-m.paypal.com"),
  /** An API key of NOWPayments for crypto payments; without it they are not offered. */
  NOWPAYMENTS_API_KEY: z.string().optional(),
  /** The secret of its instant payment notifications. */
  NOWPAYMENTS_IPN_SECRET: z.string().optional(),
  /** The URL of NOWPayments' API; `https://api-sandbox.nowpayments.io` for tests. */
  NOWPAYMENTS_API_URL: providerUrl("https://api.nowpayments.io"),
  /**
   * The currency of all prices and balances, by ISO 4217, with two decimals. It cannot change after
   * the first sale.
   */
  CURRENCY: z
    .string()
    .default(defaultCurrency)
    .refine(isCurrency, "is a currency of ISO 4217 with two decimals, such as EUR"),
  /** The account for bank transfers, lines separated by commas: holder, IBAN, BIC, bank. */
  BANK_DETAILS: z.string().optional(),
  /** The seller's name on invoices; the brand's by default. */
  SELLER_NAME: z.string().default(""),
  /** The seller's address on invoices, lines separated by commas. */
  SELLER_ADDRESS: z.string().default(""),
  /** The seller's tax number on invoices. */
  SELLER_TAX_ID: z.string().default(""),
};
export type PaymentVariable = keyof typeof paymentVariables;
