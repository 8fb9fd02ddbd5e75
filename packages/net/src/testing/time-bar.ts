/** Bars of time in tests. */

/** A busy machine may take so many times as long. */
const BUSY = 8;

/**
 * The most milliseconds that something may take. `npm run test:full` holds the bar as it is; every day, when
 * other tests run beside, the bar only tells what is quick from what waits for a timeout.
 */
export function timeBar(ms: number): number {
  return process.env["TURNPIKE_FULL"] === "1" ? ms : ms * BUSY;
}
