/** Addresses that lead back to this gateway's own listeners (G6). */
import { expect, test } from "vitest";
import { labExit } from "../testing/resources.ts";
import { StaticAddresses } from "./static-addresses.ts";

test("A retired exit's addresses are still refused as targets, before and behind NAT", () => {
  const addresses = new StaticAddresses([2024]);
  const nat = labExit({ product: "static", lab: false, ip: "198.51.100.7", host: "10.0.0.7" });
  addresses.setExits([nat]);
  expect(["198.51.100.7", "10.0.0.7"].map((each) => addresses.has(each))).toEqual([true, true]);
  expect(addresses.isListener("198.51.100.7", 2024, () => false)).toBe(true);
  addresses.setExits([]);
  expect(["198.51.100.7", "10.0.0.7"].map((each) => addresses.has(each))).toEqual([true, true]);
  // By now the address may be an upstream proxy's.
  expect(addresses.isListener("198.51.100.7", 2024, () => false)).toBe(false);
  expect(addresses.has("198.51.100.8")).toBe(false);
});
