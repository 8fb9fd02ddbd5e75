/** What buying an unlimited plan comes to, as the form shows it before anything is done. */
import { priceCents } from "@turnpike/rules/money.ts";
import { bandwidthStepMbps, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { isUnlimitedRegion, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { CallResult } from "../../../lib/call.ts";
import { type PlanDays, planDays } from "../plan.ts";
import type { PlanStart } from "../../order/unlimited-plan-url.ts";

export type Region = CallResult<"portServers">["regions"][number];
export type UnitMicros = Region["unitMicros"];

/** What one order may be (spec/unlimited#ordering: mostPortsOfPlan, mostMbpsOfPlan). */
export const orderRange = {
  port: { min: 1, max: 1_000, step: 1 },
  bandwidth: { min: bandwidthStepMbps, max: 10_000, step: bandwidthStepMbps },
} as const satisfies Record<UnlimitedKind, { min: number; max: number; step: number }>;

/** Those that are wanted most come first. */
const usual: Record<UnlimitedKind, readonly number[]> = {
  port: [1, 3, 5, 10, 25, 50, 2, 20, 4, 15],
  bandwidth: [100, 200, 300, 500, 1_000, 2_000, 400, 600, 800],
};
const presetCount = 6;
const firstOf: Record<UnlimitedKind, number> = { port: 1, bandwidth: 100 };

/** Missing: nothing is typed. Outside: no whole number of an order. Stock: above what is free. */
export type ReadQuantity =
  | { quantity: number; why: null | "stock" }
  | { quantity: null; why: "missing" | "outside" | "step" };

/** Reads how much is wanted; `stock` undefined: no region is chosen. */
export function readQuantity(
  kind: UnlimitedKind,
  typed: number | string,
  stock: number | undefined,
): ReadQuantity {
  const { min, max, step } = orderRange[kind];
  const text = String(typed).trim();
  const quantity = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(quantity)) return { quantity: null, why: "missing" };
  const whole = Number.isInteger(quantity) && quantity > 0 && quantity <= max;
  if (whole && quantity % step !== 0) return { quantity: null, why: "step" };
  if (!whole || quantity < min) return { quantity: null, why: "outside" };
  return { quantity, why: stock !== undefined && quantity > stock ? "stock" : null };
}

/** The quantity that can be had and comes nearest: the next step up, no more than is free. */
export function nearest(kind: UnlimitedKind, wanted: number, stock: number | undefined): number {
  const { min, max, step } = orderRange[kind];
  const most = Math.min(max, stock ?? max);
  const stepped = Math.ceil(wanted / step) * step;
  return Math.max(min, Math.min(stepped, Math.floor(most / step) * step));
}

/** Usual quantities, those that can be had. */
export function presetsOf(kind: UnlimitedKind, stock: number | undefined): number[] {
  return usual[kind]
    .filter((quantity) => stock === undefined || quantity <= stock)
    .slice(0, presetCount)
    .sort((one, other) => one - other);
}

/** The quantity that the form opens with. */
export const firstQuantity = (kind: UnlimitedKind, start: PlanStart): number =>
  start.quantity ?? firstOf[kind];

/** The region that it opens with: the link's, else the first with enough to be had. */
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

/** The period that it opens with. */
export function firstDays({ days }: PlanStart): PlanDays {
  return planDays.find((option) => option === days) ?? 30;
}

/** What 30 days of a period cost, in whole cents. */
export const monthCents = (unitMicros: number, days: number): number =>
  Math.round((unitMicros * 30) / days / 10_000);

/** How much less a period costs by the day than the shortest, in whole percent; never below 0. */
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

/** The lowest price of a period among the regions; undefined where none is sold. */
export function lowestMicros(regions: readonly Region[], days: PlanDays): number | undefined {
  const prices = regions.map(({ unitMicros }) => unitMicros[days]);
  return prices.length > 0 ? Math.min(...prices) : undefined;
}
