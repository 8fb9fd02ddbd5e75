/** The two sizes of tests: the everyday one of `npm test`, the full one of `npm run test:full`. */

export const isFull = process.env["TURNPIKE_FULL"] === "1";

/** The size that this run has: how many, how long, or of which cases. */
export const sized = <T>(everyDay: T, full: T): T => (isFull ? full : everyDay);

/** Every `nth` row of a table of cases every day; in full all of them. */
export const sampled = <T>(rows: readonly T[], nth: number): T[] =>
  rows.filter((_, at) => isFull || at % nth === 0);
