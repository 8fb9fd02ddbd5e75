import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AutoRenewing,
  autoRenewDue,
  decideAutoRenew,
  decideRenewal,
  quoteRenewal,
  splitRenewal,
} from "./static-renewal.ts";

const hour = 3_600_000;
const day = 24 * hour;
const end = 1_000 * day;
const ip: AutoRenewing = {
  autoRenew: true,
  expiresAt: end,
  now: end - hour,
  released: false,
  accountOpen: true,
  failedFor: null,
};
const means = {
  inArrears: false,
  credits: 0,
  priceCents: 500,
  walletCents: 0,
  identityNeeded: false,
};

describe("Expired IPs may be renewed for 24 h (spec/static#renewal)", () => {
  it.each([
    [-30 * day, true],
    [0, true],
    [day - 1, true],
    [day, false],
    [40 * day, false],
  ])("%i ms after expiry: %s; renewed from the old expiry, not from today", (after, renew) => {
    const verdict = decideRenewal({ expiresAt: end, days: 7, now: end + after, released: false });
    expect(verdict).toEqual(
      renew ? { renew: true, until: end + 7 * day } : { renew: false, why: "renewalTooLate" },
    );
  });

  it("but not once they were released", () => {
    const verdict = decideRenewal({ expiresAt: end, days: 7, now: end, released: true });
    expect(verdict).toEqual({ renew: false, why: "renewalTooLate" });
  });
});

describe("Auto-renew runs 24 h before expiry and retries until expiry (spec/static#auto-renew)", () => {
  it.each([
    [-day - 1, "tooEarly"],
    [-day, null],
    [-1, null],
    [0, null],
    [day - 1, null],
    [day, "tooLate"],
  ])("%i ms from expiry: %s", (after, why) => {
    const due = autoRenewDue({ ...ip, now: end + after });
    expect(due).toEqual(why === null ? { due: true } : { due: false, why });
  });

  it("retries a failed payment until expiry, not later", () => {
    const failed = { ...ip, failedFor: end };
    expect(autoRenewDue({ ...failed, now: end - 1 })).toEqual({ due: true });
    expect(autoRenewDue({ ...failed, now: end })).toEqual({ due: false, why: "tooLate" });
    // A failure for an earlier expiry does not count.
    expect(autoRenewDue({ ...ip, failedFor: end - day, now: end })).toEqual({ due: true });
  });

  it.each([
    [{ autoRenew: false }, "off"],
    [{ released: true }, "released"],
    [{ accountOpen: false }, "accountClosed"],
  ])("does not run with %j", (but, why) => {
    expect(autoRenewDue({ ...ip, ...but })).toEqual({ due: false, why });
    expect(decideAutoRenew({ ...ip, ...means, credits: 9, ...but })).toEqual({ renew: false, why });
  });
});

it.each([
  [
    { credits: 1, walletCents: 9_999 },
    { renew: true, by: "credit" },
  ],
  [
    { credits: 1, priceCents: null },
    { renew: true, by: "credit" },
  ],
  [{ walletCents: 500 }, { renew: true, by: "wallet" }],
  [{ walletCents: 499 }, { renew: false, why: "insufficientBalance" }],
  [
    { walletCents: 9_999, priceCents: null },
    { renew: false, why: "insufficientBalance" },
  ],
  [
    { walletCents: 500, identityNeeded: true },
    { renew: false, why: "identityNeeded" },
  ],
  [
    { credits: 1, identityNeeded: true },
    { renew: true, by: "credit" },
  ],
  [
    { credits: 1, inArrears: true },
    { renew: false, why: "inArrears" },
  ],
])(
  "Auto-renew uses the static balance first, then the wallet (spec/static#auto-renew): %j: %j",
  (has, verdict) => {
    expect(decideAutoRenew({ ...ip, ...means, ...has })).toEqual(verdict);
  },
);

describe("The quote for a renewal (spec/static#renewal)", () => {
  const product = {
    minQty: 1,
    maxQty: 10_000,
    tiers: [
      { fromQty: 1, unitMicros: 5_000_000 },
      { fromQty: 3, unitMicros: 4_000_000 },
    ],
  };
  const three = [
    { id: "c", expiresAt: end + 2 },
    { id: "a", expiresAt: end },
    { id: "b", expiresAt: end + 1 },
  ];
  const quoted = (credits: number, sold: typeof product | null = product) =>
    quoteRenewal({ ips: three, days: 30, credits, offers: sold ? [sold] : [] });

  it("uses credits for the IPs that expire first, and prices the rest by its own tier", () => {
    expect(quoted(1)).toEqual({
      ok: true,
      creditsUsed: 1,
      bought: 2,
      walletCents: 1_000,
      outsideCents: 1_200,
      items: [
        { id: "a", by: "credit", expiresAt: end, renewedUntil: end + 30 * day },
        { id: "b", by: "wallet", expiresAt: end + 1, renewedUntil: end + 1 + 30 * day },
        { id: "c", by: "wallet", expiresAt: end + 2, renewedUntil: end + 2 + 30 * day },
      ],
    });
    expect(quoted(0)).toMatchObject({ creditsUsed: 0, walletCents: 1_200, outsideCents: 1_200 });
    expect(quoted(9)).toMatchObject({ creditsUsed: 3, walletCents: 0, outsideCents: 1_200 });
  });

  it("accepts only credits if the period is no longer sold", () => {
    expect(quoted(3, null)).toMatchObject({ ok: true, walletCents: 0, outsideCents: 0 });
    expect(quoted(2, null)).toEqual({ ok: false, why: "unknownSku" });
    expect(quoted(0, { ...product, minQty: 4 })).toEqual({ ok: false, why: "badQuantity" });
  });

  it("splits all IPs into credits and purchases, using no more credits than there are", () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), (quantity, credits) => {
        const { creditsUsed, bought } = splitRenewal(quantity, credits);
        expect(creditsUsed + bought).toBe(quantity);
        expect(creditsUsed).toBe(Math.min(quantity, credits));
      }),
    );
  });
});
