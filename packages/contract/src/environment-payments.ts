/** The environment variables of payments and invoices. Keys of providers may be stored instead. */
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
