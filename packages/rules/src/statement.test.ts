import { expect, test } from "vitest";
import { assetUnit } from "./assets.ts";
import { decimalMoney, monthBounds } from "./statement.ts";

const now = Date.UTC(2026, 10, 21);

test("a month is YYYY-MM in UTC and not in the future (spec/money#ledger)", () => {
  expect(monthBounds("2026-11", now)).toEqual({
    from: Date.UTC(2026, 10, 1),
    to: Date.UTC(2026, 11, 1),
  });
  expect(monthBounds("2025-12", now)?.to).toBe(Date.UTC(2026, 0, 1));
  for (const wrong of ["2026-12", "2026-13", "2026-00", "2026-1", "1999-01", " 2026-01", "x"]) {
    expect(monthBounds(wrong, now)).toBeNull();
  }
});

test("money is formatted with two decimals and a leading sign", () => {
  const written = [0, 5, -5, -1050, 123_456_789].map(decimalMoney);
  expect(written).toEqual(["0.00", "0.05", "-0.05", "-10.50", "1234567.89"]);
});

test("wallet and profit are money, traffic in bytes, the rest in pieces", () => {
  const units = ["wallet", "profit", "traffic", "ip", "static30"].map(assetUnit);
  expect(units).toEqual(["money", "money", "bytes", "pieces", "pieces"]);
});
