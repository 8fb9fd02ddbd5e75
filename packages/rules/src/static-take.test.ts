import fc from "fast-check";
import { expect, test } from "vitest";
import { decideTake, cooldownEndsAt } from "./static-take.ts";

const day = 86_400_000;

test("static/use takes credits first; pay=wallet buys the missing IPs (spec/static#taking)", () => {
  const five = { num: 5, payByWallet: true };
  expect(decideTake({ ...five, credits: 9 })).toEqual({ take: true, credits: 5, bought: 0 });
  expect(decideTake({ ...five, credits: 5 })).toEqual({ take: true, credits: 5, bought: 0 });
  expect(decideTake({ ...five, credits: 3 })).toEqual({ take: true, credits: 3, bought: 2 });
  expect(decideTake({ ...five, credits: 0 })).toEqual({ take: true, credits: 0, bought: 5 });
});

test("without pay=wallet a call with too few credits takes no IP (spec/static#taking)", () => {
  const fields = { num: 5, payByWallet: false };
  expect(decideTake({ ...fields, credits: 5 })).toEqual({ take: true, credits: 5, bought: 0 });
  const refused = { take: false, why: "insufficientCredits" };
  expect(decideTake({ ...fields, credits: 4 })).toEqual(refused);
  expect(decideTake({ ...fields, credits: 0 })).toEqual(refused);
});

test("Credits used plus IPs bought equal the IPs requested, for any balance", () => {
  const num = fc.integer({ min: 1, max: 500 });
  const credits = fc.integer({ min: 0, max: 1_000 });
  fc.assert(
    fc.property(num, credits, fc.boolean(), (asked, there, payByWallet) => {
      const verdict = decideTake({ num: asked, credits: there, payByWallet });
      if (!verdict.take) return !payByWallet && there < asked;
      const { credits: used, bought } = verdict;
      return used + bought === asked && used <= there && (bought === 0 || used === there);
    }),
  );
});

test("A cooldown starts at an IP's expiry, or at its earlier release", () => {
  const now = Date.parse("2026-11-22T00:00:00Z");
  expect(cooldownEndsAt({ expiresAt: now + 5 * day, now, restDays: 7 })).toBe(now + 7 * day);
  expect(cooldownEndsAt({ expiresAt: now - day, now, restDays: 7 })).toBe(now + 6 * day);
  expect(cooldownEndsAt({ expiresAt: now, now, restDays: 0 })).toBe(now);
});
