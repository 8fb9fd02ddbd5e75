import { expect, test } from "vitest";
import { changedFilter, checkPlaces } from "./available.ts";

const places = {
  countries: ["US", "DE"],
  cities: [
    { state: "california", city: "losangeles" },
    { state: "newyork", city: "newyork" },
    { state: "newyork", city: "buffalo" },
  ],
  networks: [{ isp: "comcast", asn: 7922 }],
};
const told = (filter: Parameters<typeof checkPlaces>[0]) =>
  checkPlaces(filter, places).map(({ field, there, nearest }) => `${field} ${there} ${nearest}`);

test("available values are recognised in any case and spelling", () => {
  expect(
    told({ country: "us", state: "New York", city: "buffalo", isp: "Comcast", asn: 7922 }),
  ).toEqual([
    "country true null",
    "state true null",
    "city true null",
    "isp true null",
    "asn true null",
  ]);
});

test("an unavailable name is returned with its nearest match, a city's within its state", () => {
  expect(told({ country: "US", state: "californai", city: "los_angelos" })).toEqual(
    ["state false california", "city false losangeles"].toSpliced(0, 0, "country true null"),
  );
  expect(told({ country: "US", state: "newyork", city: "losangeles" })[2]).toMatch(
    /^city false (?!losangeles)/,
  );
  expect(told({ country: "US", isp: "comkast", asn: 1 }).slice(1)).toEqual([
    "isp false comcast",
    "asn false null",
  ]);
});

test("in an unavailable country nothing else is checked; without a country cities are not checked", () => {
  expect(told({ country: "FR", city: "paris", isp: "orange" })).toEqual(["country false null"]);
  expect(told({ city: "paris", isp: "comcast", postal: "1" })).toEqual(["isp true null"]);
});

test("a filter's fields can be replaced or removed", () => {
  const filter = { country: "US", city: "x", asn: 1 };
  expect(changedFilter(filter, { city: "losangeles", asn: null })).toEqual({
    country: "US",
    city: "losangeles",
  });
  expect(changedFilter(filter, { asn: "7922" }).asn).toBe(7922);
  expect(filter).toEqual({ country: "US", city: "x", asn: 1 });
});
