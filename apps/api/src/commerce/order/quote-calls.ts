/** What an order or a recharge would cost, with its tax, kept for 15 minutes (spec/money#quotes). */
import type { CallResponse, CallRequest } from "@turnpike/contract/call.ts";
import type { quote } from "@turnpike/contract/quote.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { bonusTiers, rechargeBonus, rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { couponNamed } from "../coupon/use.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { findProduct } from "../product/find.ts";
import { runningPromotions } from "../promotion/running.ts";
import { presentTax } from "../tax/sale-tax.ts";
import { noTax, quotedTerms, taxPrice, type TaxTerms } from "../tax/tax-sale.ts";
import { wouldStop } from "../gate/gates.ts";
import { quoteNamed } from "./quote.ts";
import { couponName, givenBy, sealQuote, unitPriceOf } from "./quote-token.ts";

/** The name under which recharges are quoted. */
const RECHARGE = "recharge";
/** What the quote of a recharge is of: no product can be named so. */
export const RECHARGED = "a recharge";
/** Of a recharge one unit is one cent. */
const CENT_MICROS = 10_000;

type Quoted = CallResponse<typeof quote>;
type QuoteQuestion = CallRequest<typeof quote>;

/** @throws Refusal unknownSku, badQuantity, why the coupon is not valid, missingField country */
export async function quoteCall(
  services: Services,
  asked: QuoteQuestion,
  caller: Caller,
): Promise<Quoted> {
  if (asked.sku === RECHARGE) return quoteRecharge(services, asked, caller);
  const { db, world } = services;
  const now = world.now();
  const { accountId } = caller;
  const { quantity, method = "wallet" } = asked;
  const product = await findProduct(db, asked, { now, accountId });
  const named = couponNamed(asked, caller);
  const price = await quoteNamed(services, accountId, { product, quantity, named });
  const sale = { accountId, what: "order", method } as const;
  const tax = price.totalCents === 0 ? noTax : await quotedTerms(services, sale);
  const unitMicros = unitPriceOf(product, quantity);
  const granted = quantity * (product.grant?.perUnit ?? 0);
  const order = { sku: product.sku, accountId, asset: product.grant?.asset ?? null, granted };
  return {
    ...price,
    identityNeeded: await wouldStop(services, db, order),
    ...withTax(price.totalCents, tax),
    ...sealQuote(services, {
      accountId,
      sku: product.sku,
      quantity,
      coupon: couponName(named),
      unitMicros,
      gives: givenBy(product),
    }),
  };
}

async function quoteRecharge(
  services: Services,
  { quantity, method = "card" }: QuoteQuestion,
  { accountId, lang }: Caller,
): Promise<Quoted> {
  const { least, most } = rechargeCents;
  if (quantity < least || quantity > most) throw new Refusal("badQuantity", { field: "quantity" });
  const terms = await quotedTerms(services, { accountId, what: "recharge", method });
  const tiers = bonusTiers(await runningPromotions(services.db, lang, services.world.now()));
  const kept = { accountId, sku: RECHARGED, quantity, coupon: "", unitMicros: CENT_MICROS };
  return {
    listCents: quantity,
    discountCents: 0,
    bonusCents: rechargeBonus(quantity, tiers),
    ...withTax(quantity, terms),
    ...sealQuote(services, kept),
  };
}

const withTax = (cents: number, terms: TaxTerms) => presentTax(taxPrice(cents, terms));
