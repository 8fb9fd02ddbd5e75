import { expect, test } from "vitest";
import { firstEntryOf, monthOfEntry, partitionsAhead, partitionSpan } from "./partitions.ts";

const utc = (text: string) => Date.parse(`${text}Z`);

test("Month and quarter-day partitions start and end in UTC", () => {
  const at = utc("2026-12-31T23:59:59.999");
  expect(partitionSpan("month", at)).toEqual({
    name: "2026_12",
    from: utc("2026-12-01T00:00"),
    to: utc("2027-01-01T00:00"),
  });
  expect(partitionSpan("quarterDay", at)).toEqual({
    name: "2026_12_31_18",
    from: utc("2026-12-31T18:00"),
    to: utc("2027-01-01T00:00"),
  });
});

test("Consecutive partitions have no gap, across the end of a year and a leap day", () => {
  expect(partitionsAhead("month", utc("2027-12-15T00:00")).map(({ name }) => name)).toEqual([
    "2027_12",
    "2028_01",
    "2028_02",
  ]);
  const quarters = partitionsAhead("quarterDay", utc("2028-02-29T13:00"));
  expect(quarters.map(({ name }) => name)).toEqual([
    "2028_02_29_12",
    "2028_02_29_18",
    "2028_03_01_00",
  ]);
  for (const [index, span] of quarters.slice(1).entries())
    expect(span.from).toBe(quarters[index]?.to);
});

test("Entries of a later month have higher numbers, which are safe integers", () => {
  expect(firstEntryOf(utc("2026-12-01T00:00"))).toBe(2_026_120_000_000_000);
  expect(firstEntryOf(utc("2027-01-01T00:00"))).toBe(2_027_010_000_000_000);
  expect(monthOfEntry(2_026_120_000_000_017)).toBe(utc("2026-12-01T00:00"));
  expect(monthOfEntry(17)).toBeNull();
  expect(Number.isSafeInteger(firstEntryOf(utc("9000-12-01T00:00")))).toBe(true);
});
