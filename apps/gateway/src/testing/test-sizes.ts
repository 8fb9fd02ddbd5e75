/** Sizes of tests that have a short form and a full one (spec/quality#hostile-input). */
import { seeded as seededRandom } from "@turnpike/net/testing/random.ts";

/** The full form is requested by `TURNPIKE_TORTURE=1`. */
export const torture = process.env["TURNPIKE_TORTURE"] === "1";

export function sized(size: { short: number; full: number }): number {
  return torture ? size.full : size.short;
}

/** Calls `act` `count` times, `atOnce` of them concurrently. */
export async function times(
  count: number,
  atOnce: number,
  act: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await act(next - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
}

/** A seeded random number generator from 0 up to 1, so that a failing run can be repeated. */
export function seeded(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random.next();
}

/** The value that this share (0 to 1) of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
