import { expect, test } from "vitest";
import { ownerSilentMs, UdpOwner } from "./udp-owner.ts";

test("The declared port owns the association, whoever sends first (spec/gateway#udp)", () => {
  const owner = new UdpOwner(5_000);
  expect(owner.accepts(6_000, 0)).toBe(false);
  expect(owner.accepts(5_000, 10)).toBe(true);
  expect(owner.accepts(6_000, 20 + 10 * ownerSilentMs)).toBe(false);
  expect(owner.port).toBe(5_000);
});

test("A client behind NAT, whose declared port never sends, passes after a while", () => {
  const owner = new UdpOwner(5_000);
  expect(owner.accepts(6_000, 0)).toBe(false);
  expect(owner.accepts(6_000, ownerSilentMs)).toBe(true);
  // If the declared port sends after all, it is the client's.
  expect(owner.accepts(5_000, ownerSilentMs + 1)).toBe(true);
  expect(owner.accepts(6_000, ownerSilentMs + 2)).toBe(false);
});

test("Without a declared port the first one owns it, until it is silent", () => {
  const owner = new UdpOwner(null);
  expect(owner.accepts(6_000, 0)).toBe(true);
  expect(owner.accepts(7_000, ownerSilentMs - 1)).toBe(false);
  expect(owner.accepts(7_000, ownerSilentMs)).toBe(true);
  expect(owner.accepts(6_000, ownerSilentMs + 1)).toBe(false);
  expect(owner.port).toBe(7_000);
});

test("A datagram from port 0, which nothing can be sent back to, is nobody's", () => {
  for (const owner of [new UdpOwner(null), new UdpOwner(5_000)]) {
    expect(owner.accepts(0, 0)).toBe(false);
    expect(owner.accepts(0, 10 * ownerSilentMs)).toBe(false);
    expect(owner.port).toBe(null);
  }
});
