import { expect, test } from "vitest";
import { isTooMuchForAll, isTooWideForAll, readBlockedTarget } from "./blocked-target.ts";

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

test("many wide blocks for all are too much together, narrow ones are not", () => {
  const read = (patterns: string[]) =>
    patterns.map(readBlockedTarget).filter((target) => target !== null);
  const upTo = (count: number, of: (at: number) => string) =>
    read(Array.from({ length: count }, (_, at) => of(at)));
  const isTooMuch = (pattern: string, others: ReturnType<typeof read>) =>
    read([pattern]).map((target) => isTooMuchForAll(target, others));
  const eights = upTo(32, (at) => `${at + 1}.0.0.0/8`);
  expect(isTooMuch("33.0.0.0/8", eights.slice(1))).toEqual([false]);
  expect(isTooMuch("33.0.0.0/8", eights)).toEqual([true]);
  expect(isTooMuch("33.1.2.0/24", eights)).toEqual([false]);
  expect(isTooMuch("2a00::/16", eights)).toEqual([false]);
  const sixteens = upTo(8, (at) => `2a0${at}::/16`);
  expect(isTooMuch("2001::/16", sixteens)).toEqual([true]);
  expect(isTooMuch("2001:db8::/48", sixteens)).toEqual([false]);
  const tops = upTo(30, (at) => `t${String.fromCharCode(97 + (at % 26))}${at > 25 ? "x" : "y"}`);
  expect(isTooMuch("*.zone", tops)).toEqual([true]);
  expect(isTooMuch("a.zone", tops)).toEqual([false]);
});
