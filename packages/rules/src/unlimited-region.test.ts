import { expect, test } from "vitest";
import {
  isCountry,
  isInRegion,
  readUnlimitedSku,
  unlimitedRegions,
  unlimitedSku,
} from "./unlimited-region.ts";

const codes = (() => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => names.of(code));
})();

/** Groups of countries, former codes, Antarctica and uninhabited islands. */
const notSold =
  "AC AN AQ BU BV CP CQ CS DD DG DY EA EU EZ FX HM HV IC NH QO RH SU TA TF TP UK UN VD XA XB YD YU ZR ZZ";

test("every country is in one region and in the global one", () => {
  const nowhere = codes.filter(
    (code) => !unlimitedRegions.some((region) => region !== "global" && isInRegion(code, region)),
  );
  expect(nowhere.join(" ")).toBe(notSold);
  for (const code of ["US", "DE", "JP", "BR", "AU", "ZA", "TR", "RU", "MX", "IL"]) {
    const regions = unlimitedRegions.filter((region) => isInRegion(code, region));
    expect(regions).toHaveLength(2);
    expect(regions.at(-1)).toBe("global");
  }
});

test("codes that are not countries are rejected (spec/unlimited#ports)", () => {
  const none = notSold.split(" ").filter((code) => !["AQ", "BV", "HM", "TF"].includes(code));
  const known = codes.filter((code) => !none.includes(code));
  // ISO 3166-1 has 249; XK is Kosovo.
  expect([known.length, known.every(isCountry)]).toEqual([250, true]);
  for (const code of [...none, "QQ", "de", "DEU", ""])
    expect([code, isCountry(code)]).toEqual([code, false]);
});

test("a product's SKU consists of its kind, region and days", () => {
  const product = { kind: "bandwidth", region: "south-america", days: 90 } as const;
  expect(unlimitedSku(product)).toBe("bandwidth-south-america-90");
  expect(readUnlimitedSku("bandwidth-south-america-90")).toEqual(product);
  for (const sku of ["static-30", "port-atlantis-7", "port-europe", "short-7", "port-europe-7x"]) {
    expect(readUnlimitedSku(sku)).toBeNull();
  }
});
