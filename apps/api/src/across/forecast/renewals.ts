/** What an account's automatic renewals will charge to its wallet. */
import { renewalsAhead } from "@turnpike/rules/forecast.ts";
import { listPrice } from "@turnpike/rules/pricing.ts";
import type { Balances } from "../../ledger/balances.ts";
import { offerOf } from "../../commerce/product/find.ts";
import type { StoredProduct } from "../../commerce/product/store/products.ts";
import { type TaxTerms, taxedTotal } from "../../commerce/tax/tax-sale.ts";
import { creditAsset, periodName } from "../../products/static/credits.ts";
import type { RenewingRow } from "../../products/static/store/renewing.ts";

/** Prices and taxes each renewal separately, as automatic renewal does. */
export function renewalsOf(input: {
  renewing: readonly RenewingRow[];
  held: Balances;
  products: readonly StoredProduct[];
  terms: TaxTerms;
}) {
  const { renewing, held, products, terms } = input;
  const periods = new Map(renewing.map((row) => [periodName(row), row]));
  return renewalsAhead(
    [...periods].map(([name, period]) => {
      const { term: kind, days } = period;
      const product = offerOf(products, { kind, days, quantity: 1 });
      const price = product && listPrice(1, product);
      return {
        ips: renewing.filter((row) => periodName(row) === name),
        credits: held[creditAsset(period)],
        priceCents: price?.ok ? taxedTotal(price.listCents, terms) : null,
      };
    }),
  );
}
