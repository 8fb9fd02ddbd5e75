import fc from "fast-check";
import { expect, test } from "vitest";
import { billable, decideLease, largestLeaseBytes, smallestLeaseBytes } from "./lease.ts";

const bytes = fc.integer({ min: 0, max: 2 ** 40 });
const mib = 1024 * 1024;

test("A lease never exceeds the remaining, requested or maximum bytes (spec/accounting#leases)", () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 2 ** 40 }), (leftBytes, wantedBytes) => {
      const verdict = decideLease({ enabled: true, leftBytes, wantedBytes });
      expect(verdict.lease).toBe(leftBytes > 0);
      const bytes = verdict.lease ? verdict.bytes : 1;
      const most = Math.min(leftBytes || 1, wantedBytes, largestLeaseBytes);
      expect([Number.isSafeInteger(bytes), bytes > 0, bytes <= most]).toEqual([true, true, true]);
    }),
  );
});

test("A disabled account gets no lease, whatever remains", () => {
  const fields = { enabled: false, leftBytes: 1, wantedBytes: 1 };
  expect(decideLease(fields)).toEqual({ lease: false, why: "accountDisabled" });
});

test("An account in arrears gets no lease; if it is also disabled, that is the reason returned", () => {
  const fields = { enabled: true, inArrears: true, leftBytes: 1, wantedBytes: 1 };
  expect(decideLease(fields)).toEqual({ lease: false, why: "inArrears" });
  expect(decideLease({ ...fields, enabled: false })).toMatchObject({ why: "accountDisabled" });
});

test("100 MiB are leased completely; 2 gateways with 2 leases each hold at most 1/8, and 1 MiB at the end (M5)", () => {
  let leftBytes = 100 * mib;
  let leases = 0;
  const latest: number[] = [];
  const held = () => latest.slice(-4).reduce((sum, each) => sum + each, 0);
  for (; leftBytes > 0; leases += 1) {
    const verdict = decideLease({ enabled: true, leftBytes, wantedBytes: largestLeaseBytes });
    if (!verdict.lease) throw new Error(verdict.why);
    leftBytes -= verdict.bytes;
    latest.push(verdict.bytes);
    // An eighth of what was left before these leases: at most 8 MiB from 64 MiB on.
    const eighth = (leftBytes + held()) / 8;
    expect(held()).toBeLessThanOrEqual(Math.max(eighth, 4 * smallestLeaseBytes));
  }
  expect(leases).toBeLessThan(300);
  expect(latest.reduce((sum, each) => sum + each, 0)).toBe(100 * mib);
  // Even if the last leases are not used, 99 MiB are carried.
  expect(held()).toBeLessThanOrEqual(mib);
  expect(Math.max(...latest.slice(-30))).toBeLessThanOrEqual(smallestLeaseBytes * 2);
});

test("A gateway gets a lease above 1/32 of the remainder only while it holds at most a sixth", () => {
  const left = fc.integer({ min: 0, max: 2 ** 45 });
  const held = fc.integer({ min: 0, max: 2 ** 40 });
  fc.assert(
    fc.property(left, held, (leftBytes, heldBytes) => {
      const fields = { enabled: true, leftBytes, heldBytes, wantedBytes: largestLeaseBytes };
      const verdict = decideLease(fields);
      const bytes = verdict.lease ? verdict.bytes : 0;
      const ofOne = Math.max(leftBytes / 32, Math.min(smallestLeaseBytes, leftBytes));
      const sixth = (leftBytes + heldBytes) / 6;
      expect(bytes <= ofOne || bytes + heldBytes <= sixth).toBe(true);
    }),
  );
  const fresh = { enabled: true, leftBytes: 100e9, wantedBytes: 5e9 };
  expect(decideLease(fresh)).toEqual({ lease: true, bytes: 5e9 });
});

test("Billed bytes equal the used bytes, limited to what remains", () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, (upBytes, downBytes, there) => {
      const billed = billable({ upBytes, downBytes }, there);
      expect(billed.upBytes + billed.downBytes).toBe(Math.min(upBytes + downBytes, there));
      expect(billed.upBytes).toBeLessThanOrEqual(upBytes);
      expect(billed.downBytes).toBeLessThanOrEqual(downBytes);
    }),
  );
});

test("Remaining day and month limits bound a lease, and a refusal names the limit reached", () => {
  const left = fc.option(fc.integer({ min: -1000, max: 2 ** 40 }), { nil: null });
  fc.assert(
    fc.property(bytes, left, left, (leftBytes, dayLeftBytes, monthLeftBytes) => {
      const fields = { enabled: true, leftBytes, dayLeftBytes, monthLeftBytes, wantedBytes: mib };
      const verdict = decideLease(fields);
      const most = Math.min(leftBytes, dayLeftBytes ?? Infinity, monthLeftBytes ?? Infinity);
      const month = (monthLeftBytes ?? 1) <= 0 ? "monthLimit" : "dayLimit";
      const why = leftBytes <= 0 ? "insufficientTraffic" : month;
      const bytes = verdict.lease ? verdict.bytes : 0;
      expect(verdict).toEqual(most > 0 ? { lease: true, bytes } : { lease: false, why });
      expect(most <= 0 || (bytes > 0 && bytes <= most)).toBe(true);
    }),
  );
});
