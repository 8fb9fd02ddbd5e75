/**
 * Opening ports is expensive: each call holds a database connection while it tries ports and waits
 * for other calls that do the same. The number of running calls is limited, in total and per
 * account. Other calls wait before they take a connection, so that a heavy user delays only itself.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

const MAX_RUNNING = 8;
const MAX_RUNNING_PER_ACCOUNT = 2;
const MAX_QUEUE_PER_ACCOUNT = 512;
const RETRY_AFTER_SECONDS = 5;

/** Creates a set of slots; a process has one. */
export function openingSlots({
  atOnce = MAX_RUNNING,
  ofOne = MAX_RUNNING_PER_ACCOUNT,
  waitingOfOne = MAX_QUEUE_PER_ACCOUNT,
} = {}) {
  let running = 0;
  /** The number of running calls by account; accounts without any have no entry. */
  const working = new Map<string, number>();
  /** The waiting calls by account; the account whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>();

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

  const enqueue = (accountId: string) =>
    new Promise<void>((begin, reject) => {
      const line = queues.get(accountId) ?? [];
      if (line.length >= waitingOfOne)
        return reject(new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      line.push(begin);
      queues.set(accountId, line);
    });

  /** Starts waiting calls, one account after the other. */
  const next = () => {
    for (const [accountId, line] of queues) {
      if (!mayBegin(accountId)) continue;
      const begin = line.shift();
      queues.delete(accountId);
      if (line.length > 0) queues.set(accountId, line);
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
    else await enqueue(accountId);
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
