import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import {
  formatAgo,
  formatCountry,
  formatMinutes,
  formatMs,
  formatRate,
  formatTime,
} from "./format.ts";

beforeAll(() => i18next.init({ lng: "en", lowerCaseLng: true, resources: {} }));

test("speeds use the unit that fits, kB/s at least", () => {
  const speeds = [0, 999, 1_000, 999_949, 1_000_000, 2_345_678, 12_000_000_000].map(formatRate);
  expect(speeds).toEqual([
    "0 kB/s",
    "1 kB/s",
    "1 kB/s",
    "999.9 kB/s",
    "1 MB/s",
    "2.3 MB/s",
    "12 GB/s",
  ]);
});

test("durations show only significant digits", () => {
  expect([0, 999, 1_234, 12_345, 3_600_000].map(formatMs)).toEqual([
    "0 ms",
    "999 ms",
    "1.23 sec",
    "12.3 sec",
    "3,600 sec",
  ]);
});

test("past times are shown in their largest unit, future times as now", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const ago = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now);
  const formatted = [-90, 0, 59, 60, 3_599, 7_200, 86_400, 2 * 86_400, 40 * 86_400, 800 * 86_400];
  expect(formatted.map(ago)).toEqual([
    "now",
    "now",
    "now",
    "1 minute ago",
    "59 minutes ago",
    "2 hours ago",
    "yesterday",
    "2 days ago",
    "last month",
    "2 years ago",
  ]);
});

test("minutes are shown as days, hours and minutes", () => {
  expect([10, 480, 1440, 2975, 43_200].map(formatMinutes)).toEqual([
    "10 minutes",
    "8 hours",
    "1 day",
    "2 days, 1 hour, 35 minutes",
    "30 days",
  ]);
});

test("countries are named in the current language, and times have 24 hours", async () => {
  expect([formatCountry("DE"), formatCountry("zz1")]).toEqual(["Germany", "zz1"]);
  await i18next.changeLanguage("zh-tw");
  expect(formatCountry("DE")).toBe("德國");
  expect(formatTime("2026-11-21T19:05:09Z")).toMatch(/^\d\d:\d\d:\d\d$/);
});
