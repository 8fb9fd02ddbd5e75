import { describe, expect, it } from "vitest";
import { stockOf } from "./unlimited-stock.ts";

const region = { most: 2_000, sold: 0, freeNumbers: 4_000, exits: 3 };

describe("the stock of a region", () => {
  it("is the amount on sale less the amount sold, limited by the free port numbers", () => {
    const port = { ...region, kind: "port" } as const;
    expect(stockOf({ ...port, sold: 300 })).toBe(1_700);
    expect(stockOf({ ...port, freeNumbers: 12 })).toBe(12);
    expect(stockOf({ ...port, sold: 2_500 })).toBe(0);
  });

  it("of bandwidth comes in steps of 100 Mbps and needs one port number", () => {
    const bandwidth = { ...region, kind: "bandwidth", most: 1_000 } as const;
    expect(stockOf({ ...bandwidth, freeNumbers: 1 })).toBe(1_000);
    expect(stockOf({ ...bandwidth, most: 1_050 })).toBe(1_000);
    expect(stockOf({ ...bandwidth, sold: 950 })).toBe(0);
    expect(stockOf({ ...bandwidth, freeNumbers: 0 })).toBe(0);
  });

  it("is zero without an exit", () => {
    expect(stockOf({ ...region, kind: "port", exits: 0 })).toBe(0);
    expect(stockOf({ ...region, kind: "bandwidth", exits: 0 })).toBe(0);
  });
});
