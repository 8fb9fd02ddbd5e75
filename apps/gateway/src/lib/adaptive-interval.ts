/** Runs work often while there is some, and once a second while there is none. */
import { everySecond } from "@turnpike/net/every-second.ts";

export class AdaptiveInterval {
  #run: () => boolean;
  #everyMs: number;
  #fastTimer: NodeJS.Timeout | undefined;
  #stopSlow: (() => void) | null = null;
  #stopped = false;

  /** Starts at once. `run` returns whether there is more to do; if so, it runs every `everyMs`. */
  constructor(everyMs: number, run: () => boolean) {
    this.#everyMs = everyMs;
    this.#run = run;
    this.wake();
  }

  /** Call when there is something to do. */
  wake(): void {
    if (this.#fastTimer !== undefined || this.#stopped) return;
    this.#stopSlow?.();
    this.#stopSlow = null;
    this.#fastTimer = setInterval(() => {
      if (!this.#run()) this.#slowDown();
    }, this.#everyMs);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#fastTimer);
    this.#stopSlow?.();
  }

  #slowDown(): void {
    clearInterval(this.#fastTimer);
    this.#fastTimer = undefined;
    this.#stopSlow ??= everySecond(() => {
      if (this.#run()) this.wake();
    });
  }
}
