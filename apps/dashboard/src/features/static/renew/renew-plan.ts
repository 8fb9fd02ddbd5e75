/** What renewing comes to, as the form shows it before anything is done. */
import { type PriceTier, tierOf } from "@turnpike/rules/pricing.ts";
import { splitRenewal } from "@turnpike/rules/static-renewal.ts";
import type { StaticIp } from "../static-ip.ts";
import type { Credits } from "../take/take-plan.ts";
import { termDays } from "../term.ts";
import type { Days, Quote } from "./use-renewal-quote.ts";

export type RenewMethod = "wallet" | "card" | "crypto";

/** The period that all of them have, else the middle one. */
export function firstRenewalDays(rows: readonly StaticIp[]): Days {
  const [first] = rows;
  const same = rows.every(({ validDays }) => validDays === first?.validDays);
  return termDays.static.find((days) => same && days === first?.validDays) ?? 30;
}

/** What the wallet lacks for it, in cents; card and crypto need nothing of it. */
export function lackingCents(quote: Quote, method: RenewMethod, walletCents: number): number {
  return method === "wallet" ? Math.max(0, quote.walletCents - walletCents) : 0;
}

/** What each costs that is bought: card and crypto pay all, the wallet what credits leave. */
export function unitMicrosOf(
  prices: readonly { days: number; tiers: PriceTier[] }[] | undefined,
  of: { days: number; method: RenewMethod; count: number; credits: Credits },
): number | undefined {
  const { days, method, count, credits } = of;
  const bought = method === "wallet" ? splitRenewal(count, credits[days] ?? 0).bought : count;
  const tiers = prices?.find((price) => price.days === days)?.tiers;
  return tiers && tierOf(Math.max(1, bought), tiers)?.unitMicros;
}
