import { expect, test } from "vitest";
import { readIps } from "./typed-ips.ts";

test("IP addresses are split at commas, spaces and line breaks, normalised and deduplicated (spec/dashboard#batch-actions)", () => {
  expect(readIps("203.0.113.7, 203.0.113.8\n2001:DB8:0::7 2001:db8::7;203.0.113.7,,")).toEqual({
    good: ["203.0.113.7", "203.0.113.8", "2001:db8::7"],
    bad: [],
    repeats: 2,
  });
  expect(readIps(" \n ")).toEqual({ good: [], bad: [], repeats: 0 });
});

test("ranges, names and invalid IP addresses are returned as typed", () => {
  const text = "10.0.0.0/8 example.com 300.1.1.1 1.2.3 0.0.0.0 ff02::1 192.168.0.1";
  expect(readIps(text)).toEqual({
    good: ["192.168.0.1"],
    bad: ["10.0.0.0/8", "example.com", "300.1.1.1", "1.2.3", "0.0.0.0", "ff02::1"],
    repeats: 0,
  });
});
