/** Shared by tests of taxed sales: the seller's scheme, buyers of a country, the tax that is owed. */
import { type TaxSchemeFile, taxScheme } from "@turnpike/contract/tax.ts";
import { sql } from "kysely";
import { taxSetting } from "../../identity/vat-id/scheme.ts";
import { transaction } from "../../platform/db/database.ts";
import { writeSetting } from "../../platform/setting/setting.ts";
import type { Customer, Fields, TestShop } from "../../identity/session/testing.ts";

/** Sets the seller's scheme; what it lacks has its default. */
export async function setScheme(shop: TestShop, scheme: Partial<TaxSchemeFile>): Promise<void> {
  const { db, settings } = shop.services;
  await transaction(db, (tx) => writeSetting(tx, taxSetting, taxScheme.parse(scheme)));
  await settings.refresh();
}

/** A customer of a country with money in the wallet. */
export async function buyerIn(
  shop: TestShop,
  country: string,
  { cents = 1_000_000, ...title }: Fields & { cents?: number } = {},
): Promise<Customer> {
  const customer = await shop.customer();
  if (cents > 0) await shop.fund(customer.id, cents);
  await customer.get("upInvoiceTitle", { name: "A Person", country, ...title });
  return customer;
}

/** What the ledger owes each country. */
export async function taxOwed({ services }: TestShop): Promise<Record<string, number>> {
  const { rows } = await sql<{ bucket: string; cents: number }>`
    select a.bucket, sum(p.amount)::bigint as cents from ledger_account a
    join ledger_posting p on p.account_id = a.id
    where a.owner is null and a.bucket like 'tax:%' group by 1`.execute(services.db);
  return Object.fromEntries(rows.map(({ bucket, cents }) => [bucket.slice(4), cents]));
}

type Roll = { of: <T>(items: readonly T[]) => T | undefined };

/** Sets a random scheme, of all kinds. */
export function randomScheme(shop: TestShop, roll: Roll): Promise<void> {
  const scheme = roll.of(["none", "domestic", "oss", "oss", "custom"] as const) ?? "none";
  const rates = [
    { country: "US", percent: 8.25, from: "2020-01-01" },
    { country: "FR", percent: 100, from: "2020-01-01" },
  ];
  return setScheme(shop, {
    scheme,
    sellerCountry: "DE",
    prices: roll.of(["gross", "net"] as const) ?? "gross",
    point: roll.of(["order", "recharge"] as const) ?? "order",
    rates: scheme === "custom" ? rates : [],
  });
}

/** Where customers of random sequences are. */
export const countries = ["DE", "FR", "FI", "US"];

/** A customer of a random country. */
export function taxedCustomer(shop: TestShop, roll: Roll, fields: Fields = {}): Promise<Customer> {
  const country = roll.of(countries) ?? "DE";
  return shop.customer(fields).then(async (customer) => {
    await customer.get("upInvoiceTitle", { name: "A Person", country });
    return customer;
  });
}
