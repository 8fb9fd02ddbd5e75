import { describe, expect, it } from "vitest";
import { cheapestOffer, judgeProduct, type ProductFacts, textIn } from "./product.ts";

const traffic: ProductFacts = {
  sku: "mobile-4g",
  kind: "traffic",
  enterprise: false,
  name: { en: "Mobile 4G" },
  description: null,
  badge: null,
  unit: "GB",
  pool: "residential",
  region: null,
  days: null,
  validDays: 90,
  min: 2,
  max: 500,
  step: 2,
  sort: 5,
  trial: false,
  tiers: [
    {
      fromQty: 1,
      unitMicros: 4e6,
    },
  ],
};
const ip: ProductFacts = { ...traffic, kind: "ip", pool: null, validDays: null, unit: "IP" };
const isp: ProductFacts = { ...ip, kind: "static", days: 30 };
const port: ProductFacts = { ...ip, kind: "port", days: 30, region: "global" };

describe("A product (spec/money#products)", () => {
  it("can be sold of every kind", () => {
    const wide = { ...port, kind: "bandwidth", min: 100, max: 1_000, step: 100 } as const;
    for (const one of [traffic, ip, isp, { ...isp, kind: "short", days: 3 } as const, port, wide])
      expect([one.kind, judgeProduct(one)]).toEqual([one.kind, null]);
  });

  it.each<[Partial<ProductFacts>, string]>([
    [{ ...traffic, days: 30 }, "days: traffic is sold without a period"],
    [{ ...traffic, unit: "MB" }, "unit: traffic is sold by GB"],
    [{ ...traffic, region: "asia" }, "region: only ports and bandwidth are sold by region"],
    [{ ...isp, days: 14 }, "days: static is sold for 7, 30, 90 days"],
    [{ ...isp, kind: "short", days: null }, "days: staticShort is sold for 1, 3, 7 days"],
    [{ ...isp, pool: "residential" }, "pool: only traffic is sold by pool"],
    [{ ...isp, validDays: 3 }, "validDays: only traffic can expire"],
    [{ ...port, region: "mars" }, "region: mars is no region"],
    [{ ...port, max: 2_000 }, "max: a plan has at most 1000"],
    [{ ...port, kind: "bandwidth" }, "step: bandwidth is sold in steps of 100"],
    [{ ...ip, max: 1 }, "max: is below min"],
    [{ ...ip, min: 3 }, "min: is no multiple of step"],
    [{ ...ip, tiers: [{ fromQty: 3, unitMicros: 1 }] }, "tiers: none prices the smallest order"],
    [
      { ...ip, tiers: [1, 1].map((fromQty) => ({ fromQty, unitMicros: 1 })) },
      "tiers: two have the same fromQty",
    ],
    [
      { ...ip, tiers: [{ fromQty: 1, unitMicros: 1e14 }] },
      "tiers: the largest order costs more than a billion",
    ],
    [{ ...ip, name: { en: "two\nlines" } }, "name: en has a control character"],
    [{ ...ip, name: { en: "a", de: "evil\u202eeman" } }, "name: de has a control character"],
    [{ ...ip, badge: { en: "🔥" } }, "badge: en has signs that no invoice can show"],
  ])("is refused by the name of the field at fault: %#", (wrong, line) => {
    const fault = judgeProduct({ ...ip, ...wrong });
    expect(fault && `${fault.field}: ${fault.fault}`).toBe(line);
  });

  it("is named in English where no other text was written", () => {
    const name = { en: "Mobile", de: "Mobil" };
    expect(["de", "fr"].map((lang) => textIn(name, lang))).toEqual(["Mobil", "Mobile"]);
    expect(textIn(null, "de")).toBeNull();
  });

  it("is the one that sells a quantity for the least, the first of equals", () => {
    const offer = (sku: string, minQty: number, unitMicros: number) => ({
      sku,
      minQty,
      maxQty: 100,
      tiers: [
        {
          fromQty: 1,
          unitMicros,
        },
      ],
    });
    const offers = [offer("a", 1, 5e6), offer("b", 10, 3e6), offer("c", 1, 5e6)];
    expect([1, 10, 200].map((quantity) => cheapestOffer(offers, quantity)?.sku)).toEqual([
      "a",
      "b",
      "a",
    ]);
    expect(cheapestOffer([], 1)).toBeUndefined();
  });
});

describe("A trial (spec/money#trials)", () => {
  const free = [{ fromQty: 1, unitMicros: 0 }];
  it("costs nothing, and nothing else does", () => {
    expect(judgeProduct({ ...traffic, trial: true, tiers: free })).toBeNull();
    expect(judgeProduct({ ...traffic, trial: true })).toMatchObject({ field: "tiers" });
    expect(judgeProduct({ ...traffic, tiers: free })).toMatchObject({ field: "tiers" });
  });

  it("is of what is granted, not of plans", () => {
    expect(judgeProduct({ ...isp, trial: true, tiers: free })).toBeNull();
    expect(judgeProduct({ ...port, trial: true, tiers: free })).toMatchObject({ field: "trial" });
  });
});
