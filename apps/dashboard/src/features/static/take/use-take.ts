import { isProxyCredential } from "@turnpike/rules/credentials.ts";
import { tierOf, type PriceTier } from "@turnpike/rules/pricing.ts";
import { useState } from "react";
import type { Question } from "../../../lib/call.ts";
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

export type TakeQuestion = Question<"staticUse" | "shortExtract">;
/** What the form works with. */
export interface TakeState {
  term: Term;
  stock: readonly Stock[];
  credits: Credits;
  prices: readonly { days: number; tiers: PriceTier[] }[] | undefined;
}
/** Fields that are judged once they are left, or when all is sent. */
export type ValidatedField = "country" | "num" | "account" | "password";

/** What one has chosen to take so far, what it costs, and what is in its way. */
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
  const isGood = (text: string) => text === "" || isProxyCredential(text);
  const faults = {
    country: place.country === "",
    num: read.why,
    account: !isGood(names.account),
    password: !isGood(names.password),
  };
  const known = (field: ValidatedField) => validated.has(field);
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
    /** What is shown beside the fields; above the stock is said at once. */
    shown: {
      country: faults.country && known("country"),
      num: read.why === "stock" || known("num") ? read.why : null,
      account: faults.account && known("account"),
      password: faults.password && known("password"),
    },
    firstFault: (Object.keys(faults) as ValidatedField[]).find((field) => faults[field]),
    unitMicros: (one: number) => unitMicros(prices, one, read.num ?? 1, credits),
    choosePlace: changing(setPlace, "country"),
    chooseDays: changing(setDays),
    type: changing(setTyped, "num"),
    name: changing((change: Partial<typeof names>) => setNames((old) => ({ ...old, ...change }))),
    validate: (...fields: ValidatedField[]) =>
      setValidated((before) => new Set([...before, ...fields])),
    question: (num: number): TakeQuestion => ({
      country: place.country,
      city: place.city || undefined,
      num,
      days: days as TakeQuestion["days"],
      account: names.account || undefined,
      password: names.password || undefined,
      // The wallet pays only where the person has seen what it pays.
      pay: pay.bought > 0 ? "wallet" : undefined,
    }),
  };
}
export type Take = ReturnType<typeof useTake>;

/** What credits pay and what the wallet pays; cents undefined while they are not known. */
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
    /** What the wallet lacks, in cents. */
    missingCents: known ? Math.max(0, totalCents - walletCents) : 0,
    /** Whether it is known what is paid, by what. */
    priced: bought === 0 || known,
  };
}

/** What each costs that would be bought for a period; undefined while prices are on their way. */
function unitMicros(prices: TakeState["prices"], days: number, num: number, credits: Credits) {
  const { bought } = paymentOf(num, credits[days] ?? 0);
  const tiers = prices?.find((price) => price.days === days)?.tiers;
  return tiers && tierOf(Math.max(1, bought), tiers)?.unitMicros;
}
