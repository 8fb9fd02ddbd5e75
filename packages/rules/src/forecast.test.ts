import { describe, expect, it } from "vitest";
import {
  maxForecastDays,
  forecastOf,
  durationPhrase,
  renewalsAhead,
  renewalTimes,
  sharesOf,
  tenths,
  trafficBasis,
  walletBasis,
} from "./forecast.ts";

const days = (...last: number[]) => [...Array.from({ length: 14 - last.length }, () => 0), ...last];
const traffic = (left: number, used: number[], todayShare = 0.5) =>
  forecastOf({ left, days: used, todayShare, basis: trafficBasis });

describe("the traffic forecast", () => {
  it("is based on the last seven full days and the elapsed part of today", () => {
    const used = days(900, 900, 900, 10, 10, 10, 10, 10, 10, 10, 5);
    expect(traffic(1000, used)).toEqual({ perDay: 10, fromDays: 7, daysLeft: 100 });
  });

  it("is based on the days since first use for a new customer", () => {
    const first = traffic(100, days(8, 10, 2), 0.5);
    expect(first).toEqual({ perDay: 8, fromDays: 2, daysLeft: 12.5 });
  });

  it("counts days without use after the first use", () => {
    expect(traffic(100, days(70, 0, 0, 0, 0, 0, 0, 0), 0).perDay).toBe(10);
  });

  it("is missing without use, on the first day, and after use has stopped", () => {
    expect(traffic(100, days())).toEqual({ perDay: 0, fromDays: 0, daysLeft: null });
    expect(traffic(100, days(50))).toEqual({ perDay: 0, fromDays: 0, daysLeft: null });
    const stopped = days(9, 0, 0, 0, 0, 0, 0, 0, 0);
    expect(traffic(100, stopped)).toEqual({ perDay: 0, fromDays: 7, daysLeft: null });
    expect(traffic(100, [])).toEqual({ perDay: 0, fromDays: 0, daysLeft: null });
  });

  it("is never negative, not a number, or more than ten years", () => {
    expect(traffic(0, days(5, 5)).daysLeft).toBe(0);
    expect(traffic(-7, days(5, 5)).daysLeft).toBe(0);
    expect(traffic(1e15, days(1, 0)).daysLeft).toBe(maxForecastDays);
    expect(traffic(10, days(-5, 10), 0).perDay).toBe(0);
    expect(traffic(10, days(5, 5), -3).perDay).toBe(10);
    expect(traffic(10, days(5, 5), 3).perDay).toBe(5);
  });

  it("is given in tenths, rounded down", () => {
    expect([tenths(12.39), tenths(0.09), tenths(3)]).toEqual([12.3, 0, 3]);
  });
});

describe("how a forecast is displayed", () => {
  const message = { left: 5, used: true, fromDays: 7, daysLeft: 12.9 };
  it.each([
    [message, { how: "days", days: 12 }],
    [
      { ...message, daysLeft: 1 },
      { how: "days", days: 1 },
    ],
    [{ ...message, daysLeft: 0.9 }, { how: "hours" }],
    [
      { ...message, daysLeft: 365 },
      { how: "days", days: 365 },
    ],
    [{ ...message, daysLeft: 365.1 }, { how: "years" }],
    [{ ...message, left: 0, daysLeft: 0 }, { how: "gone" }],
    [{ ...message, daysLeft: null }, { how: "idle" }],
    [{ ...message, fromDays: 0, daysLeft: null }, { how: "early" }],
    [{ ...message, used: false, fromDays: 0, daysLeft: null }, { how: "unused" }],
  ])("%j is shown as %j", (given, said) => {
    expect(durationPhrase(given)).toEqual(said);
  });

  it("bars are shares of the highest value", () => {
    expect(sharesOf([0, 5, 10])).toEqual([0, 0.5, 1]);
    expect(sharesOf([0, 0])).toEqual([0, 0]);
    expect(sharesOf([])).toEqual([]);
  });
});

describe("the wallet forecast", () => {
  const wallet = (used: number[]) =>
    forecastOf({ left: 600, days: used, todayShare: 0, basis: walletBasis });
  const sixty = (...at: [number, number][]) => {
    const spent = Array.from({ length: 60 }, () => 0);
    for (const [ago, cents] of at) spent[59 - ago] = cents;
    return spent;
  };

  it("is based on thirty days, as purchases are irregular", () => {
    expect(wallet(sixty([40, 900], [20, 300], [30, 300]))).toEqual({
      perDay: 20,
      fromDays: 30,
      daysLeft: 30,
    });
  });

  it("is missing after a single purchase", () => {
    expect(wallet(sixty([3, 900]))).toEqual({ perDay: 0, fromDays: 0, daysLeft: null });
    expect(wallet(sixty([3, 900], [0, 900])).fromDays).toBe(3);
  });
});

describe("enabled auto-renewals (spec/static#auto-renew: credits first, then the wallet)", () => {
  it.each([
    [{ days: 30, endsInDays: 1 }, 2],
    [{ days: 30, endsInDays: 2 }, 1],
    [{ days: 30, endsInDays: 31 }, 1],
    [{ days: 30, endsInDays: 32 }, 0],
    [{ days: 7, endsInDays: 3 }, 5],
    [{ days: 90, endsInDays: 90 }, 0],
    [{ days: 1, endsInDays: 1 }, 31],
  ])("fall due a day before each expiry within 30 days: %j, %d times", (ip, times) => {
    expect(renewalTimes(ip)).toBe(times);
  });

  it("charge the unit price to the wallet for each IP that credits of its period do not cover", () => {
    const ips = [
      { days: 30, endsInDays: 5, count: 3 },
      { days: 30, endsInDays: 1, count: 1 },
    ];
    const week = [{ days: 7, endsInDays: 31, count: 2 }];
    expect(
      renewalsAhead([
        { ips, credits: 2, priceCents: 500 },
        { ips: week, credits: 9, priceCents: 200 },
      ]),
    ).toEqual({ count: 7, walletCents: 1500 });
  });

  it("are paid only by credits if the period is no longer sold", () => {
    const ips = [{ days: 30, endsInDays: 5, count: 3 }];
    const ahead = renewalsAhead([{ ips, credits: 1, priceCents: null }]);
    expect(ahead).toEqual({ count: 1, walletCents: 0 });
    expect(renewalsAhead([])).toEqual({ count: 0, walletCents: 0 });
  });
});
