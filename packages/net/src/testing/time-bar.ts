/** Time limits in tests. */

/** The factor by which a busy machine may exceed a limit. */
const BUSY = 8;

/**
 * The most milliseconds that something may take. `npm run test:full` uses the limit itself. In
 * daily runs, with other tests running at the same time, it only separates what is quick from what
 * waits for a timeout.
 */
export function timeLimit(ms: number): number {
  return process.env["TURNPIKE_FULL"] === "1" ? ms : ms * BUSY;
}
