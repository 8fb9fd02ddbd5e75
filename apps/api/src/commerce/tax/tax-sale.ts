/**
 * Decides how a sale is taxed and splits its price: the only place that does, after all discounts
 * (spec/tax#orders). Orders, renewals, recharges and quotes call it.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { type PriceKind, taxed } from "@turnpike/rules/tax/amounts.ts";
import type { OrderMethod } from "@turnpike/rules/payment-method.ts";
import { type TaxTreatment, taxOf, taxPlace } from "@turnpike/rules/tax/tax.ts";
import { lockedTitleOf } from "../../identity/account/account-lock.ts";
import { findInvoiceTitle, type InvoiceTitle } from "../../identity/account/store/invoice-title.ts";
import { buyingFrom } from "../../identity/legal/consent.ts";
import { checkVatId, knownVatIdState, soldVatIdState } from "../../identity/vat-id/check.ts";
import { taxSeller, taxSetting } from "../../identity/vat-id/scheme.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { type PlacedTax, untaxed } from "./sale-tax.ts";

interface Sale {
  accountId: string;
  /** A recharge bears tax only if tax is due when money comes in, and then wallet orders do not. */
  what: "order" | "recharge";
  method: OrderMethod;
}

/** The rate and treatment of a sale of now. */
export interface TaxTerms {
  percent: number;
  treatment: TaxTreatment;
  /** Whose tax it is; null where no scheme decided. */
  country: string | null;
  prices: PriceKind;
  /** Where the buyer says he is, and where his network is. */
  billing: string | null;
  network: string | null;
}

/** Whether the scheme has anything to say of a sale of this kind. */
function isTaxable(
  { settings }: Pick<Services, "settings">,
  { what, method }: Omit<Sale, "accountId">,
) {
  const { scheme, point } = settings.get(taxSetting);
  if (scheme === "none") return false;
  if (what === "recharge") return point === "recharge";
  return method !== "coupon" && (point === "order" || method !== "wallet");
}

export const noTax: TaxTerms = {
  percent: 0,
  treatment: "none",
  country: null,
  prices: "gross",
  billing: null,
  network: null,
};

/** Who is not valid is taxed: as at home, if he has not even said where he is. */
function termsFor(
  services: Pick<Services, "settings" | "world">,
  buyer: { country: string; vatId: Awaited<ReturnType<typeof soldVatIdState>> },
): TaxTerms {
  const { prices } = services.settings.get(taxSetting);
  const seller = taxSeller(services);
  const day = new Date(services.world.now()).toISOString().slice(0, 10);
  const { ratePercent: percent, treatment } = taxOf(seller, buyer, day);
  // A domestic sale is taxed where the seller is, unless the operator's own table decides.
  const isOwnTable = seller.scheme === "custom";
  const atHome = treatment === "domestic" && !isOwnTable;
  const place = isOwnTable ? buyer.country : taxPlace(buyer.country);
  const country = atHome ? seller.country : place;
  return { percent, treatment, country, prices, billing: null, network: null };
}

/** The country of the network that a purchase comes from; null for automatic ones, or unknown. */
async function networkOf({ env }: Services, tx: Tx): Promise<string | null> {
  const ip = buyingFrom(tx);
  const found = ip === null ? null : await countryOf(env.GEO_COUNTRY_MMDB)(ip);
  return found !== null && /^[A-Z]{2}$/.test(found) ? found : null;
}

/**
 * How a purchase that runs in a transaction is taxed. An automatic renewal of a customer who has
 * named no country is taxed as at the seller's.
 * @throws Refusal missingField country
 */
export async function saleTerms(services: Services, tx: Tx, sale: Sale): Promise<TaxTerms> {
  if (!isTaxable(services, sale)) return noTax;
  const title = await lockedTitleOf(tx, sale.accountId);
  const country = title?.country?.toUpperCase() ?? null;
  if (country === null && buyingFrom(tx) !== null)
    throw new Refusal("missingField", { field: "country" });
  const at = country ?? taxSeller(services).country;
  if (at === "") return noTax;
  const vatId = title ? await soldVatIdState(services, tx, title) : "none";
  const network = await networkOf(services, tx);
  return { ...termsFor(services, { country: at, vatId }), billing: country, network };
}

/**
 * How a sale would be taxed, as screens show it: by the last answer about the VAT id, however old.
 * `lenient`: who has named no country is shown prices as at the seller's.
 * @throws Refusal missingField country
 */
export async function quotedTerms(
  services: Services,
  sale: Sale,
  { lenient = false } = {},
): Promise<TaxTerms> {
  if (!isTaxable(services, sale)) return noTax;
  const title = await findInvoiceTitle(services.db, sale.accountId);
  const country = title?.country?.toUpperCase() ?? null;
  if (country === null && !lenient) throw new Refusal("missingField", { field: "country" });
  const at = country ?? taxSeller(services).country;
  if (at === "") return noTax;
  const vatId = title ? await knownVatIdState(services, title) : "none";
  return termsFor(services, { country: at, vatId });
}

/** Splits a price by its terms; nothing is taxed that costs nothing. */
export function taxPrice(cents: number, terms: TaxTerms): PlacedTax {
  return cents === 0 ? untaxed(0) : splitPrice(cents, terms);
}

function splitPrice(cents: number, terms: TaxTerms): PlacedTax {
  const { netCents, taxCents } = taxed(cents, terms.percent, terms.prices);
  return {
    netCents,
    taxCents,
    taxPercent: terms.percent,
    taxTreatment: terms.treatment,
    taxCountry: terms.country,
    billingCountry: terms.billing,
    networkCountry: terms.network,
  };
}

/** What a price comes to with its tax. */
export function taxedTotal(cents: number, terms: TaxTerms): number {
  const { netCents, taxCents } = taxPrice(cents, terms);
  return netCents + taxCents;
}

/** The tax of a purchase that runs in a transaction. @throws Refusal missingField country */
export async function taxSale(
  services: Services,
  tx: Tx,
  sale: Sale,
  cents: number,
): Promise<PlacedTax> {
  return cents === 0 ? untaxed(0) : taxPrice(cents, await saleTerms(services, tx, sale));
}

/** The tax of money that a payment brings into the wallet. */
export interface WalletTax extends PlacedTax {
  /** The tax comes on top: the wallet gets the net amount. */
  onTop: boolean;
}

/**
 * The tax of a payment of which `cents` are meant for the wallet; of an order's payment none are,
 * but a surplus has the same terms.
 * @throws Refusal missingField country
 */
export async function walletTaxOf(
  services: Services,
  tx: Tx,
  { accountId, method }: Pick<Sale, "accountId" | "method">,
  cents: number,
): Promise<WalletTax> {
  const terms = await saleTerms(services, tx, { accountId, what: "recharge", method });
  return { ...splitPrice(cents, terms), onTop: terms.prices === "net" };
}

/** The tax of a payment that bears none. */
export const untaxedPayment = (cents: number): WalletTax => ({ ...untaxed(cents), onTop: false });

/**
 * Asks again about a buyer's VAT id if there is no answer of the last 24 hours; called before a
 * purchase takes a database connection. Undefined if there is no tax.
 */
export function askBeforeSale(services: Services, accountId: string): Promise<void> | undefined {
  const { scheme } = services.settings.get(taxSetting);
  return scheme === "none" ? undefined : askAgain(services, accountId);
}

async function askAgain(services: Services, accountId: string): Promise<void> {
  const title: InvoiceTitle | null = await findInvoiceTitle(services.db, accountId);
  if (title?.vatId) await checkVatId(services, title, accountId);
}
