import { describe, expect, it } from "vitest";
import { canonicalNetwork, networkContains } from "./network.ts";

describe("a network in CIDR notation", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.7/32", "192.0.2.7"],
    ["192.0.2.77/24", "192.0.2.0/24"],
    ["10.255.0.1/9", "10.128.0.0/9"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7/120", "192.0.2.0/24"],
    ["2001:DB8::1/128", "2001:db8::1"],
    ["2001:db8:0:1:2:3:4:5/64", "2001:db8:0:1::/64"],
    ["2001:db8::/33", "2001:db8::/33"],
    ["::/0", "::/0"],
  ])("%s is written as %s", (text, canonical) => {
    expect(canonicalNetwork(text)).toBe(canonical);
  });

  it.each([
    "",
    "/",
    "192.0.2.7/",
    "192.0.2.7/33",
    "192.0.2.7/-1",
    "192.0.2.7/024",
    "192.0.2.7/24/24",
    "192.0.2/24",
    "2001:db8::/129",
    "::ffff:192.0.2.7/95",
    "fe80::1%eth0",
    "example.com",
    "192.0.2.7/1e1",
  ])("%s is invalid", (text) => {
    expect(canonicalNetwork(text)).toBeNull();
  });

  it.each([
    ["192.0.2.0/24", "192.0.2.255", true],
    ["192.0.2.0/24", "192.0.3.0", false],
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.8", false],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["2001:db8:0:1::/64", "2001:db8:0:1:ffff::1", true],
    ["2001:db8:0:1::/64", "2001:db8:0:2::1", false],
    ["::/0", "192.0.2.7", false],
  ])("%s contains %s: %s", (network, address, contains) => {
    expect(networkContains(network, address)).toBe(contains);
  });
});
