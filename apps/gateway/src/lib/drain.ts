/**
 * Graceful shutdown of a worker (spec/gateway#drain):
 *
 *     running ─ begin() ─▶ draining ─ all connections closed, or timeout ─▶ ended
 *
 * While draining, listeners are closed, open connections finish their work and idle ones are
 * closed. Once ended, nothing is admitted any more, so that the final counts include all traffic.
 */

const checkEveryMs = 20;

export class Drain {
  draining = false;
  /** A newer generation accepts connections; late ones are still served (spec/nodes#upgrades). */
  duringUpgrade = false;
  /** False while the operator drains the machine: it gets no new customers but serves all. */
  takesNewCustomers = true;
  ended = false;
  #endsAt = Number.POSITIVE_INFINITY;

  /** Whether connections that have sent nothing are closed. */
  get closesNew(): boolean {
    return this.draining && !this.duringUpgrade;
  }

  /** Begins draining; a second call can only bring the end forward. */
  begin(drainMs: number, gentle = false): void {
    this.duringUpgrade = gentle && (this.duringUpgrade || !this.draining);
    this.draining = true;
    this.#endsAt = Math.min(this.#endsAt, performance.now() + drainMs);
  }

  /** Resolves when `isOver` returns true or the time is up; after that nothing is admitted. */
  async waitForEnd(isOver: () => boolean): Promise<void> {
    while (!isOver() && performance.now() < this.#endsAt) {
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
    }
    this.ended = true;
  }
}
