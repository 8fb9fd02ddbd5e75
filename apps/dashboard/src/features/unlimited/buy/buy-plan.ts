/** Computes what an unlimited plan costs, for the form to show beforehand. */
import { priceCents } from "@turnpike/rules/money.ts";
import { bandwidthStepMbps, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { isUnlimitedRegion, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { CallResult } from "../../../lib/call.ts";
import { type PlanDays, planDays } from "../plan.ts";
import type { PlanStart } from "../../order/unlimited-plan-url.ts";

export type Region = CallResult<"portServers">["regions"][number];
export type UnitMicros = Region["unitMicros"];

/** The allowed range of an order (spec/unlimited#ordering: mostPortsOfPlan, mostMbpsOfPlan). */
export const orderRange = {
  port: { min: 1, max: 1_000, step: 1 },
  bandwidth: { min: bandwidthStepMbps, max: 10_000, step: bandwidthStepMbps },
} as const satisfies Record<UnlimitedKind, { min: number; max: number; step: number }>;

/** Most popular first. */
const usual: Record<UnlimitedKind, readonly number[]> = {
  port: [1, 3, 5, 10, 25, 50, 2, 20, 4, 15],
  bandwidth: [100, 200, 300, 500, 1_000, 2_000, 400, 600, 800],
};
const presetCount = 6;
const firstOf: Record<UnlimitedKind, number> = { port: 1, bandwidth: 100 };

/** The nearest available quantity: rounded up to a step, but not above the stock. */
export function nearest(kind: UnlimitedKind, wanted: number, stock: number | undefined): number {
  const { min, max, step } = orderRange[kind];
  const most = Math.min(max, stock ?? max);
  const stepped = Math.ceil(wanted / step) * step;
  return Math.max(min, Math.min(stepped, Math.floor(most / step) * step));
}

/** The usual quantities that are available. */
export function presetsOf(kind: UnlimitedKind, stock: number | undefined): number[] {
  return usual[kind]
    .filter((quantity) => stock === undefined || quantity <= stock)
    .slice(0, presetCount)
    .sort((one, other) => one - other);
}

/** The form's initial quantity. */
export const firstQuantity = (kind: UnlimitedKind, start: PlanStart): number =>
  start.quantity ?? firstOf[kind];

/** The form's initial region: the link's, else the first with enough stock. */
export function firstRegion(
  kind: UnlimitedKind,
  regions: readonly Region[],
  start: PlanStart,
): UnlimitedRegion | null {
  const wanted = start.region ?? "";
  if (isUnlimitedRegion(wanted) && regions.some(({ region }) => region === wanted)) return wanted;
  const least = orderRange[kind].min;
  return regions.find(({ stock }) => stock >= least)?.region ?? null;
}

/** The form's initial period. */
export function firstDays({ days }: PlanStart): PlanDays {
  return planDays.find((option) => option === days) ?? 30;
}

/** The price of a period per 30 days, in whole cents. */
export const monthCents = (unitMicros: number, days: number): number =>
  Math.round((unitMicros * 30) / days / 10_000);

/** How much less a period costs per day than the shortest one, in whole percent; never negative. */
export function savingPercent(prices: UnitMicros, days: PlanDays): number {
  const byDay = (period: PlanDays) => prices[period] / period;
  const shortest = byDay(7);
  if (shortest <= 0) return 0;
  return Math.max(0, Math.floor((1 - byDay(days) / shortest) * 100));
}

/** The list price in cents; 0 while something is not chosen. */
export function listCents(quantity: number | null, unitMicros: number | undefined): number {
  if (quantity === null || unitMicros === undefined) return 0;
  return priceCents(quantity, unitMicros);
}

/** The lowest price of a period among the regions; undefined if none is sold. */
export function lowestMicros(regions: readonly Region[], days: PlanDays): number | undefined {
  const prices = regions.map(({ unitMicros }) => unitMicros[days]);
  return prices.length > 0 ? Math.min(...prices) : undefined;
}
