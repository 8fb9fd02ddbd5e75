import { describe, expect, it } from "vitest";
import { shouldShowGuide, stepStates } from "./guide-state.ts";

const nothing = { boughtBytes: 0, usedBytes: 0, subAccounts: 0 };

describe("the steps to the first request", () => {
  it("begin with buying traffic", () => {
    expect(stepStates(nothing)).toEqual({ buy: "next", login: "later", request: "later" });
  });

  it("continue with the first that is not done, whatever was done out of order", () => {
    const states = stepStates({ ...nothing, subAccounts: 2 });
    expect(states).toEqual({ buy: "next", login: "done", request: "later" });
    expect(stepStates({ ...nothing, boughtBytes: 1 }).login).toBe("next");
    const last = stepStates({ ...nothing, boughtBytes: 1, subAccounts: 1 });
    expect(last).toEqual({ buy: "done", login: "done", request: "next" });
  });

  it("are done once bytes were transferred", () => {
    const states = stepStates({ boughtBytes: 9, usedBytes: 1, subAccounts: 1 });
    expect(states).toEqual({ buy: "done", login: "done", request: "done" });
  });
});

describe("the guide", () => {
  const newcomer = { usedBytes: 0, orders: [], hidden: false, requested: false };
  const order = (kind: string, status = "paid") => ({ kind, status });
  it.each([
    ["comes to newcomers", newcomer, true],
    ["stays while traffic is bought", { ...newcomer, orders: [order("traffic")] }, true],
    ["is not for who bought something else", { ...newcomer, orders: [order("ip")] }, false],
    ["comes where that was never paid", { ...newcomer, orders: [order("ip", "failed")] }, true],
    ["is not for who sends traffic", { ...newcomer, usedBytes: 1 }, false],
    ["does not come again once it was hidden", { ...newcomer, hidden: true }, false],
    ["comes to whoever asks", { usedBytes: 9, orders: [], hidden: true, requested: true }, true],
  ])("%s", (_, given, comes) => {
    expect(shouldShowGuide(given)).toBe(comes);
  });
});
