/**
 * Opening ports is expensive: each call holds a database connection while it tries ports and waits
 * for other calls that do the same. The number of running calls is limited, in total and per
 * account. Other calls wait before they take a connection, so that a heavy user delays only itself.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

const AT_ONCE = 8;
const OF_ONE_AT_ONCE = 2;
const WAITING_OF_ONE = 512;
const RETRY_AFTER_SECONDS = 5;

/** Creates a set of slots; a process has one. */
export function openingSlots({
  atOnce = AT_ONCE,
  ofOne = OF_ONE_AT_ONCE,
  waitingOfOne = WAITING_OF_ONE,
} = {}) {
  let running = 0;
  /** The number of running calls by account; accounts without any have no entry. */
  const working = new Map<string, number>();
  /** The waiting calls by account; the account whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>();

  const worksOf = (accountId: string) => working.get(accountId) ?? 0;
  const mayBegin = (accountId: string) => running < atOnce && worksOf(accountId) < ofOne;
  const enter = (accountId: string) => {
    running++;
    working.set(accountId, worksOf(accountId) + 1);
  };
  const leave = (accountId: string) => {
    running--;
    const left = worksOf(accountId) - 1;
    if (left > 0) working.set(accountId, left);
    else working.delete(accountId);
  };

  const lineUp = (accountId: string) =>
    new Promise<void>((begin, reject) => {
      const line = lines.get(accountId) ?? [];
      if (line.length >= waitingOfOne)
        return reject(new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      line.push(begin);
      lines.set(accountId, line);
    });

  /** Starts waiting calls, one account after the other. */
  const next = () => {
    for (const [accountId, line] of lines) {
      if (!mayBegin(accountId)) continue;
      const begin = line.shift();
      lines.delete(accountId);
      if (line.length > 0) lines.set(accountId, line);
      enter(accountId);
      begin?.();
    }
  };

  /**
   * Runs `work` when the account gets a slot: accounts take turns, each in order of arrival.
   * @throws Refusal tooManyTries if too many calls of the account are waiting already
   */
  return async <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
    if (mayBegin(accountId)) enter(accountId);
    else await lineUp(accountId);
    try {
      return await work();
    } finally {
      leave(accountId);
      next();
    }
  };
}

/** This process's slots. */
export const inOpeningSlot = openingSlots();
