/** The two sizes of test runs: the daily one of `npm test`, the full one of `npm run test:full`. */

export const isFull = process.env["TURNPIKE_FULL"] === "1";

/** Picks a size for this run: how many, how long, or which cases. */
export const sized = <T>(everyDay: T, full: T): T => (isFull ? full : everyDay);

/** Picks every `nth` case of a table in daily runs, and all of them in full runs. */
export const sampled = <T>(rows: readonly T[], nth: number): T[] =>
  rows.filter((_, at) => isFull || at % nth === 0);
