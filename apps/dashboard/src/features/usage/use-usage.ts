import type { Dimension, UsageProduct } from "@turnpike/rules/usage.ts";
import { dimensions, usageProducts } from "@turnpike/rules/usage.ts";
import type { CallParameters } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { grainOf, rangeBefore, rangeOf } from "./range.ts";

const refreshMs = 5_000;
const names = [
  ...(["days", "from", "to", "grain", "by", "product", "account"] as const),
  ...(["country", "domain"] as const),
] as const;
export type UsageUrl = Record<(typeof names)[number], string>;
export type ChangeUsage = (changes: Partial<UsageUrl>) => void;

const without = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

/**
 * The URL's selection, its report, and the bars of the previous period. `only` restricts it to
 * these products: the URL's, or else the first.
 */
export function useUsage(only?: readonly UsageProduct[]) {
  const [url, change] = useUrlText(names);
  const today = new Date(useNow()).toISOString().slice(0, 10);
  // The server determines the current day; if it does not answer, this computer does.
  const clock = useCall("headerInit", {});
  const enabled = clock.data !== undefined || clock.isError;
  const { range, preset } = rangeOf(url, today);
  const grain = grainOf(url.grain, range);
  const by = dimensions.find((each) => each === url.by) as Dimension | undefined;
  const product = (only ?? usageProducts).find((each) => each === url.product) ?? only?.[0];
  const filter = without({
    account: url.account,
    country: url.country,
    domain: url.domain,
    product: product ?? "",
  });
  const parameters = {
    ...range,
    grain,
    ...filter,
    ...(by ? { by } : {}),
  } as CallParameters<"usage">;
  const usage = useCall("usage", parameters, { everyMs: refreshMs, keepLast: true, enabled });
  const before = useCall(
    "usage",
    { ...rangeBefore(range), grain, ...filter } as CallParameters<"usage">,
    { enabled: enabled && by === undefined, staleMs: 60_000 },
  );
  const choosesProduct = only === undefined;
  return {
    url,
    change,
    range,
    preset,
    grain,
    by,
    product,
    choosesProduct,
    question: parameters,
    usage,
    before,
  };
}
export type UsageState = ReturnType<typeof useUsage>;
