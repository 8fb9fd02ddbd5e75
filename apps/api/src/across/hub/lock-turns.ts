/**
 * Leases that wait for a lock, such as of rows that a bulk call of their own customer has locked: none
 * holds one of the hub's few database connections for long, however many customers make such calls.
 *
 *     lease ─▶ gets its locks within 30 ms? ─ yes ─▶ answered
 *                └ no ─▶ its turn ends; it tries again for 50 and 200 ms, few at once and in turns
 *                        of machines and accounts ─▶ then for seconds, one at a time
 *
 * While a lease of an account tries again, the account's next ones wait with it.
 */
import { FairSlots } from "@turnpike/net/fair-slots.ts";

/** How long the first try of a lease waits for a lock. */
const firstWaitMs = 30;
/** What is seldom locked, or locked for a report: further tries of all, of a machine, of an account. */
const short = { waitsMs: [50, 200], atOnce: [2, 2, 1] };
/** What is locked all the time gets a place among those that wait for it, and keeps that. */
const long = { waitsMs: [1_000, 2_000], atOnce: [1, 1, 1] };
/** Gateways ask again after five seconds: a lease that is taken later has to be returned. */
const patienceMs = 5_000;
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
  #further: { slots: FairSlots; waitMs: number }[];
  #short: FairSlots;

  /** `shed`: the error for what cannot wait. */
  constructor(shed: () => Error) {
    const slotsOf = (limits: number[]) =>
      new FairSlots({ limits, queuePerKey: maxWaitingOfAccount, maxWaitMs: patienceMs, shed });
    this.#short = slotsOf(short.atOnce);
    const longSlots = slotsOf(long.atOnce);
    this.#further = [
      ...short.waitsMs.map((waitMs) => ({ slots: this.#short, waitMs })),
      ...long.waitsMs.map((waitMs) => ({ slots: longSlots, waitMs })),
    ];
  }

  /** Tries a lease of a machine and an account until it gets its locks. */
  async run<T>(keys: [nodeId: string, accountId: string], tries: Tries<T>): Promise<T> {
    const beganAt = performance.now();
    const { running, waiting } = this.#short.countOf(keys);
    let locked: unknown;
    const get = async (attempt: Promise<T>) => {
      try {
        return { value: await attempt };
      } catch (error) {
        if ((error as { code?: unknown } | null)?.code !== LOCK_NOT_AVAILABLE) throw error;
        locked = error;
        return null;
      }
    };
    if (running + waiting === 0) {
      const got = await get(tries.first(firstWaitMs));
      if (got !== null) return got.value;
    }
    for (const { slots, waitMs } of this.#further) {
      const got = await get(slots.run({ keys }, () => tries.again(waitMs)));
      if (got !== null) return got.value;
      if (performance.now() - beganAt >= patienceMs) break;
    }
    throw locked;
  }
}
