import { expect, it } from "vitest";
import { networkOf } from "./network-of.ts";

it("A household is identified by its IPv4 address or its IPv6 /64 network (spec/limits#networks)", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:db8:1:2:aaaa::1")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:DB8:1:2:bbbb:cccc:dddd:2")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::1")).toBe("2001:db8::/64");
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  expect(networkOf("fe80::1%eth0")).toBe("fe80::1%eth0");
});
