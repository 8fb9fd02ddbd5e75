/** Quotes renewals (spec/static#renewal). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { PayMethod } from "@turnpike/rules/payment-method.ts";
import { wouldStop } from "../../commerce/gate/gates.ts";
import { quotedTerms, taxedTotal } from "../../commerce/tax/tax-sale.ts";
import type { Services } from "../../platform/services.ts";
import { listPrice } from "@turnpike/rules/pricing.ts";
import { quoteRenewal, splitRenewal } from "@turnpike/rules/static-renewal.ts";
import type { Db } from "../../platform/db/database.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { cheapestOffer } from "@turnpike/rules/product.ts";
import { creditAsset, creditOffers, type Period } from "./credits.ts";
import type { StaticRow } from "./store/static-ips.ts";

/** Reads what an account could pay a renewal with, without locks. */
export async function renewalFundsOf(
  db: Db,
  { accountId, now, term, days }: Period & { accountId: string; now: number },
) {
  const period = { term, days };
  const balance = (asset: ReturnType<typeof creditAsset> | "wallet") =>
    balanceOf(db, { owner: accountId, asset, bucket: "main" });
  return {
    credits: await balance(creditAsset(period)),
    walletCents: await balance("wallet"),
    /** What sells the period; empty if nothing does any more. */
    offers: await creditOffers(db, period, { now, accountId }),
  };
}

/**
 * Checks that `num` IPs can be renewed for a period, before reading the IPs: invalid fields are
 * refused first (spec/api#refusal-order). A period that is no longer sold needs enough credits.
 * @throws Refusal unknownSku, badQuantity
 */
export async function refuseUnsoldPeriod(
  db: Db,
  request: Period & {
    accountId: string;
    now: number;
    num: number;
    method: PayMethod;
  },
): Promise<void> {
  const { num, method } = request;
  const { credits, offers } = await renewalFundsOf(db, request);
  const bought = method === "wallet" ? splitRenewal(num, credits).bought : num;
  if (bought === 0) return;
  const product = cheapestOffer(offers, bought);
  if (!product) throw new Refusal("unknownSku", { field: "days" });
  const price = listPrice(bought, product);
  if (!price.ok) throw new Refusal(price.why, { field: "days" });
}

/** @throws Refusal unknownSku, badQuantity */
export async function quoteOf(
  services: Services,
  {
    rows,
    accountId,
    now,
    ...period
  }: Period & { rows: StaticRow[]; accountId: string; now: number },
) {
  const {
    credits,
    walletCents: held,
    offers,
  } = await renewalFundsOf(services.db, { accountId, now, ...period });
  const ips = rows.map(({ id, expires_at }) => ({ id, expiresAt: expires_at.getTime() }));
  const quote = quoteRenewal({ ips, days: period.days, credits, offers });
  if (!quote.ok) throw new Refusal(quote.why, { field: "days" });
  const hosts = new Map(rows.map(({ id, ip }) => [id, ip]));
  const { creditsUsed, items } = quote;
  const total = async (cents: number, method: "wallet" | "card") =>
    taxedTotal(
      cents,
      await quotedTerms(services, { accountId, what: "order", method }, { lenient: true }),
    );
  const walletCents = await total(quote.walletCents, "wallet");
  const outsideCents = await total(quote.outsideCents, "card");
  const sku = cheapestOffer(offers, rows.length)?.sku ?? "";
  const order = { sku, accountId, asset: null, granted: 0 };
  return {
    days: period.days,
    creditsUsed,
    walletCents,
    affordable: walletCents <= held,
    outsideCents,
    identityNeeded: await wouldStop(services, services.db, order),
    items: items.map(({ id, by, expiresAt, renewedUntil }) => ({
      id,
      host: hosts.get(id) ?? "",
      by,
      expiresAt: new Date(expiresAt).toISOString(),
      renewedUntil: new Date(renewedUntil).toISOString(),
    })),
  };
}
