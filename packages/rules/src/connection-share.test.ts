import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accountConnectionLimit,
  judgeOccupancy,
  type GatewayOccupancy,
} from "./connection-share.ts";

const room = (changed: Partial<GatewayOccupancy>): GatewayOccupancy => ({
  most: 1_000,
  held: 0,
  idle: 0,
  account: { held: 0, idle: 0 },
  share: 0.25,
  ...changed,
});

/** Accounts take turns opening one connection until all of them are refused. */
function greedy(accounts: number, most: number, share: number): number[] {
  const held = Array.from({ length: accounts }, () => 0);
  for (let opened = true; opened; ) {
    opened = false;
    for (let at = 0; at < accounts; at += 1) {
      const all = held.reduce((sum, each) => sum + each, 0);
      const account = { held: held[at] ?? 0, idle: 0 };
      if (!judgeOccupancy({ most, held: all, idle: 0, account, share }).fits) continue;
      held[at] = account.held + 1;
      opened = true;
    }
  }
  return held;
}

test("A single account is limited to its share, for any share", () => {
  for (const share of [0.05, 0.25, 0.5, 0.75, 0.9]) {
    expect(Math.abs((greedy(1, 1_000, share)[0] ?? 0) - 1_000 * share)).toBeLessThanOrEqual(1);
  }
  expect(greedy(1, 1_000, 1)).toEqual([1_000]);
});

test("Two accounts get a quarter each; four or ten get equal parts and leave as much unused", () => {
  expect(greedy(2, 1_000, 0.25)).toEqual([250, 250]);
  for (const count of [4, 10]) {
    const held = greedy(count, 1_000, 0.25);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
    expect(held[0]).toBe(Math.floor(1_000 / (count + 1)) + (count === 10 ? 1 : 0));
  }
});

test("An account at its share, or a full gateway, closes an idle connection to admit a new one", () => {
  const account = { held: 250, idle: 3 };
  expect(judgeOccupancy(room({ held: 250, idle: 3, account }))).toEqual({
    fits: true,
    ends: "own",
  });
  expect(judgeOccupancy(room({ held: 1_000, idle: 1 }))).toEqual({ fits: true, ends: "any" });
  expect(judgeOccupancy(room({ held: 1_000 }))).toEqual({
    fits: false,
    full: "gateway",
    most: 1_000,
  });
  const none = { held: 250, idle: 0 };
  const refused = { fits: false, full: "account", most: 250 };
  expect(judgeOccupancy(room({ held: 250, account: none }))).toEqual(refused);
});

test("An account without connections is admitted while there is room; no limit exceeds the total", () => {
  const cases = fc.record({
    most: fc.integer({ min: 1, max: 500 }),
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(cases, fc.nat(600), ({ most, share }, taken) => {
      const held = Math.min(taken, most);
      expect(judgeOccupancy(room({ most, held, share })).fits).toBe(held < most);
      expect(accountConnectionLimit({ most, held, share })).toBeLessThanOrEqual(Math.max(1, most));
    }),
  );
});
