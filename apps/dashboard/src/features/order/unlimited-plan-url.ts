/** URLs of unlimited plans: `?plan=ID` shows one, `?buy=1` opens the purchase with a selection. */
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";

/** The initial values of the purchase. */
export interface PlanStart {
  region?: string;
  /** Ports, or Mbps. */
  quantity?: number | undefined;
  days?: number | undefined;
}

const screens = {
  port: "/cli/unlimit-proxies",
  bandwidth: "/cli/unlimit-bandwidth",
} as const satisfies Record<UnlimitedKind, string>;

/** The page of a plan; `tab` is ports, whitelist or monitor. */
export function planPath(kind: UnlimitedKind, planId: string, tab = ""): string {
  const search = new URLSearchParams({ plan: planId, ...(tab ? { tab } : {}) });
  return `${screens[kind]}?${search}`;
}

/** The list of the plans of a kind. */
export const plansPath = (kind: UnlimitedKind): string => screens[kind];

/** The purchase with these values selected, such as to buy the same again. */
export function buyPlanPath(kind: UnlimitedKind, { region, quantity, days }: PlanStart): string {
  const search = new URLSearchParams({ buy: "1" });
  if (region) search.set("region", region);
  if (quantity) search.set("quantity", String(quantity));
  if (days) search.set("days", String(days));
  return `${screens[kind]}?${search}`;
}

/** A number from the URL; undefined if it is not one. */
const wholeOf = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);

/** The purchase dialog, kept in the URL: `?buy=1&region=europe&quantity=3&days=30`. */
export function useBuyPlanLink() {
  const [url, setUrl] = useUrlText(["buy", "region", "quantity", "days"], { keepsPage: true });
  const start: PlanStart = {
    region: url.region,
    quantity: wholeOf(url.quantity),
    days: wholeOf(url.days),
  };
  return {
    opened: url.buy === "1",
    start,
    open: () => setUrl({ buy: "1" }),
    close: () => setUrl({ buy: "", region: "", quantity: "", days: "" }),
  };
}
