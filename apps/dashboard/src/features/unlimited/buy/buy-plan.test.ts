import { describe, expect, it } from "vitest";
import { bandwidthRegions, planRow, portRegions } from "../testing/unlimited.ts";
import {
  firstDays,
  firstRegion,
  lowestMicros,
  monthCents,
  nearest,
  presetsOf,
  savingPercent,
} from "./buy-plan.ts";
import { clampToPlanClock } from "../plan.ts";
import { buyPlanPath, planPath } from "../../order/unlimited-plan-url.ts";
import { renewedUntil } from "../renew/renewed-until.ts";

describe("the quantity of an order", () => {
  it("is replaced by the nearest available one", () => {
    expect(nearest("bandwidth", 250, 1_500)).toBe(300);
    expect(nearest("bandwidth", 9_000, 1_550)).toBe(1_500);
    expect(nearest("bandwidth", 5, 1_500)).toBe(100);
    expect(nearest("port", 99, 40)).toBe(40);
    expect(nearest("port", 5_000, undefined)).toBe(1_000);
  });

  it("has only available presets, six at most", () => {
    expect(presetsOf("port", undefined)).toEqual([1, 3, 5, 10, 25, 50]);
    expect(presetsOf("port", 30)).toEqual([1, 2, 3, 5, 10, 25]);
    expect(presetsOf("port", 2)).toEqual([1, 2]);
    expect(presetsOf("bandwidth", 250)).toEqual([100, 200]);
  });
});

describe("the dialog opens with", () => {
  it("the link's region, sold out or not, else the first with enough stock", () => {
    expect(firstRegion("port", portRegions, {})).toBe("europe");
    expect(firstRegion("port", portRegions, { region: "asia" })).toBe("asia");
    expect(firstRegion("port", portRegions, { region: "moon" })).toBe("europe");
    expect(firstRegion("port", portRegions, { region: "oceania" })).toBe("europe");
    const few = bandwidthRegions.map((one) => ({ ...one, stock: 99 }));
    expect(firstRegion("bandwidth", few, {})).toBeNull();
  });

  it("the link's period if it is sold, else 30 days", () => {
    expect([{ days: 7 }, { days: 90 }, { days: 8 }, {}].map(firstDays)).toEqual([7, 90, 30, 30]);
  });
});

describe("prices", () => {
  const prices = { 7: 3_000_000, 30: 9_000_000, 90: 24_000_000 };
  it("show the price per month and the saving of a longer period, never overstated", () => {
    expect([monthCents(3_000_000, 7), monthCents(24_000_000, 90)]).toEqual([1_286, 800]);
    expect(savingPercent(prices, 7)).toBe(0);
    expect(savingPercent(prices, 30)).toBe(30);
    // 37.8 %
    expect(savingPercent(prices, 90)).toBe(37);
  });

  it("show no saving for a more expensive longer period, nor for a free one", () => {
    expect(savingPercent({ ...prices, 30: 20_000_000 }, 30)).toBe(0);
    expect(savingPercent({ 7: 0, 30: 9, 90: 9 }, 30)).toBe(0);
  });

  it("show the lowest of all regions", () => {
    expect(lowestMicros(portRegions, 30)).toBe(8_000_000);
    expect(lowestMicros([], 30)).toBeUndefined();
  });
});

describe("a renewal", () => {
  const plan = planRow();
  it("counts from the old end (spec/unlimited#renewal)", () => {
    const until = renewedUntil(plan, 7, Date.now());
    expect(Date.parse(until ?? "") - Date.parse(plan.expiresAt)).toBe(7 * 86_400_000);
  });

  it("uses the product's clock, not this computer's, to decide whether the plan has ended", () => {
    const late = Date.parse(plan.expiresAt) + 5 * 86_400_000;
    expect(renewedUntil(plan, 7, late)).not.toBeNull();
    expect(renewedUntil({ ...plan, remainingHours: 0 }, 7, Date.now())).toBeNull();
    // The API answered twelve days, of which less than the last hour may have passed.
    const left = Date.parse(plan.expiresAt) - clampToPlanClock(plan, late);
    expect(left).toBe((12 * 24 - 1) * 3_600_000);
  });
});

it("plans and purchases have URLs", () => {
  expect(planPath("port", "p1")).toBe("/cli/unlimit-proxies?plan=p1");
  expect(planPath("bandwidth", "p1", "monitor")).toBe("/cli/unlimit-bandwidth?plan=p1&tab=monitor");
  expect(buyPlanPath("port", { region: "europe", quantity: 3, days: 30 })).toBe(
    "/cli/unlimit-proxies?buy=1&region=europe&quantity=3&days=30",
  );
  expect(buyPlanPath("bandwidth", {})).toBe("/cli/unlimit-bandwidth?buy=1");
});
