/**
 * Opening ports is expensive: each call keeps a database connection while it tries ports and waits for
 * those who do the same. Only a few of an account are at work at once, and only so many of all; the
 * others wait before they take a connection, so that a heavy user delays only itself.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

const AT_ONCE = 8;
const OF_ONE_AT_ONCE = 2;
const WAITING_OF_ONE = 512;
const RETRY_AFTER_SECONDS = 5;

/** Creates the process's slots. */
export function openingSlots({
  atOnce = AT_ONCE,
  ofOne = OF_ONE_AT_ONCE,
  waitingOfOne = WAITING_OF_ONE,
} = {}) {
  let running = 0;
  /** How many calls of each account run; accounts without one have no entry. */
  const working = new Map<string, number>();
  /** The lines, the one whose turn it is first. */
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

  /** Starts the next waiting calls, one account after the other. */
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
   * Runs `work` when the account has a slot: accounts in turn, of one in the order of arrival.
   * @throws Refusal tooManyTries where too many of the account wait already
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
