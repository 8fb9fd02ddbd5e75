/** Identity and gates (spec/identity#gates). */
import { describe, expect, it } from "vitest";
import { gateNoticeMs, gateStops, readIdentityReason, shownIdentity } from "./identity.ts";

const GB = 1_000_000_000;
const gate = { sku: "a", overGb: 100, since: 0 };
const buying = {
  state: "none",
  boughtBytes: 0,
  addedBytes: GB,
  automatic: false,
  now: gateNoticeMs * 2,
} as const;

describe("A gate (spec/identity#gates)", () => {
  it("stops everybody whose identity is not approved", () => {
    const whole = { ...gate, overGb: null };
    const stopped = (["none", "pending", "rejected", "approved"] as const).map((state) =>
      gateStops(whole, { ...buying, state }),
    );
    expect(stopped).toEqual([true, true, true, false]);
  });

  it("over a volume stops the purchase that would exceed it, to the byte", () => {
    const with99 = { ...buying, boughtBytes: 99 * GB };
    expect(gateStops(gate, with99)).toBe(false);
    expect(gateStops(gate, { ...with99, addedBytes: GB + 1 })).toBe(true);
    expect(gateStops({ ...gate, overGb: 0 }, buying)).toBe(true);
  });

  it("lets automatic renewals go on for 30 days", () => {
    const whole = { ...gate, overGb: null };
    const renewal = { ...buying, automatic: true };
    expect(gateStops(whole, { ...renewal, now: gateNoticeMs - 1 })).toBe(false);
    expect(gateStops(whole, { ...renewal, now: gateNoticeMs })).toBe(true);
  });
});

it("A check that waits for more documents is shown as pending (spec/identity#states)", () => {
  expect(shownIdentity("more")).toBe("pending");
  expect(shownIdentity("rejected")).toBe("rejected");
});

it("A reason is one of the list, or the staff's words (spec/identity#decisions)", () => {
  expect(readIdentityReason(" Unreadable ")).toEqual({ reason: "unreadable", words: "" });
  expect(readIdentityReason("passport of 1999")).toEqual({
    reason: "other",
    words: "passport of 1999",
  });
});
