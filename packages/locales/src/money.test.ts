import { afterEach, expect, test } from "vitest";
import { isCurrency } from "@turnpike/contract/currency.ts";
import { money } from "./shop.ts";
import { plainMoney, plainUnitPrice, setCurrency } from "./money.ts";

afterEach(() => setCurrency("USD"));

test("money is written as its language writes it, in the installation's currency (spec/money#currency)", () => {
  expect([money("en", 123_456), money("de", 123_456)]).toEqual(["$1,234.56", "1.234,56\u00a0$"]);
  setCurrency("EUR");
  expect([money("en", 123_456), money("de", -5), money("fr", 100)]).toEqual([
    "€1,234.56",
    "-0,05\u00a0€",
    "1,00\u00a0€",
  ]);
});

test("the command line writes it in English", () => {
  expect([0, 5, -5, 123_456].map(plainMoney)).toEqual(["$0.00", "$0.05", "-$0.05", "$1,234.56"]);
  setCurrency("GBP");
  expect([plainMoney(5), plainUnitPrice(3_500_000)]).toEqual(["£0.05", "£3.500000"]);
});

test("currencies have two decimals", () => {
  expect(["USD", "EUR", "CHF", "JPY", "KWD", "XXX", "usd", ""].filter(isCurrency)).toEqual([
    "USD",
    "EUR",
    "CHF",
  ]);
});
