import { describe, expect, it, test } from "vitest";
import { partitionsAhead, partitionSpan } from "./partitions.ts";
import { certainty, openAssumedMs, readInstant, readTrace, mayOverlap } from "./trace.ts";

const ended = { at: 1_000_000, ms: 60_000, open: false };
const open = { ...ended, open: true };

describe("A traced connection (spec/operator#trace)", () => {
  it.each([
    [ended, 999_999, "nearby"],
    [ended, 1_000_000, "surely"],
    [ended, 1_060_000, "surely"],
    [ended, 1_060_001, "nearby"],
    [open, 1_060_000, "surely"],
    [open, 1_060_001, "perhaps"],
    [open, 1_060_000 + openAssumedMs, "perhaps"],
    [open, 1_060_001 + openAssumedMs, "nearby"],
  ] as const)("%j matches the instant %i: %s", (connection, instant, sure) => {
    expect(certainty({ connections: 1, ...connection }, instant)).toBe(sure);
  });

  it("is never sure of a folded line, which has gaps (spec/operator#folded-rows)", () => {
    expect(certainty({ ...ended, connections: 2 }, 1_000_001)).toBe("perhaps");
    expect(certainty({ ...ended, connections: 2 }, 1_060_001)).toBe("nearby");
  });

  it("overlaps a window that starts before its end, or soon after its last report if open", () => {
    const window = { from: 1_070_000, to: 1_080_000 };
    expect([mayOverlap(ended, window), mayOverlap(open, window)]).toEqual([false, true]);
    expect(mayOverlap(open, { from: 900_000, to: 999_999 })).toBe(false);
  });
});

test("A day's partition is a UTC day", () => {
  const at = Date.UTC(2026, 1, 28, 23, 59);
  expect(partitionSpan("day", at)).toEqual({
    name: "2026_02_28",
    from: Date.UTC(2026, 1, 28),
    to: Date.UTC(2026, 2, 1),
  });
  expect(partitionsAhead("day", at).map(({ name }) => name)).toEqual([
    "2026_02_28",
    "2026_03_01",
    "2026_03_02",
  ]);
});

describe("A trace query for a complaint", () => {
  const now = Date.UTC(2026, 2, 20);
  const at = Date.UTC(2026, 2, 16, 8, 30);

  it.each([
    ["2026-03-16T08:30:00Z", at],
    ["2026-03-16T09:30:00+01:00", at],
    ["2026-03-16 09:30:00 +0100", at],
    ["2026-03-16 08:30 UTC", at],
    [String(at / 1_000), at],
    // Without a time zone.
    ["2026-03-16T08:30:00", null],
    ["16.03.2026 08:30", null],
    ["yesterday", null],
    ["", null],
  ])("parses the instant %j", (text, instant) => {
    expect(readInstant(text)).toBe(instant);
  });

  it("is normalised, or refused with the name of the invalid field", () => {
    const fields = { exit: " 2001:DB8::0:1 ", at: "2026-03-16 08:30 UTC", target: "Shop.Example." };
    expect(readTrace(fields, now)).toEqual({
      question: { exit: "2001:db8::1", at, target: "shop.example", windowSeconds: 60 },
    });
    const wrong = (changed: object) => {
      const read = readTrace({ ...fields, ...changed }, now);
      return "field" in read ? read.field : null;
    };
    expect(wrong({ exit: "shop.example" })).toBe("exit");
    expect(wrong({ at: "2026-03-16" })).toBe("at");
    expect(wrong({ at: "2026-04-16T08:30:00Z" })).toBe("at");
    expect(wrong({ target: "https://shop.example/" })).toBe("target");
    expect(wrong({ window: "1.5" })).toBe("window");
    expect(wrong({ window: "86401" })).toBe("window");
    expect(wrong({ window: "0" })).toBeNull();
  });
});
