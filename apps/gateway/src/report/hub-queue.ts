/**
 * Sends one kind of message to the hub, one question at a time:
 *
 *     pump, schedule ─▶ send ─▶ accepted
 *                        └─▶ failed: what was not accepted is kept, a pause ─▶ again
 *
 * What an item is, and what becomes of one that the hub refuses, is the kind's (`split-sender.ts`).
 */
import type { Log } from "../lib/log.ts";

export interface HubQueueOptions {
  log: Log;
  /** The line for the log when the hub did not accept it, and more fields of it. */
  failed: string;
  describe?: () => object;
  /** Sends all that waits. If it rejects, it has kept what the hub did not accept. */
  send: () => Promise<void>;
  /** `pump` sends nothing for this long after a failure; 0 by default. */
  retryMs?: number;
  /** In how many milliseconds it is sent again, after a success or a failure; null: when asked. */
  again?: (isFailure: boolean) => number | null;
}

export class HubQueue {
  #options: HubQueueOptions;
  #sending: Promise<void> | null = null;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** The link came up while it was being sent. */
  #woken = false;

  constructor(options: HubQueueOptions) {
    this.#options = options;
  }

  get isSending(): boolean {
    return this.#sending !== null;
  }

  get isScheduled(): boolean {
    return this.#timer !== undefined;
  }

  /** Sends now, unless it is being sent or paused. Never rejects. */
  async pump(): Promise<void> {
    if (this.#stopped || this.#sending !== null || performance.now() < this.#pausedUntil) return;
    await this.#send();
  }

  /** Call when the link is up again, to send at once. */
  async wake(): Promise<void> {
    this.#pausedUntil = 0;
    this.#woken = this.#sending !== null;
    await this.pump();
  }

  /** Sends in this time, or earlier if that is scheduled. */
  schedule(inMs: number): void {
    if (this.#stopped || this.#sending !== null) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.pump();
    }, inMs);
  }

  /** Drops what is scheduled. */
  unschedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  stop(): void {
    this.#stopped = true;
    this.unschedule();
  }

  /** Stops; before that, sends what is left, for at most this long. */
  async stopAfterLast(mostMs: number): Promise<void> {
    this.stop();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, mostMs);
    });
    const last = async () => {
      await this.#sending;
      await this.#send();
    };
    await Promise.race([last(), timeout]);
    clearTimeout(timer);
  }

  #send(): Promise<void> {
    this.#sending = this.#sendOnce();
    return this.#sending;
  }

  async #sendOnce(): Promise<void> {
    const { log, failed, describe, send, retryMs = 0, again } = this.#options;
    let isFailure = false;
    try {
      await send();
    } catch (error) {
      isFailure = true;
      this.#pausedUntil = performance.now() + retryMs;
      log.debug({ error: String(error), ...describe?.() }, failed);
    } finally {
      this.#sending = null;
      const inMs = again?.(isFailure) ?? null;
      if (isFailure && this.#woken) void this.wake();
      else if (inMs !== null) this.schedule(inMs);
      this.#woken = false;
    }
  }
}
