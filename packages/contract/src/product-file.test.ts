import { describe, expect, it } from "vitest";
import { readChangedProduct, readNewProduct } from "./product-file.ts";

const whole = {
  sku: "mobile-4g",
  kind: "traffic",
  name: { en: "Mobile 4G" },
  unit: "GB",
  min: 2,
  max: 500,
  step: 2,
  tiers: [
    {
      fromQty: 1,
      unitMicros: 4e6,
    },
  ],
  sort: 5,
};

describe("A product's file (spec/money#products)", () => {
  it("has names by language, in which zh-tw is zh", () => {
    const name = { en: "Mobile", "zh-tw": "行動" };
    expect(readNewProduct({ ...whole, name })).toEqual({
      file: { ...whole, name: { en: "Mobile", zh: "行動" } },
    });
  });

  it.each([
    [{ colour: "red" }, "colour", "unknown field"],
    [{ trial: "yes" }, "trial", "true or false is expected"],
    [{ name: { de: "Nur deutsch" } }, "name.en", "is missing"],
    [{ name: { en: "a", xx: "b" } }, "name.xx", "unknown field"],
    [{ name: { en: "x".repeat(81) } }, "name.en", "is too long"],
    [{ sku: undefined }, "sku", "is missing"],
    [{ sku: "port" }, "sku", "is the name of a kind of products"],
    [{ sku: "recharge" }, "sku", "is the name that recharges are quoted by"],
    [{ sku: "a b" }, "sku", "is 2 to 40 letters, digits, dots and dashes"],
    [{ kind: "short" }, "kind", /^one of traffic, ip, static, staticShort/],
    [{ tiers: [] }, "tiers", "is empty"],
    [{ tiers: [{ fromQty: 1 }] }, "tiers.0.unitMicros", "is missing"],
    [{ tiers: [{ fromQty: 1, unitMicros: 0.5 }] }, "tiers.0.unitMicros", /^a whole number/],
    [{ max: 1_000_001 }, "max", /^a whole number from 1 to 1000000/],
  ])("is refused by the name of the field at fault: %j", (wrong, field, fault) => {
    const read = readNewProduct({ ...whole, ...wrong });
    expect(read).toEqual({ field, fault: expect.stringMatching(fault) });
  });

  it("changes only the fields that it has", () => {
    expect(readChangedProduct({ min: 4 })).toEqual({ file: { min: 4 } });
    expect(readChangedProduct({})).toEqual({ file: {} });
    expect(readChangedProduct({ mim: 4 })).toEqual({ field: "mim", fault: "unknown field" });
  });
});
