/**
 * Leases that wait for a lock, such as of rows that a bulk call of their own customer has locked: none
 * holds one of the hub's few database connections for long, however many customers make such calls.
 *
 *     lease ─▶ gets its locks within 30 ms? ─ yes ─▶ answered
 *                └ no ─▶ its turn ends; it tries again, few at once and in turns of machines and accounts,
 *                        somewhat longer each time; meanwhile, the account's next ones wait with it
 */
import { FairSlots } from "@turnpike/net/fair-slots.ts";

/** How long the first try of a lease waits for a lock. */
const firstWaitMs = 30;
/** The further tries, the last one again and again: long enough to get a place among those that wait. */
const waitsMs = [50, 100, 200, 400];
/** Gateways ask again after five seconds: a lease that is taken later has to be returned. */
const patienceMs = 5_000;
/**
 * Further tries at once, of all, of one machine, of one of its accounts: with the questions about billing
 * fewer than the hub's connections.
 */
const limits = [3, 2, 1];
const maxWaitingOfAccount = 5_000;

const LOCK_NOT_AVAILABLE = "55P03";

/** Each throws PostgreSQL's error if it does not get a lock in the time that it is given. */
export interface Tries<T> {
  /** In the turn of the machine and the account. */
  first: (lockWaitMs: number) => Promise<T>;
  /** Outside of it. */
  again: (lockWaitMs: number) => Promise<T>;
}

export class LockTurns {
  #slots: FairSlots;

  /** `shed`: the error for what cannot wait. */
  constructor(shed: () => Error) {
    const queuePerKey = maxWaitingOfAccount;
    this.#slots = new FairSlots({ limits, queuePerKey, maxWaitMs: patienceMs, shed });
  }

  /** Tries a lease of a machine and an account until it gets its locks. */
  async run<T>(keys: [nodeId: string, accountId: string], tries: Tries<T>): Promise<T> {
    const beganAt = performance.now();
    const { running, waiting } = this.#slots.countOf(keys);
    if (running + waiting === 0) {
      const done = await unlessLocked(tries.first(firstWaitMs));
      if (done !== null) return done.value;
    }
    for (let count = 0; ; count += 1) {
      const waitMs = waitsMs[Math.min(count, waitsMs.length - 1)] ?? firstWaitMs;
      const attempt = this.#slots.run({ keys }, () => tries.again(waitMs));
      if (performance.now() - beganAt >= patienceMs) return attempt;
      const done = await unlessLocked(attempt);
      if (done !== null) return done.value;
    }
  }
}

/** What came of a try; null if it did not get a lock. */
async function unlessLocked<T>(attempt: Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await attempt };
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}
