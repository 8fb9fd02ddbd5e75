/**
 * The order of work of which so much runs at once, in all and of one key (an account, a network).
 * What finds no room waits in the bounded queue of its key, and keys take turns (fair queueing), so
 * that a heavy user delays only itself. `FairSlots` runs promises in this order.
 *
 * Keys can be nested, such as accounts and their sub-accounts: accounts take turns, and within an
 * account its sub-accounts do.
 */

/** One key with what runs and waits below it. */
interface Lane<W> {
  running: number;
  waiting: number;
  /** Only of the innermost keys; the oldest first. */
  queue: Set<W>;
  lanes: Map<string, Lane<W>>;
  /** The keys of `lanes` that wait, the one whose turn is next first. */
  turns: Set<string>;
}

export class FairQueue<W extends object> {
  #limits: readonly number[];
  #queuePerKey: number;
  #all: Lane<W> = emptyLane();

  /**
   * `limits`: how much runs at once, of all, of one key, of one key within it, and so on.
   * `queuePerKey`: how much may wait of one innermost key.
   */
  constructor(limits: readonly number[], queuePerKey = Number.POSITIVE_INFINITY) {
    this.#limits = limits;
    this.#queuePerKey = queuePerKey;
  }

  get running(): number {
    return this.#all.running;
  }

  get waiting(): number {
    return this.#all.waiting;
  }

  /** How much of a key runs and waits. */
  countOf(keys: readonly string[]): { running: number; waiting: number } {
    return this.#find(keys) ?? { running: 0, waiting: 0 };
  }

  /** Whether no limit stands against one more of these keys. */
  hasRoom(keys: readonly string[]): boolean {
    let lane: Lane<W> | undefined = this.#all;
    for (let depth = 0; lane !== undefined; depth += 1) {
      if (lane.running >= this.#limitAt(depth)) return false;
      lane = lane.lanes.get(keys[depth] ?? "");
    }
    return true;
  }

  /** Counts one as running. */
  enter(keys: readonly string[]): void {
    for (const lane of this.#path(keys)) lane.running += 1;
  }

  /** Counts one as done. */
  exit(keys: readonly string[]): void {
    for (const lane of this.#path(keys)) lane.running -= 1;
    this.#tidy(keys);
  }

  /** Appends to the queue of its keys; false if that is full. */
  push(keys: readonly string[], work: W): boolean {
    const path = this.#path(keys);
    const own = path.at(-1);
    if (own === undefined || own.queue.size >= this.#queuePerKey) {
      this.#tidy(keys);
      return false;
    }
    own.queue.add(work);
    for (const [depth, lane] of path.entries()) {
      lane.waiting += 1;
      const key = keys[depth];
      if (key !== undefined) lane.turns.add(key);
    }
    return true;
  }

  /** Takes out what waits no longer; false if it did not wait. */
  remove(keys: readonly string[], work: W): boolean {
    if (!this.#find(keys)?.queue.delete(work)) return false;
    for (const lane of this.#path(keys)) lane.waiting -= 1;
    this.#tidy(keys);
    return true;
  }

  /**
   * Takes out what is next to run, null if nothing may: the oldest of the key whose turn it is and
   * that has room. `mayBegin` can leave a key out. The caller counts it with `enter`.
   */
  next(mayBegin: (work: W) => boolean = () => true): W | null {
    return this.#nextOf(this.#all, 0, mayBegin);
  }

  /** The longest queue of the key with the most that waits, the oldest first. */
  longest(): readonly W[] {
    let lane = this.#all;
    while (lane.turns.size > 0) {
      let most: Lane<W> = emptyLane();
      for (const key of lane.turns) {
        const inner = lane.lanes.get(key);
        if (inner !== undefined && inner.waiting > most.waiting) most = inner;
      }
      lane = most;
    }
    return [...lane.queue];
  }

  #nextOf(lane: Lane<W>, depth: number, mayBegin: (work: W) => boolean): W | null {
    if (lane.waiting === 0 || lane.running >= this.#limitAt(depth)) return null;
    const [first] = lane.queue;
    if (first !== undefined) {
      if (!mayBegin(first)) return null;
      lane.queue.delete(first);
      lane.waiting -= 1;
      return first;
    }
    for (const key of lane.turns) {
      const inner = lane.lanes.get(key);
      const work = inner ? this.#nextOf(inner, depth + 1, mayBegin) : null;
      if (work === null) continue;
      lane.waiting -= 1;
      lane.turns.delete(key);
      if (inner && inner.waiting > 0) lane.turns.add(key);
      else if (inner?.running === 0) lane.lanes.delete(key);
      return work;
    }
    return null;
  }

  #limitAt(depth: number): number {
    return this.#limits[depth] ?? Number.POSITIVE_INFINITY;
  }

  #find(keys: readonly string[]): Lane<W> | undefined {
    let lane: Lane<W> | undefined = this.#all;
    for (const key of keys) lane = lane?.lanes.get(key);
    return lane;
  }

  /** From all to the innermost key; makes what is missing. */
  #path(keys: readonly string[]): Lane<W>[] {
    const path = [this.#all];
    let outer = this.#all;
    for (const key of keys) {
      let lane = outer.lanes.get(key);
      if (lane === undefined) outer.lanes.set(key, (lane = emptyLane()));
      path.push(lane);
      outer = lane;
    }
    return path;
  }

  /** Drops keys without work, the innermost first, and turns of those that no longer wait. */
  #tidy(keys: readonly string[]): void {
    const path = this.#path(keys);
    for (let depth = keys.length - 1; depth >= 0; depth -= 1) {
      const [outer, inner, key] = [path[depth], path[depth + 1], keys[depth]];
      if (outer === undefined || inner === undefined || key === undefined) return;
      if (inner.waiting === 0) outer.turns.delete(key);
      if (inner.waiting === 0 && inner.running === 0) outer.lanes.delete(key);
    }
  }
}

function emptyLane<W>(): Lane<W> {
  return { running: 0, waiting: 0, queue: new Set(), lanes: new Map(), turns: new Set() };
}
