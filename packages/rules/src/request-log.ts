/** How much of the request log is kept (spec/traffic-plan#request-log: the last 24 h). */

/** The log goes back so far. */
export const requestsKeptMs = 24 * 3_600_000;
/** So many are shown of an account, the newest, and of what had no exit no more are kept. */
export const requestsKeptPerAccount = 100_000;
/** What is above is taken away once so many came: until then there may be that many more. */
export const requestsTrimmedEvery = 5_000;
