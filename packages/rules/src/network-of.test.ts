import { expect, it } from "vitest";
import { networkOf, siteOf } from "./network-of.ts";

it("A household is identified by its IPv4 address or its IPv6 /64 network (spec/limits#networks)", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:db8:1:2:aaaa::1")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:DB8:1:2:bbbb:cccc:dddd:2")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::1")).toBe("2001:db8::/64");
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  expect(networkOf("fe80::1%eth0")).toBe("fe80::1%eth0");
});

it("IPv6 networks take the turn of their /48, whatever else is in the key (spec/limits#networks)", () => {
  expect(siteOf(networkOf("2001:db8:1:2:aaaa::1"))).toBe("2001:db8:1::/48");
  expect(siteOf(networkOf("2001:db8:1:ffff::1"))).toBe("2001:db8:1::/48");
  expect(siteOf(networkOf("2001:db8:2:2::1"))).toBe("2001:db8:2::/48");
  expect(siteOf(networkOf("2001:db8::1"))).toBe("2001:db8::/48");
  expect(siteOf("paypal 2001:db8:1:2::/64")).toBe("paypal 2001:db8:1::/48");
  for (const other of ["203.0.113.7", "", "staff x/64", "a::b::c/64", ":/64"])
    expect(siteOf(other)).toBe(other);
});
