import { describe, expect, it } from "vitest";
import { fitsMonth, isBelow, monthOf, nextMonthAt, retryAfterRefusal } from "./top-up.ts";

const plan = { thresholdCents: 2_000, monthCents: 10_000 };

describe("Auto top-up (spec/money#auto-top-up)", () => {
  it("is due when the wallet is below the threshold, not at it", () => {
    expect([1_999, 2_000, 0].map((wallet) => isBelow(plan, wallet))).toEqual([true, false, true]);
  });

  it("keeps the month's limit to the cent", () => {
    const fits = (spentCents: number) => fitsMonth(plan, { spentCents, chargeCents: 5_000 });
    expect([5_000, 5_001].map(fits)).toEqual([true, false]);
  });

  it("tries again after ten minutes, then after an hour, then never", () => {
    const later = [1, 2, 3, 4].map((refusals) => retryAfterRefusal(refusals, 0));
    expect(later).toEqual([600_000, 3_600_000, null, null]);
  });

  it("counts months in UTC", () => {
    const last = Date.parse("2026-12-31T23:59:59.999Z");
    expect(monthOf(last)).toBe("2026-12");
    expect(new Date(nextMonthAt(last)).toISOString()).toBe("2027-01-01T00:00:00.000Z");
  });
});
