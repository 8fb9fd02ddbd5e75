import { describe, expect, test } from "vitest";
import { labExit } from "../testing/resources.ts";
import { StaticAddresses } from "../link/static-addresses.ts";
import { shareFiles } from "./descriptors.ts";
import { chooseListeners } from "./listener-set.ts";
import { listenAddress } from "../link/static-addresses.ts";

test("A static listener uses the exit's own address, or behind NAT the machine's (spec/static#ports)", () => {
  const local = labExit({ ip: "198.51.100.4", host: "10.0.0.4" });
  const upstream = labExit({ how: "socks5", ip: "198.51.100.5", host: "192.0.2.1", port: 1080 });
  expect([listenAddress(local), listenAddress(upstream)]).toEqual(["10.0.0.4", "198.51.100.5"]);
});

describe("Descriptors are shared between static listeners and connections", () => {
  test("A listener takes one, a connection two and a half", () => {
    const none = { listeners: 0, connections: 7_948, unauthenticated: 1_987 };
    expect(shareFiles(20_000, 0)).toEqual(none);
    const some = { listeners: 2_625, connections: 6_898, unauthenticated: 1_724 };
    expect(shareFiles(20_000, 2_625)).toEqual(some);
  });
  test("Listeners get at most half of them", () => {
    expect(shareFiles(1_024, 5_250)).toEqual({
      listeners: 448,
      connections: 179,
      unauthenticated: 44,
    });
    expect(shareFiles(100, 9)).toEqual({ listeners: 0, connections: 16, unauthenticated: 16 });
  });
  test("Without a limit nothing is reduced", () => {
    const share = shareFiles(Number.POSITIVE_INFINITY, 9_000);
    const all = Number.POSITIVE_INFINITY;
    expect(share).toEqual({ listeners: 9_000, connections: all, unauthenticated: all });
  });
});

test("If there are too few, sold static listeners come first, then those that are open", () => {
  const door = (id: string, sold: boolean, open: boolean) => ({ id, sold, open });
  const doors = [
    door("a", false, false),
    door("b", false, true),
    door("c", true, false),
    door("d", true, true),
    door("e", false, false),
  ];
  const named = (most: number) => chooseListeners(doors, most).map(({ id }) => id);
  expect(named(9)).toEqual(["d", "c", "b", "a", "e"]);
  expect(named(3)).toEqual(["d", "c", "b"]);
  expect(named(-1)).toEqual([]);
});

describe("Nothing leads back into a static listener (G6)", () => {
  const addresses = new StaticAddresses([2024, 443]);
  addresses.setExits([
    labExit({ ip: "198.51.100.4", host: "10.0.0.4" }),
    labExit({ how: "http", ip: "198.51.100.5", host: "192.0.2.1", port: 3128 }),
  ]);
  const everybody = () => true;
  const nobody = () => false;

  test("A local exit's address is the gateway's own, before and behind NAT, at the static listeners' ports", () => {
    for (const host of ["198.51.100.4", "10.0.0.4"]) {
      expect(addresses.isListener(host, 443, nobody)).toBe(true);
      expect(addresses.isListener(host, 80, everybody)).toBe(false);
      expect(addresses.has(host)).toBe(true);
    }
  });
  test("An upstream's address is the gateway's own only if this machine has it", () => {
    expect(addresses.isListener("198.51.100.5", 443, nobody)).toBe(false);
    expect(addresses.isListener("198.51.100.5", 443, everybody)).toBe(true);
    expect(addresses.has("198.51.100.5")).toBe(false);
    expect(addresses.isListener("192.0.2.1", 443, everybody)).toBe(false);
  });
});
