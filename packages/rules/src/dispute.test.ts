import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DisputeState, disputeStates, isStale, withheldByDispute } from "./dispute.ts";

const dispute = (state: DisputeState) =>
  ({ ref: "dp", state, cents: 500, withdrawnCents: null, reason: "", dueAt: null }) as const;

describe("Disputes (spec/money#disputes)", () => {
  it("an inquiry withholds nothing, an open or lost dispute its amount; a won one releases it", () => {
    const taken = disputeStates.map((state) => [state, withheldByDispute(dispute(state))]);
    expect(Object.fromEntries(taken)).toEqual({
      inquiry: 0,
      inquiryClosed: 0,
      open: 500,
      underReview: 500,
      won: 0,
      lost: 500,
      prevented: 0,
      appealed: 500,
    });
  });

  it("the amount that the provider withdrew takes precedence, except once the dispute is won", () => {
    expect(withheldByDispute({ ...dispute("open"), withdrawnCents: 0 })).toBe(0);
    expect(withheldByDispute({ ...dispute("prevented"), withdrawnCents: 300 })).toBe(300);
    expect(withheldByDispute({ ...dispute("won"), withdrawnCents: 300 })).toBe(0);
    expect(withheldByDispute({ ...dispute("lost"), cents: null })).toBeNull();
  });

  it("reports lead to the last state, in any order and with repetitions", () => {
    const lives: DisputeState[][] = [
      ["inquiry", "open", "underReview", "won"],
      ["open", "lost"],
      ["inquiry", "inquiryClosed"],
      ["prevented"],
    ];
    const reports = fc
      .constantFrom(...lives)
      .chain((life) =>
        fc.tuple(
          fc.constant(life),
          fc.shuffledSubarray([...life, ...life], { minLength: 2 * life.length }),
        ),
      );
    fc.assert(
      fc.property(reports, ([life, told]) => {
        let known: DisputeState | null = null;
        for (const state of told) if (!isStale(known, state)) known = state;
        expect(known).toBe(life.at(-1));
      }),
    );
    expect(isStale("won", "open")).toBe(true);
    expect(isStale("won", "appealed")).toBe(false);
    expect(isStale("appealed", "won")).toBe(false);
  });
});
