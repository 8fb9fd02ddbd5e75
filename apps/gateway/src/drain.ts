/**
 * The end of a worker (contract §18 Drain):
 *
 *     running ─ begin() ─▶ draining ─ everybody is gone, or the time is up ─▶ ended
 *
 * While draining, listeners are closed, open connections finish what they do and idle ones close.
 * Once ended nothing is admitted, so that what is counted by then is all that was carried.
 */

/** A client's connection that serves nothing at the moment. */
export interface IdleClient {
  /** Closes it. */
  drain(): void;
}

const checkEveryMs = 20;

export class Drain {
  draining = false;
  ended = false;
  #idle = new Set<IdleClient>();
  #endsAt = Number.POSITIVE_INFINITY;

  /** Notes a connection that waits for its first byte or its next request. */
  idle(client: IdleClient): void {
    if (this.draining) client.drain();
    else this.#idle.add(client);
  }

  /** It serves something now, or is closed. */
  busy(client: IdleClient): void {
    this.#idle.delete(client);
  }

  /** Begins, or brings the end of a drain that has begun forward: never later than before. */
  begin(drainMs: number): void {
    this.draining = true;
    this.#endsAt = Math.min(this.#endsAt, performance.now() + drainMs);
    for (const client of this.#idle) client.drain();
    this.#idle.clear();
  }

  /** Resolves when `isOver` holds or the time is up; from then on nothing is admitted. */
  async end(isOver: () => boolean): Promise<void> {
    while (!isOver() && performance.now() < this.#endsAt) {
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
    }
    this.ended = true;
  }
}
