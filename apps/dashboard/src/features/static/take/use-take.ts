import { isProxyCredential, isProxyPassword } from "@turnpike/rules/credentials.ts";
import { tierOf, type PriceTier } from "@turnpike/rules/pricing.ts";
import { useState } from "react";
import type { CallParameters } from "../../../lib/call.ts";
import { useCall } from "../../../lib/queries.ts";
import { useQuote } from "../../order/use-quote.ts";
import {
  type Credits,
  firstDays,
  firstPlace,
  freeAt,
  paymentOf,
  type Place,
  readNumber,
  type Stock,
  type TakeStart,
} from "./take-plan.ts";
import { skuOf, type Term } from "../term.ts";

export type TakeParameters = CallParameters<"staticUse" | "shortExtract">;
/** The data that the form needs. */
export interface TakeState {
  term: Term;
  stock: readonly Stock[];
  credits: Credits;
  prices: readonly { days: number; tiers: PriceTier[] }[] | undefined;
}
/** Fields validated on blur and on submit. */
export type ValidatedField = "country" | "num" | "account" | "password";

/** What has been selected to take so far, what it costs, and what prevents it. */
export function useTake(options: TakeState & { start: TakeStart; onChange: () => void }) {
  const { term, stock, credits, prices, start } = options;
  const [place, setPlace] = useState<Place>(() => firstPlace(stock, start));
  const [days, setDays] = useState(() => firstDays(term, credits, start.days));
  const [typed, setTyped] = useState<number | string>(1);
  const [names, setNames] = useState({ account: "", password: "" });
  const [validated, setValidated] = useState<ReadonlySet<ValidatedField>>(new Set());
  const free = place.country === "" ? undefined : freeAt(stock, place);
  const read = readNumber(typed, free);
  const pay = usePay({ term, days, num: read.num, credits });
  const invalid = {
    country: place.country === "",
    num: read.why,
    account: names.account !== "" && !isProxyCredential(names.account),
    password: names.password !== "" && !isProxyPassword(names.password),
  };
  const isValidated = (field: ValidatedField) => validated.has(field);
  const changing =
    <V>(set: (value: V) => void, ...fields: ValidatedField[]) =>
    (value: V) => {
      set(value);
      setValidated((before) => new Set([...before].filter((field) => !fields.includes(field))));
      options.onChange();
    };
  return {
    place,
    days,
    typed,
    num: read.num,
    free,
    ...names,
    ...pay,
    /** The errors shown at the fields; a number above the stock is reported while typing. */
    shown: {
      country: invalid.country && isValidated("country"),
      num: read.why === "stock" || isValidated("num") ? read.why : null,
      account: invalid.account && isValidated("account"),
      password: invalid.password && isValidated("password"),
    },
    firstInvalid: (Object.keys(invalid) as ValidatedField[]).find((field) => invalid[field]),
    unitMicros: (one: number) => unitMicros(prices, one, read.num ?? 1, credits),
    choosePlace: changing(setPlace, "country"),
    chooseDays: changing(setDays),
    type: changing(setTyped, "num"),
    name: changing((change: Partial<typeof names>) => setNames((old) => ({ ...old, ...change }))),
    validate: (...fields: ValidatedField[]) =>
      setValidated((before) => new Set([...before, ...fields])),
    parameters: (num: number): TakeParameters => ({
      country: place.country,
      city: place.city || undefined,
      num,
      days: days as TakeParameters["days"],
      account: names.account || undefined,
      password: names.password || undefined,
      // The wallet pays only if the user has seen the amount.
      pay: pay.bought > 0 ? "wallet" : undefined,
    }),
  };
}
export type Take = ReturnType<typeof useTake>;

/** What credits and the wallet pay; cents are undefined while unknown. */
function usePay(of: { term: Term; days: number; num: number | null; credits: Credits }) {
  const { walletCents } = useCall("headerInit", {}).data ?? {};
  const has = of.credits[of.days] ?? 0;
  const { used, bought } = paymentOf(of.num ?? 0, has);
  const sku = skuOf(of.term, of.days);
  const quote = useQuote({ sku, quantity: bought > 0 ? bought : null, couponId: null });
  const quoted = quote.current && !quote.isError ? quote.data?.totalCents : undefined;
  const totalCents = bought > 0 ? quoted : 0;
  const known = totalCents !== undefined && walletCents !== undefined;
  return {
    has,
    used,
    bought,
    totalCents,
    walletCents,
    settling: bought > 0 && !quote.current,
    quoteError: bought > 0 ? quote.error : null,
    /** The wallet's shortfall, in cents. */
    missingCents: known ? Math.max(0, totalCents - walletCents) : 0,
    /** Whether the cost and its payment are known. */
    priced: bought === 0 || known,
  };
}

/** The unit price of IPs bought for a period; undefined while prices are loading. */
function unitMicros(prices: TakeState["prices"], days: number, num: number, credits: Credits) {
  const { bought } = paymentOf(num, credits[days] ?? 0);
  const tiers = prices?.find((price) => price.days === days)?.tiers;
  return tiers && tierOf(Math.max(1, bought), tiers)?.unitMicros;
}
