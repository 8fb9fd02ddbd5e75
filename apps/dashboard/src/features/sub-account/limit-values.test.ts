import { expect, test } from "vitest";
import { asDomain, changedLimits, validateLimit, limitValues, noLimits } from "./limit-values.ts";

const standing = limitValues({
  limits: {
    maxConnections: 5,
    dayBytes: 1_500_000_000,
    monthBytes: null,
    allowDomains: ["example.com"],
    denyDomains: [],
  },
  targetBudgets: [],
});

test("only changed limits are sent; emptied limits are removed", () => {
  expect(standing).toMatchObject({ maxConnections: 5, dayGb: 1.5, monthGb: "" });
  expect(changedLimits(standing, standing)).toEqual({});
  expect(changedLimits({ ...standing, dayGb: "", allowDomains: [] }, standing)).toEqual({
    dayGb: null,
    allowDomains: [],
  });
  expect(changedLimits({ ...noLimits, monthGb: "2.5" }, noLimits)).toEqual({ monthGb: 2.5 });
});

test("limits are validated by the API's rules", () => {
  expect(["", 1, 100_000].map((typed) => validateLimit("maxConnections", typed))).toEqual([
    null,
    null,
    null,
  ]);
  for (const typed of [0, 1.5, 100_001, "x"]) {
    expect(validateLimit("maxConnections", typed)?.fault).toBe("badConnections");
  }
  expect(validateLimit("dayGb", 0)?.fault).toBe("badGb");
  expect(validateLimit("dayGb", 0.0005)?.fault).toBe("badGb");
  expect(validateLimit("monthGb", "0.001")).toBeNull();
  expect(validateLimit("allowDomains", ["example.com", "*.bücher.de", "2001:db8::1"])).toBeNull();
  expect(validateLimit("denyDomains", ["example.com", "a b"])).toEqual({
    fault: "badDomain",
    entry: "a b",
  });
  const many = Array.from({ length: 101 }, (_, at) => `d${at}.example`);
  expect(validateLimit("denyDomains", many)).toEqual({ fault: "tooManyDomains", most: 100 });
});

test("a pasted URL is reduced to its host", () => {
  const pasted = [
    "https://shop.example:8443/a?b#c",
    "example.com:443",
    "*.example.com",
    "2001:db8::1",
    "10.0.0.1",
  ];
  expect(pasted.map(asDomain)).toEqual([
    "shop.example",
    "example.com",
    "*.example.com",
    "2001:db8::1",
    "10.0.0.1",
  ]);
});
