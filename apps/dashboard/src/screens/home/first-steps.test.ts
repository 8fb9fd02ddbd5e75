import { describe, expect, it } from "vitest";
import { stepStates } from "./first-steps.ts";

const nothing = { walletCents: 0, paidRecharges: 0, boughtBytes: 0, usedBytes: 0, subAccounts: 0 };

describe("a newcomer's first steps", () => {
  it("begin with the recharge", () => {
    expect(stepStates(nothing)).toEqual({
      topUp: "next",
      buy: "later",
      account: "later",
      request: "later",
    });
  });

  it("go on to the first that is not done, whatever was done out of order", () => {
    expect(stepStates({ ...nothing, walletCents: 1, subAccounts: 2 })).toEqual({
      topUp: "done",
      buy: "next",
      account: "done",
      request: "later",
    });
  });

  it("count traffic that was granted as a top-up that is not needed any more", () => {
    const states = stepStates({ ...nothing, boughtBytes: 1e9, subAccounts: 1 });
    expect(states).toEqual({ topUp: "done", buy: "done", account: "done", request: "next" });
  });

  it("are all done once traffic has been used", () => {
    const states = stepStates({ ...nothing, boughtBytes: 1e9, usedBytes: 5, subAccounts: 1 });
    expect(new Set(Object.values(states))).toEqual(new Set(["done"]));
  });
});
