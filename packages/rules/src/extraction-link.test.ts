import { expect, test } from "vitest";
import {
  defaultSeparator,
  type LinkParameters,
  linkUrl,
  readSeparator,
} from "./extraction-link.ts";

const link = (by: Partial<LinkParameters> = {}): LinkParameters => ({
  country: "",
  state: "",
  city: "",
  num: 1,
  hours: 1,
  minutes: null,
  format: "txt",
  separator: "\\n",
  port: null,
  protocol: "http",
  ...by,
});
const urlOf = (by: Partial<LinkParameters> = {}) =>
  linkUrl({ base: "http://h:1/extract", token: "t0k" }, link(by));
const query = (by: Partial<LinkParameters>) => Object.fromEntries(new URL(urlOf(by)).searchParams);

test("a link's URL contains all parameters that are set, and no others", () => {
  expect(urlOf()).toBe(
    "http://h:1/extract?token=t0k&num=1&hours=1&format=txt&separator=%5Cn&protocol=http",
  );
  const all = {
    country: "US",
    state: "california",
    city: "losangeles",
    num: 20,
    minutes: 60,
    format: "json",
    port: 443,
    protocol: "socks5",
  } as const;
  expect(query({ ...all, hours: null })).toEqual({
    token: "t0k",
    ...all,
    num: "20",
    minutes: "60",
    port: "443",
  });
});

test("any separator survives URL encoding; CSV and JSON have none", () => {
  for (const separator of ["\\n", ",", " ", "\\t", " & ", "%20", "+", "#", "日"]) {
    expect(query({ separator }).separator).toBe(separator);
  }
  expect(query({ format: "csv" })).not.toHaveProperty("separator");
});

test("line breaks and tabs may be escaped with a backslash; anything else is literal", () => {
  expect(readSeparator("\\r\\n")).toBe("\r\n");
  expect(readSeparator("\\t|\\x")).toBe("\t|\\x");
  expect(readSeparator(defaultSeparator)).toBe("\n");
});
