/** Where buyers are, by the country they gave, their network's and their card's (spec/tax#evidence). */
import { euCountries } from "@turnpike/rules/tax/eu-rates.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { type Page, type Paged, readPage } from "./paging.ts";

export interface TaxEvidence {
  /** An order number, or the payment of a recharge. */
  orderNo: string;
  at: Date;
  billing: string | null;
  network: string | null;
  card: string | null;
}

/** Paid sales under a scheme. */
const sales = sql`(
  select o.order_no as "orderNo", o.paid_at as at, o.billing_country as billing,
    o.network_country as network, p.card_country as card
  from shop_order o left join payment p on p.order_id = o.id
  where o.tax_country is not null and o.status in ('paid', 'refunded')
  union all
  select id::text, paid_at, billing_country, network_country, card_country from payment
  where order_id is null and tax_country is not null and credited_cents > 0) sale`;

/** One place is in the EU, and no other agrees with the title's, by which the sale was taxed. */
const conflicting = sql`(billing = any(${[...euCountries]}::text[])
    or network = any(${[...euCountries]}::text[]) or card = any(${[...euCountries]}::text[]))
  and not coalesce(billing = network, false) and not coalesce(billing = card, false)`;

/** A page of the sales, newest first; with `conflicts`, only those that lack evidence in the EU. */
export function taxEvidence(
  db: Db,
  { conflicts, ...page }: Page & { conflicts: boolean },
): Promise<Paged<TaxEvidence>> {
  return readPage(db, {
    ...page,
    columns: sql`"orderNo", at, billing, network, card`,
    from: sales,
    where: conflicts ? [conflicting] : [],
    order: sql`at desc, "orderNo"`,
  });
}
