/**
 * Runs promises, so many at once in all and of one key, and the others in turns (`FairQueue`).
 * Queues are bounded: what cannot wait (backpressure) is shed with the error that the user chose.
 *
 *     run ─▶ room, in all and of the key? ─ yes ─▶ runs ─▶ done ─▶ the next key's oldest begins
 *              └ no ─▶ queue of the key ─▶ full, too long or aborted ─▶ shed
 */
import { FairQueue } from "./fair-queue.ts";

export interface FairSlotsOptions<T extends Turn> {
  /** How much runs at once: of all, of one key, of one key within it, and so on. */
  limits: readonly number[];
  /** How much of one key may wait; more is shed. */
  queuePerKey?: number;
  /** How much may wait in all; then the last of the longest queue is shed for a key with less. */
  queueInAll?: number;
  /** What has waited this long is shed. */
  maxWaitMs?: number;
  /** A further condition: whether this may begin now. */
  mayBegin?: (turn: T) => boolean;
  /** Called as it begins, before the next one is chosen. */
  begun?: (turn: T) => void;
  /** The error for what is shed. */
  shed: () => Error;
}
export interface Turn {
  /** What it is counted for, as many keys as there are limits after the first. */
  keys: readonly string[];
  /** Aborted when nobody waits for it any more: it leaves the queue. */
  signal?: AbortSignal | undefined;
}

interface Waiting<T> {
  turn: T;
  begin: () => void;
  shed: () => void;
}

export class FairSlots<T extends Turn = Turn> {
  #options: FairSlotsOptions<T>;
  #queue: FairQueue<Waiting<T>>;

  constructor(options: FairSlotsOptions<T>) {
    this.#options = options;
    this.#queue = new FairQueue(options.limits, options.queuePerKey);
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** How much of a key runs and waits. */
  countOf(keys: readonly string[]): { running: number; waiting: number } {
    return this.#queue.countOf(keys);
  }

  /** Runs `work` at its turn, at once if there is room. Throws what `shed` returns if it cannot wait. */
  async run<R>(turn: T, work: () => Promise<R>): Promise<R> {
    const untilTurn = this.acquire(turn);
    if (untilTurn !== null) await untilTurn;
    try {
      return await work();
    } finally {
      this.release(turn);
    }
  }

  /** Takes a slot: null if there was room, otherwise a promise of it. Each needs a `release`. */
  acquire(turn: T): Promise<void> | null {
    const { mayBegin, begun } = this.#options;
    const isFree = this.#queue.countOf(turn.keys).waiting === 0 && this.#queue.hasRoom(turn.keys);
    if (!isFree || mayBegin?.(turn) === false) return this.#wait(turn);
    this.#queue.enter(turn.keys);
    begun?.(turn);
    return null;
  }

  release({ keys }: T): void {
    this.#queue.exit(keys);
    this.beginNext();
  }

  /** Begins what waits and may; also called by the user when its `mayBegin` has become true. */
  beginNext(): void {
    const { mayBegin, begun } = this.#options;
    for (;;) {
      const next = this.#queue.next(({ turn }) => mayBegin?.(turn) ?? true);
      if (next === null) return;
      this.#queue.enter(next.turn.keys);
      begun?.(next.turn);
      next.begin();
    }
  }

  #wait(turn: T): Promise<void> {
    const { queueInAll = Number.POSITIVE_INFINITY, maxWaitMs, shed } = this.#options;
    const { keys, signal } = turn;
    return new Promise<void>((resolve, reject) => {
      const refuse = () => reject(shed());
      if (signal?.aborted) return refuse();
      if (this.#queue.waiting >= queueInAll && !this.#makeRoom(keys)) return refuse();
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
      };
      const waiting: Waiting<T> = {
        turn,
        begin: () => {
          stopWaiting();
          resolve();
        },
        shed: () => {
          stopWaiting();
          refuse();
        },
      };
      const leave = () => {
        this.#queue.remove(keys, waiting);
        waiting.shed();
      };
      if (!this.#queue.push(keys, waiting)) return refuse();
      const timer = maxWaitMs === undefined ? undefined : setTimeout(leave, maxWaitMs);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  /** Sheds the last of the longest queue; false if the newcomer's own would be as long. */
  #makeRoom(keys: readonly string[]): boolean {
    const last = this.#queue.longest().at(-1);
    if (last === undefined) return false;
    // Compared are the outermost keys that differ.
    const depth = last.turn.keys.findIndex((key, at) => key !== keys[at]);
    const waitingOf = (of: readonly string[]) =>
      this.#queue.countOf(of.slice(0, depth + 1)).waiting;
    if (depth < 0 || waitingOf(keys) + 1 >= waitingOf(last.turn.keys)) return false;
    this.#queue.remove(last.turn.keys, last);
    last.shed();
    return true;
  }
}

/** Runs work by one key, such as an account: returns the function that does. */
export function inTurns(options: FairSlotsOptions<Turn>) {
  const slots = new FairSlots(options);
  return <R>(key: string, work: () => Promise<R>): Promise<R> => slots.run({ keys: [key] }, work);
}
