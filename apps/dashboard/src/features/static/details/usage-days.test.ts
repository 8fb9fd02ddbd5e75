import { expect, test } from "vitest";
import { everyDay } from "./usage-days.ts";

const used = { upBytes: 1, downBytes: 2, requests: 3 };

test("the last 30 days are shown, including those without usage (spec/static#static-ip)", () => {
  const usage = [
    { day: "2026-02-27", ...used },
    { day: "2026-03-02", ...used },
  ];
  const days = everyDay(usage, "2026-03-02");
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: "2026-02-01", upBytes: 0, downBytes: 0, requests: 0 });
  expect(days.filter(({ requests }) => requests > 0)).toEqual(usage);
  expect(days.slice(-4).map(({ day }) => day)).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
    "2026-03-02",
  ]);
});
