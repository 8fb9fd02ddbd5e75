import { expect, test } from "vitest";
import { csvCell, csvField, csvText } from "./csv.ts";

test("CSV cells that start with = + - @ are neutralised, numbers are not (A12)", () => {
  for (const sign of ["=", "+", "-", "@", "\t"]) expect(csvCell(`${sign}1+1`)).toBe(`'${sign}1+1`);
  expect(csvCell("=cmd|' /C calc'!A0,1")).toBe(`"'=cmd|' /C calc'!A0,1"`);
  expect([csvCell(-5), csvCell("a-b"), csvCell("")]).toEqual(["-5", "a-b", ""]);
});

test("fields with commas, quotes or line breaks are quoted (RFC 4180)", () => {
  expect(csvField('a "b", c')).toBe('"a ""b"", c"');
  expect(csvText([["a,b", 1], ["two\nlines"]])).toBe('"a,b",1\r\n"two\nlines"\r\n');
});
