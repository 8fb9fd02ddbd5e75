/**
 * A list that forgets what leaves it, for what comes and goes by thousands a second.
 *
 * A Set or Map outgrows its table again and again as connections pass through it. An old table that
 * V8 has moved to its old generation refers to the next one and to all that was in it, so that every
 * young collection copies dead connections, with all that they refer to, until there is a full one:
 * pauses of tens of milliseconds (measured with `--trace-gc` at 5,000 tunnels a second).
 */

/** A value's place in a list. */
export interface Entry<T> {
  readonly value: T;
  list: LinkedList<T> | null;
  before: Entry<T> | null;
  after: Entry<T> | null;
}

export class LinkedList<T> implements Iterable<T> {
  #oldest: Entry<T> | null = null;
  #newest: Entry<T> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** What was added first of all that are in it. */
  get oldest(): T | undefined {
    return this.#oldest?.value;
  }

  add(value: T): Entry<T> {
    const entry: Entry<T> = { value, list: this, before: this.#newest, after: null };
    if (this.#newest === null) this.#oldest = entry;
    else this.#newest.after = entry;
    this.#newest = entry;
    this.#size += 1;
    return entry;
  }

  /** Takes an entry out; false where it is not in this list. */
  remove(entry: Entry<T>): boolean {
    if (entry.list !== this) return false;
    const { before, after } = entry;
    if (before === null) this.#oldest = after;
    else before.after = after;
    if (after === null) this.#newest = before;
    else after.before = before;
    entry.list = null;
    entry.before = null;
    entry.after = null;
    this.#size -= 1;
    return true;
  }

  /** Oldest first; what is removed meanwhile is left out, what is added meanwhile does not come. */
  *[Symbol.iterator](): IterableIterator<T> {
    const entries: Entry<T>[] = [];
    for (let entry = this.#oldest; entry !== null; entry = entry.after) entries.push(entry);
    for (const entry of entries) if (entry.list === this) yield entry.value;
  }
}
