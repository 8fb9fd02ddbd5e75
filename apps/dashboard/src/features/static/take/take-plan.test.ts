import { expect, test } from "vitest";
import {
  citiesOf,
  countriesOf,
  firstDays,
  firstPlace,
  freeAt,
  paymentOf,
  type Stock,
} from "./take-plan.ts";

const row = (country: string, state: string, city: string, available: number): Stock => ({
  country,
  countryName: country,
  state,
  stateName: state,
  city,
  cityName: city,
  available,
});
const stock = [
  row("US", "illinois", "springfield", 3),
  row("US", "oregon", "springfield", 4),
  row("US", "oregon", "portland", 5),
  row("DE", "berlin", "berlin", 2),
];

test("cities that share a token count as one place, as they do when taking IPs (spec/pool#places)", () => {
  expect(countriesOf(stock)).toEqual([
    { country: "US", available: 12 },
    { country: "DE", available: 2 },
  ]);
  expect(citiesOf(stock, "US").map(({ city, available }) => [city, available])).toEqual([
    ["springfield", 7],
    ["portland", 5],
  ]);
  expect(freeAt(stock, { country: "US", city: "springfield" })).toBe(7);
  expect(freeAt(stock, { country: "US", city: "" })).toBe(12);
  expect(freeAt(stock, { country: "FR", city: "" })).toBe(0);
});

test("credits are used first, never more than there are (spec/static#taking)", () => {
  expect(paymentOf(5, 3)).toEqual({ used: 3, bought: 2 });
  expect(paymentOf(2, 3)).toEqual({ used: 2, bought: 0 });
  expect(paymentOf(2, -1)).toEqual({ used: 0, bought: 2 });
});

test("the link's period is preselected, else the longest one that has credits", () => {
  expect(firstDays("static", { 7: 1, 30: 1 }, 90)).toBe(90);
  expect(firstDays("static", { 7: 1, 30: 1 }, 3)).toBe(30);
  expect(firstDays("static", {}, Number.NaN)).toBe(30);
  expect(firstDays("short", {}, undefined)).toBe(3);
});

test("the link's place is preselected as far as it is in stock; a single country is preselected", () => {
  expect(firstPlace(stock, { country: "us", city: "portland" })).toEqual({
    country: "US",
    city: "portland",
  });
  expect(firstPlace(stock, { country: "US", city: "berlin" })).toEqual({ country: "US", city: "" });
  expect(firstPlace(stock, { country: "FR" })).toEqual({ country: "", city: "" });
  expect(firstPlace(stock.slice(3), {})).toEqual({ country: "DE", city: "" });
});
