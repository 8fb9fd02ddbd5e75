/**
 * Quotes that keep their price (spec/money#quotes): sealed texts, so that a quote writes nothing and
 * every API process reads it. What is kept is the unit price; coupons and tax count as of the order.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { tierOf } from "@turnpike/rules/pricing.ts";
import { z } from "zod";
import type { NamedCoupon } from "../coupon/use.ts";
import type { Services } from "../../platform/services.ts";
import type { StoredProduct } from "../product/store/products.ts";

const VALID_MS = 15 * 60_000;

const sealed = z.object({
  what: z.literal("quote"),
  accountId: z.string(),
  sku: z.string(),
  quantity: z.int(),
  /** The coupon's id or the promo code; empty without. */
  coupon: z.string(),
  unitMicros: z.int(),
  /** What a unit gives (`givenBy`); the previous release's quotes have none. */
  gives: z.string().optional(),
  until: z.int(),
});
type QuotedPurchase = Omit<z.output<typeof sealed>, "what" | "until">;

/** What names a quote in a purchase. */
export interface QuoteTaken {
  accountId: string;
  quantity: number;
  coupon?: NamedCoupon;
  /** Absent: the present price. */
  quoteId?: string | undefined;
}

/** How a quote names a coupon. */
export const couponName = (coupon: NamedCoupon): string => {
  if (coupon === null) return "";
  return "id" in coupon ? coupon.id : `code ${coupon.typed.trim().toUpperCase()}`;
};

/** A text that keeps a unit price for 15 minutes, for this account, product, quantity and coupon. */
export function sealQuote(
  { seal, world }: Pick<Services, "seal" | "world">,
  quoted: QuotedPurchase,
): { quoteId: string; validUntil: string } {
  const until = world.now() + VALID_MS;
  const quoteId = seal.seal(JSON.stringify({ what: "quote", ...quoted, until }));
  return { quoteId, validUntil: new Date(until).toISOString() };
}

/** What a unit of a product gives, as quotes keep it: at another price it may be sold as another. */
export const givenBy = ({ kind, grant, region, days, validDays, enterprise }: StoredProduct) =>
  JSON.stringify([kind, grant?.asset, grant?.perUnit, region, days, validDays, enterprise]);

/** The unit price of a quantity of a product, as quotes keep it. */
export const unitPriceOf = ({ tiers }: Pick<StoredProduct, "tiers">, quantity: number): number =>
  tierOf(quantity, tiers)?.unitMicros ?? 0;

/**
 * What a quote keeps, if it is one for this purchase of one of these SKUs.
 * @throws Refusal badField if it is for something else, quoteExpired
 */
export function readQuote(
  { seal, world }: Pick<Services, "seal" | "world">,
  quoteId: string,
  { accountId, quantity, coupon = null, skus }: QuoteTaken & { skus: readonly string[] },
): QuotedPurchase {
  const quote = openQuote(seal, quoteId);
  const isThis =
    quote?.accountId === accountId &&
    quote.quantity === quantity &&
    quote.coupon === couponName(coupon) &&
    skus.includes(quote.sku);
  if (!quote || !isThis) throw new Refusal("badField", { field: "quoteId" });
  if (world.now() >= quote.until) throw new Refusal("quoteExpired", { field: "quoteId" });
  return quote;
}

function openQuote(seal: Services["seal"], quoteId: string) {
  try {
    return sealed.parse(JSON.parse(seal.open(quoteId)));
  } catch {
    // Not ours, altered, or sealed with another key: the caller is told so.
    return null;
  }
}

/**
 * The offers at the price of a quote: the quoted one alone, in the quoted quantity. Without a quote,
 * the offers as they are. A quote of a trial is worth nothing once the product is none any more, nor
 * is one of a product that gives something else by now.
 * @throws Refusal badField if the quote is for something else, quoteExpired
 */
export function quotedOffers(
  services: Pick<Services, "seal" | "world">,
  offers: readonly StoredProduct[],
  taken: QuoteTaken,
): readonly StoredProduct[] {
  const { quoteId, quantity } = taken;
  if (quoteId === undefined) return offers;
  const skus = offers.map(({ sku }) => sku);
  const { sku, unitMicros, gives } = readQuote(services, quoteId, { ...taken, skus });
  const tiers = [{ fromQty: 1, unitMicros }];
  const kept = { minQty: quantity, maxQty: quantity, stepQty: 1, tiers };
  const quoted = offers.filter((one) => one.sku === sku);
  const isAnother = (one: StoredProduct) =>
    (unitMicros === 0 && !one.trial) || (gives !== undefined && gives !== givenBy(one));
  if (quoted.some(isAnother)) throw new Refusal("quoteExpired", { field: "quoteId" });
  return quoted.map((one) => ({ ...one, ...kept }));
}

/** Like `quotedOffers`, for one product. */
export function quotedProduct(
  services: Pick<Services, "seal" | "world">,
  product: StoredProduct,
  taken: QuoteTaken,
): StoredProduct {
  const [quoted = product] = quotedOffers(services, [product], taken);
  return quoted;
}
