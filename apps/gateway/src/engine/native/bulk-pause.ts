/**
 * Decides when the loop pauses before it waits. A worker with time to spare is woken by each few
 * packets of a fast tunnel, and what a move costs hardly depends on its size. A pause of a tenth of
 * a millisecond lets more arrive, as network cards do with their interrupts: half the processor time
 * for a byte (ADR 61). Only tunnels' bytes count, and a worker that is short of time never pauses.
 */

/** With the kernel's own slack, a pause lasts some 100 µs. */
export const pauseUs = 50;

/** How often it decides anew. */
const everyMs = 5;
/** With fewer bytes a millisecond (0.8 Gbit/s) there is little to save, and latency counts more. */
const bulkPerMs = 100_000;
/** Larger moves need no pause: to begin one, and to go on. */
const enough = { begin: 100_000, goOn: 400_000 };
/** A thread that works for more of its time than this has none to spare. */
const mostBusy = 0.7;

export class BulkPause {
  pausing = false;
  /** The bytes that tunnels moved so far. */
  moved = 0;
  #movedBefore = 0;
  #events = 0;
  #idleMs = 0;
  #since = 0;

  /** Call after each wait with its events, how long it lasted (the pause included), and the time. */
  waited(events: number, idleMs: number, now: number): void {
    this.#events += events;
    this.#idleMs += idleMs;
    const elapsedMs = now - this.#since;
    if (elapsedMs < everyMs) return;
    const bytes = this.moved - this.#movedBefore;
    const isBulk = bytes > bulkPerMs * elapsedMs;
    const isBusy = this.#idleMs < (1 - mostBusy) * elapsedMs;
    const most = this.pausing ? enough.goOn : enough.begin;
    this.pausing = isBulk && !isBusy && bytes < most * this.#events;
    this.#since = now;
    this.#movedBefore = this.moved;
    this.#events = 0;
    this.#idleMs = 0;
  }
}
