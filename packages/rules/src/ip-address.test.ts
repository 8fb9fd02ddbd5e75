import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalAddress, formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from "./ip-address.ts";

test.each([
  ["0.0.0.0", 0],
  ["127.0.0.1", 2_130_706_433],
  ["255.255.255.255", 4_294_967_295],
])("%s is an IPv4 address", (text, value) => {
  expect(parseIpv4(text)).toBe(value);
  expect(formatIpv4(value)).toBe(text);
});
test.each([
  "127.1",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "1.2.3.4.",
  "1.2.3.256",
  "1.2.3",
  "1..3.4",
  "",
  "00.0.0.0",
  "1.2.3.4 ",
  "١.2.3.4",
  ".1.2.3.4",
  "1.2.3.4.5",
])("%j is not an IPv4 address", (text) => {
  expect(parseIpv4(text)).toBe(null);
});
test.each([
  ["::", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["64:ff9b::127.0.0.1", "64:ff9b::7f00:1"],
  ["::ffff:8.8.8.8", "8.8.8.8"],
  ["::FFFF:808:808", "8.8.8.8"],
  ["8.8.8.8", "8.8.8.8"],
])("%s is written as %s (RFC 5952; v4-mapped as IPv4)", (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});
test.each([
  ":",
  ":::",
  "1:::2",
  "1::2::3",
  "::1%lo",
  "[::1]",
  "12345::",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7::8:9",
  "::1.2.3",
  "1.2.3.4::",
  "::g",
  ":1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:",
])("%j is not an IPv6 address", (text) => {
  expect(parseIpv6(text)).toBe(null);
  expect(canonicalAddress(text)).toBe(null);
});
test("Addresses are parsed as in Node, and formatted so that they parse the same again", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789abf.:"), maxLength: 24 });
  fc.assert(
    fc.property(fc.oneof(digits, fc.ipV4(), fc.ipV6()), (text) => {
      expect(parseIpv4(text) !== null).toBe(isIPv4(text));
      const groups = parseIpv6(text);
      expect(groups !== null).toBe(isIPv6(text));
      expect(groups && parseIpv6(formatIpv6(groups))).toEqual(groups);
    }),
    { numRuns: 5000 },
  );
});
