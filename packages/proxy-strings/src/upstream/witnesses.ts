/**
 * Decides when an answer that may have a target's cause counts for everybody: once three different
 * customers, each with another target, got it within a minute. One customer never gets there alone.
 */

/** How many customers and targets must have got an unnamed answer, and within what time. */
export const witnessRule = { customers: 3, targets: 3, withinMs: 60_000 } as const;
/** Watched at once; the oldest are forgotten. */
const maxWatched = 1_000;
/** Kept of one thing and one customer: enough to differ from the targets of two others. */
const maxOfCustomer = 3;
const maxCustomers = 8;

/** Who got an answer for what, and when (milliseconds of any clock). */
interface Seen {
  customer: string;
  target: string;
  at: number;
}

export class Witnesses {
  #seen = new Map<string, Seen[]>();

  /** How many things were seen. */
  get size(): number {
    return this.#seen.size;
  }

  /** Notes one such answer of an upstream (and place); returns whether it counts for all now. */
  note(what: string, { customer, target, at }: Seen): boolean {
    const before = (this.#seen.get(what) ?? []).filter(
      (each) => at - each.at < witnessRule.withinMs,
    );
    const others = before.filter((each) => each.customer !== customer);
    const own = before.filter((each) => each.customer === customer && each.target !== target);
    const room = maxOfCustomer * maxCustomers - maxOfCustomer;
    const kept = [
      ...others.slice(-room),
      ...own.slice(1 - maxOfCustomer),
      { customer, target, at },
    ];
    this.#seen.delete(what);
    this.#seen.set(what, kept);
    if (this.#seen.size > maxWatched) {
      const [oldest] = this.#seen.keys();
      if (oldest !== undefined) this.#seen.delete(oldest);
    }
    return areEnough(kept, witnessRule.customers);
  }

  /** It works: what was seen before no longer counts. */
  clear(what: string): void {
    this.#seen.delete(what);
  }
}

/** Whether so many entries differ in both customer and target. */
function areEnough(entries: readonly Seen[], count: number): boolean {
  if (count === 0) return true;
  const [first, ...rest] = entries;
  if (first === undefined) return false;
  const differs = (each: Seen) => each.customer !== first.customer && each.target !== first.target;
  return areEnough(rest.filter(differs), count - 1) || areEnough(rest, count);
}
