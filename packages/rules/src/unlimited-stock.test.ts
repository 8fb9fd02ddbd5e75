import { describe, expect, it } from "vitest";
import { stockOf } from "./unlimited-stock.ts";

const region = { most: 2_000, sold: 0, freeNumbers: 4_000, exits: 3 };

describe("what can be ordered in a region", () => {
  it("is what the operator sells there less what plans have, and no more than numbers are free", () => {
    const port = { ...region, kind: "port" } as const;
    expect(stockOf({ ...port, sold: 300 })).toBe(1_700);
    expect(stockOf({ ...port, freeNumbers: 12 })).toBe(12);
    expect(stockOf({ ...port, sold: 2_500 })).toBe(0);
  });

  it("of bandwidth comes in steps of 100 Mbps, and needs one number", () => {
    const bandwidth = { ...region, kind: "bandwidth", most: 1_000 } as const;
    expect(stockOf({ ...bandwidth, freeNumbers: 1 })).toBe(1_000);
    expect(stockOf({ ...bandwidth, most: 1_050 })).toBe(1_000);
    expect(stockOf({ ...bandwidth, sold: 950 })).toBe(0);
    expect(stockOf({ ...bandwidth, freeNumbers: 0 })).toBe(0);
  });

  it("is nothing without an exit", () => {
    expect(stockOf({ ...region, kind: "port", exits: 0 })).toBe(0);
    expect(stockOf({ ...region, kind: "bandwidth", exits: 0 })).toBe(0);
  });
});
