/** What an account's automatic renewals will charge to its wallet. */
import { renewalsAhead } from "@turnpike/rules/forecast.ts";
import { listPrice } from "@turnpike/rules/pricing.ts";
import type { Balances } from "../../ledger/balances.ts";
import type { StoredProduct } from "../../commerce/product/store.ts";
import { creditAsset, creditSku } from "../../products/static/credits.ts";
import type { RenewingRow } from "../../products/static/store/renewing.ts";

/** Prices each renewal separately, as automatic renewal does. */
export function renewalsOf(input: {
  renewing: readonly RenewingRow[];
  held: Balances;
  products: readonly StoredProduct[];
}) {
  const { renewing, held, products } = input;
  const skus = new Map(renewing.map((row) => [creditSku(row), row]));
  return renewalsAhead(
    [...skus].map(([sku, period]) => {
      const product = products.find((one) => one.sku === sku);
      const price = product && listPrice(1, product);
      return {
        ips: renewing.filter((row) => creditSku(row) === sku),
        credits: held[creditAsset(period)],
        priceCents: price?.ok ? price.listCents : null,
      };
    }),
  );
}
