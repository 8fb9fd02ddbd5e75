/**
 * Graceful shutdown of a worker (spec/gateway#drain):
 *
 *     running ─ begin() ─▶ draining ─ all connections closed, or timeout ─▶ ended
 *
 * While draining, listeners are closed, open connections finish what they do and idle ones close.
 * Once ended nothing is admitted, so that what is counted by then is all that was carried.
 */

const checkEveryMs = 20;

export class Drain {
  draining = false;
  /** Another generation takes new connections: those that came here are served (spec/nodes#upgrades). */
  gentle = false;
  /** False while the operator has drained the machine: it is offered to nobody, and serves all. */
  offered = true;
  ended = false;
  #endsAt = Number.POSITIVE_INFINITY;

  /** Whether connections that have sent nothing are closed. */
  get closesNew(): boolean {
    return this.draining && !this.gentle;
  }

  /** Begins; a second call may only bring the end forward. */
  begin(drainMs: number, gentle = false): void {
    this.gentle = gentle && (this.gentle || !this.draining);
    this.draining = true;
    this.#endsAt = Math.min(this.#endsAt, performance.now() + drainMs);
  }

  /** Resolves when `isOver` holds or the time is up; from then on nothing is admitted. */
  async end(isOver: () => boolean): Promise<void> {
    while (!isOver() && performance.now() < this.#endsAt) {
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
    }
    this.ended = true;
  }
}
