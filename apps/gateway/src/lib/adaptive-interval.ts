/**
 * Runs work often while there is some, and once a second while there is none. All once-a-second
 * checks share one timer, so that an idle process wakes up once for all of them.
 */
const secondMs = 1_000;
const all = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;

/** Calls `run` every second; returns a function that stops it. */
export function everySecond(run: () => void): () => void {
  all.add(run);
  timer ??= setInterval(() => {
    for (const each of all) each();
  }, secondMs);
  return () => {
    all.delete(run);
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

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
