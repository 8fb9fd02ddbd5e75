/** What the registry knows of a way to pay, whether it is set up or not. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { PaymentVariable } from "@turnpike/contract/environment-payments.ts";
import type { PaymentProvider } from "./provider.ts";

/** A request that shows whether a provider takes our keys. */
export interface KeyProbe {
  url: string;
  init: { method?: "POST"; headers: Record<string, string>; body?: string };
  /** What a status means; null: the keys are good. */
  statuses: Record<number, string | null>;
}

export interface PaymentMethod {
  /** Whether the payer can take the money back. */
  reversible: boolean;
  /** The minimum amount of a payment. */
  minCents: number;
  /** How long a payment is open; a day by default. */
  lifetimeMs?: number;
  /** Its payments get a reference of so many characters, which the payer writes with the money. */
  referenceLength?: number;
  /** The provider's name in the books and in the webhook's address. */
  name: string;
  /** The company or program that takes the money, as people know it; null for the seller. */
  processor: string | null;
  /** The settings without which it is not offered; who tells of it names the first. */
  settings: readonly [PaymentVariable, ...PaymentVariable[]];
  /** Settings of it that have a default. */
  moreSettings: readonly PaymentVariable[];
  /** Whether its provider reports to `/webhooks/NAME`. */
  hears: boolean;
  /** Whether a payment that was paid may still receive money that no webhook reports. */
  grows: boolean;
  /** The provider; null if it is not set up. */
  open: (env: Environment) => PaymentProvider | null;
  /** What doctor says of its settings, without secrets; `fault` if money would not come. */
  check: (env: Environment) => { found: string; fault?: { cure: string } };
  /** Null if it is not set up, or has no keys. */
  probe: (env: Environment) => KeyProbe | null;
}
