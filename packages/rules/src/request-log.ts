/** Retention of the request log (spec/traffic-plan#request-log: the last 24 h). */

/** How long rows are kept. */
export const requestRetentionMs = 24 * 3_600_000;
/** Maximum rows shown per account, newest first; also how many rows without an exit are kept. */
export const requestsKeptPerAccount = 100_000;
/** Excess rows are deleted after every this many new ones; until then there may be more. */
export const requestsTrimmedEvery = 5_000;
