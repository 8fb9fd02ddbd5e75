import { expect, test } from "vitest";
import { isTooWideForAll, readBlockedTarget } from "./blocked-target.ts";

test.each([
  ["Example.COM", { kind: "domain", text: "example.com" }],
  ["*.example.com", { kind: "domain", text: "*.example.com" }],
  ["münchen.example", { kind: "domain", text: "xn--mnchen-3ya.example" }],
  ["198.51.100.7", { kind: "network", text: "198.51.100.7", bits: 32, family: 4 }],
  ["198.51.100.7/24", { kind: "network", text: "198.51.100.0/24", bits: 24 }],
  ["255.255.255.255/1", { kind: "network", text: "128.0.0.0/1" }],
  ["2001:DB8:0:ff::1/40", { kind: "network", text: "2001:db8::/40", family: 6 }],
  ["[2001:db8::1]", { kind: "network", text: "2001:db8::1", bits: 128 }],
  [" :25 ", { kind: "port", text: ":25", port: 25 }],
])("%s is parsed as a domain, network or port in canonical form", (written, read) => {
  expect(readBlockedTarget(written)).toMatchObject(read);
});

test.each([
  ["", "*", "*.198.51.100.7", "198.51.100.7/33", "198.51.100.0/0", "::/0", "2001:db8::/129"],
  [":0", ":65536", "25", "http://example.com", "example.com:80", "exa mple.com", "a..b"],
])("anything else is refused", (...written) => {
  expect(written.filter((one) => readBlockedTarget(one) !== null)).toEqual([]);
});

test("what would stop most traffic of all customers is too wide for all", () => {
  const isTooWide = (written: string) => {
    const target = readBlockedTarget(written);
    return target === null ? null : isTooWideForAll(target);
  };
  const wide = ["0.0.0.0/1", "64.0.0.0/7", "2000::/3", "2001::/15", ":443", ":80", "COM", "*.org"];
  expect(wide.map(isTooWide)).toEqual(wide.map(() => true));
  const narrow = ["10.0.0.0/8", "2001::/16", ":25", ":8443", "gov", "*.example.com", "192.0.2.1"];
  expect(narrow.map(isTooWide)).toEqual(narrow.map(() => false));
});
