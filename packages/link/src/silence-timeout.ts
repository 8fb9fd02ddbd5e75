/** Pings, and how long either end of a link may be silent (spec/nodes#link). */

export const pingEveryMs = 1_000;
export const deadAfterMs = 3_000;

/** Ends a connection that is silent for too long, and pings while it is open. */
export class SilenceTimeout {
  #heardAt = performance.now();
  #checkedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #end: () => void;
  #isUnread: () => boolean;

  /** `isUnread`: this end leaves unread what the other has sent, so that its silence says nothing. */
  constructor(end: () => void, isUnread: () => boolean = () => false) {
    this.#end = end;
    this.#isUnread = isUnread;
  }

  reset(): void {
    this.#heardAt = performance.now();
  }

  /** From now on, `limitMs` of silence end the connection; `every` runs once a second. */
  start(limitMs: number, every: () => void = () => {}): void {
    clearInterval(this.#timer);
    this.reset();
    this.#checkedAt = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      // This process was suspended: messages sent in that time have not been read yet.
      const late = now - this.#checkedAt > pingEveryMs * 1.5;
      this.#checkedAt = now;
      if (this.#isUnread()) this.#heardAt = now;
      if (late) this.#heardAt = Math.max(this.#heardAt, now - limitMs + pingEveryMs);
      if (now - this.#heardAt > limitMs) this.#end();
      else every();
    }, pingEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
