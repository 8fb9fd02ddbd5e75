/**
 * Waits for the kernel in Node's own thread. Our epoll also watches Node's, so work for either
 * wakes us; between two waits, Node's event loop runs one turn without blocking.
 *
 *     ┌─▶ epoll_wait ─▶ ready(events) of each ─▶ tunnels alone: again, for a few milliseconds
 *     └── setImmediate ◀─ anything for Node's own loop: timers, promises, its sockets
 */
import { BulkPause, pauseUs } from "./bulk-pause.ts";
import type { Kernel } from "./kernel.ts";

export const readable = 1;
export const writable = 4;
export const failed = 8;
export const hungUp = 0x10;
/** Reports `failed` and `hungUp` once, and nothing else. */
export const once = 1 << 30;

const add = 1;
const remove = 2;
const modify = 3;
const closeOnExec = 0o2000000;
const maxEvents = 512;
/** How late Node's timers may be while events occur, as each wait costs a turn of its loop. */
const sliceMs = 5;
/**
 * After some waits without events, a wait lasts until Node's next timer, at most `mostMs`. If that
 * timer is unknown, it lasts 50 ms, by which timers may then be late.
 */
const MAX_ = { known: { mostMs: 1_000, after: 4 }, unknown: { mostMs: 50, after: 20 } };
/** Turns of Node's loop after a timer, so that what the timer's callback began is watched. */
const turnsOfTimer = 2;
/** On x64 an event is packed: 12 bytes with its data at offset 4; elsewhere 16 bytes, at 8. */
const packed = process.arch === "x64";
const stride = packed ? 3 : 4;
const dataAt = packed ? 1 : 2;

/** The owner of a watched descriptor. */
export interface Watched {
  readonly fd: number;
  /** The loop's slot for it; -1 while it is not watched. */
  slot: number;
  /** Returns whether Node's loop should run soon: true unless only tunnels' bytes were moved. */
  ready(events: number): boolean;
  /** Called when `ready` threw, which affects only this owner. */
  onReadyError(): void;
}

export class Loop {
  readonly kernel: Kernel;
  /** Descriptors in the batch being delivered; with many, each owner handles less at a time. */
  batchSize = 0;
  readonly bulk = new BulkPause();
  #ep: number;
  #event = new Int32Array(stride);
  #events = new Int32Array(stride * maxEvents);
  #slots: (Watched | null)[] = [null];
  /** A number per slot that changes with its owner, to ignore events of an earlier one. */
  #generations: number[] = [0];
  #free: number[] = [];
  #watched = 0;
  #later: (() => void)[] = [];
  #turning = false;
  /** Consecutive waits without events. */
  #quietWaits = 0;
  /** Remaining turns without a wait. */
  #turns = 0;
  /** Node's loop had work: what it newly watches is in its epoll only after one more turn. */
  #nodeWorked = false;
  #turn = () => this.#wait();
  #failed: (error: unknown) => void;

  /** `onError` gets what a `ready` threw, after which the owner's `onReadyError` is called. */
  constructor(kernel: Kernel, onError: (error: unknown) => void) {
    this.kernel = kernel;
    this.#failed = onError;
    this.#ep = kernel.epollCreate(closeOnExec);
    // Slot 0 stands for Node's own loop.
    this.#control(add, kernel.nodeLoop, readable, 0);
  }

  /** Watches a descriptor; call `forget` just before closing it. */
  watch(owner: Watched, events: number): void {
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = owner;
    this.#generations[slot] ??= 0;
    owner.slot = slot;
    this.#control(add, owner.fd, events, slot);
    this.#watched += 1;
    this.#wake();
  }

  change(owner: Watched, events: number): void {
    this.#control(modify, owner.fd, events, owner.slot);
  }

  /** Frees the slot. The kernel itself stops watching a descriptor when it is closed. */
  forget(owner: Watched): void {
    const { slot } = owner;
    if (slot < 0) return;
    this.#slots[slot] = null;
    this.#generations[slot] = ((this.#generations[slot] ?? 0) + 1) | 0;
    this.#free.push(slot);
    owner.slot = -1;
    this.#watched -= 1;
  }

  /** Stops watching a descriptor that stays open. */
  release(owner: Watched): void {
    if (owner.slot >= 0) this.#control(remove, owner.fd, 0, owner.slot);
    this.forget(owner);
  }

  /** Calls `then` soon, outside of any other call. */
  later(then: () => void): void {
    this.#later.push(then);
    this.#wake();
  }

  #control(op: number, fd: number, events: number, slot: number): void {
    const event = this.#event;
    event[0] = events;
    event[dataAt] = slot;
    event[dataAt + 1] = this.#generations[slot] ?? 0;
    this.kernel.epollCtl(this.#ep, op, fd, event);
  }

  #wake(): void {
    if (this.#turning) return;
    this.#turning = true;
    setImmediate(this.#turn);
  }

  #wait(): void {
    this.#flush();
    let now = performance.now();
    const until = now + sliceMs;
    let turn = false;
    while (!turn) {
      const before = now;
      if (this.bulk.pausing) this.kernel.usleep(pauseUs);
      const ready = this.kernel.epollWait(this.#ep, this.#events, maxEvents, this.#timeoutMs());
      now = performance.now();
      this.bulk.waited(Math.max(0, ready), now - before, now);
      this.#nodeWorked = false;
      turn = ready <= 0;
      this.#quietWaits = turn ? this.#quietWaits + 1 : 0;
      this.batchSize = ready;
      for (let at = 0; at < ready; at += 1) turn = this.#deliver(at * stride) || turn;
      this.#flush();
      now = performance.now();
      turn ||= now > until;
    }
    if (this.#watched > 0 || this.#later.length > 0) setImmediate(this.#turn);
    else this.#turning = false;
  }

  #timeoutMs(): number {
    const mayWait = this.#watched > 0 && this.#later.length === 0 && !this.#nodeWorked;
    if (!mayWait) return 0;
    const { known, unknown } = MAX_;
    if (this.#quietWaits < known.after) return sliceMs;
    if (this.#turns > 0) {
      this.#turns -= 1;
      return 0;
    }
    const dueMs = this.kernel.nextTimerMs();
    if (dueMs === null) return this.#quietWaits < unknown.after ? sliceMs : unknown.mostMs;
    if (dueMs > known.mostMs) return known.mostMs;
    this.#turns = turnsOfTimer;
    return dueMs;
  }

  #deliver(at: number): boolean {
    const events = this.#events;
    const slot = events[at + dataAt] ?? 0;
    if (slot === 0) {
      this.#nodeWorked = true;
      return true;
    }
    const owner = this.#slots[slot];
    if (!owner || this.#generations[slot] !== events[at + dataAt + 1]) return false;
    try {
      return owner.ready(events[at] ?? 0);
    } catch (error) {
      this.#failed(error);
      owner.onReadyError();
      return true;
    }
  }

  #flush(): void {
    for (let rounds = 0; this.#later.length > 0 && rounds < 1_000; rounds += 1) {
      const later = this.#later;
      this.#later = [];
      for (const then of later) {
        try {
          then();
        } catch (error) {
          this.#failed(error);
        }
      }
    }
  }
}
