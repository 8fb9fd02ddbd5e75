import { describe, expect, it } from "vitest";
import {
  connectBucket,
  connectBuckets,
  connectPercentile,
  spanPieces,
  usageSpan,
  usageSteps,
} from "./usage.ts";

const at = (text: string) => Date.parse(text);
const day = 86_400_000;
const ask = (more: Partial<Parameters<typeof usageSpan>[0]>) =>
  usageSpan({
    now: at("2026-11-26T15:30:00Z"),
    from: null,
    to: null,
    grain: "day",
    keyed: false,
    ...more,
  });

describe("The span of a usage report (spec/traffic-plan#usage)", () => {
  it("consists of whole UTC steps including both ends, and as many steps before them", () => {
    const from = at("2026-02-10T23:59:59Z");
    const to = at("2026-03-02T00:00:00Z");
    expect(ask({ from, to })).toEqual({
      span: { from: at("2026-02-10"), to: at("2026-03-03") },
      previous: { from: at("2026-01-20"), to: at("2026-02-10") },
    });
    expect(ask({ from, to, grain: "month" })).toEqual(ask({ from, to }));
    expect(ask({ from: to, to, grain: "hour" })).toEqual({
      span: { from: to, to: to + 3_600_000 },
      previous: { from: to - 3_600_000, to },
    });
    expect(ask({})).toMatchObject({ span: { from: at("2026-10-28"), to: at("2026-11-27") } });
  });

  it("has at most 400 days, and does not end before it starts", () => {
    const to = at("2026-11-26T12:00:00Z");
    expect(ask({ from: to - 400 * day, to })).toHaveProperty("span");
    expect(ask({ from: to - 400 * day - 1, to })).toEqual({ refused: "from" });
    expect(ask({ from: to + 1, to })).toEqual({ refused: "from" });
    expect(ask({ from: to - 94 * day, to, grain: "hour" })).toHaveProperty("span");
    expect(ask({ from: to - 94 * day, to, grain: "hour", keyed: true })).toEqual({
      refused: "grain",
    });
  });

  it("steps through months of any length", () => {
    const span = { from: at("2026-01-01"), to: at("2026-04-01") };
    const within = { from: at("2026-01-31"), to: at("2026-03-02") };
    expect(usageSteps(within, "month")).toEqual(usageSteps(span, "month"));
    expect(usageSteps(span, "month")).toEqual([
      at("2026-01-01"),
      at("2026-02-01"),
      at("2026-03-01"),
    ]);
    expect(usageSteps(span, "day")).toHaveLength(90);
  });

  it("is composed of months, days and hours without a gap", () => {
    const span = { from: at("2026-01-30T22:00:00Z"), to: at("2026-04-02T03:00:00Z") };
    const pieces = spanPieces(span);
    expect(pieces.map(({ level }) => level)).toEqual(["hour", "day", "month", "day", "hour"]);
    expect(pieces[0]?.from).toBe(span.from);
    expect(pieces.at(-1)?.to).toBe(span.to);
    expect(pieces.slice(1).map(({ from }) => from)).toEqual(
      pieces.slice(0, -1).map(({ to }) => to),
    );
    const hours = { from: at("2026-01-30T22:00:00Z"), to: at("2026-01-30T23:00:00Z") };
    expect(spanPieces(hours)).toEqual([{ level: "hour", ...hours }]);
    const days = { from: at("2026-01-31"), to: at("2026-02-02") };
    expect(spanPieces(days)).toEqual([{ level: "day", ...days }]);
  });
});

describe("Connect times", () => {
  const counts = (...times: number[]) => {
    const sums = Array.from({ length: connectBuckets }, () => 0);
    for (const ms of times) sums[connectBucket(ms)] = (sums[connectBucket(ms)] ?? 0) + 1;
    return sums;
  };

  it("have percentiles within their histogram bucket", () => {
    const times = Array.from({ length: 100 }, (_, n) => n + 1);
    expect(connectPercentile(counts(...times), 0.5)).toBe(50);
    expect(connectPercentile(counts(...times), 0.95)).toBe(95);
    expect(connectPercentile(counts(30), 0.5)).toBe(35);
    expect(connectPercentile(counts(60_000), 0.95)).toBe(10_000);
    expect(connectPercentile(counts(), 0.95)).toBeNull();
  });
});
