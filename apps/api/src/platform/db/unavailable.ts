/** Codes of an unavailable database: starting, stopping, unreachable, read-only or with a full disk. */
const UNAVAILABLE =
  /^(57P0[1-3]|53[13]00|25006|58030|08\d{3}|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/;
const UNAVAILABLE_MESSAGE = /^(Connection terminated|timeout exceeded when trying to connect)/;

/** Whether a statement failed because the database is unavailable, not because of the statement. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return UNAVAILABLE.test(String(code)) || UNAVAILABLE_MESSAGE.test(String(message));
}

/** Codes that blame the values of a statement: data, constraints, limits, `raise` in a trigger. */
const REFUSED = /^(?:22|23|54|P0)[0-9A-Z]{3}$/;

/** Whether an error names no state of the database at all: it comes from our own code. */
const isOurs = (error: unknown) =>
  !/^[0-9A-Z]{5}$|^E[A-Z_]+$/.test(String((error as { code?: unknown } | null)?.code));

/** Whether reading some rows failed because of what they hold, such as a secret of another key. */
export function isUnreadable(error: unknown): boolean {
  return isRefused(error) || (isOurs(error) && !isUnavailable(error));
}

/** Whether a write failed because of what it was to write; tried again, it would fail again. */
export function isRefused(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return REFUSED.test(String((error as { code?: unknown } | null)?.code));
}
