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

export class Pace {
  #run: () => boolean;
  #everyMs: number;
  #often: NodeJS.Timeout | undefined;
  #seldom: (() => void) | null = null;
  #stopped = false;

  /** Starts at once. `run` returns whether there is more to do; if so, it runs every `everyMs`. */
  constructor(everyMs: number, run: () => boolean) {
    this.#everyMs = everyMs;
    this.#run = run;
    this.hurry();
  }

  /** Call when there is something to do. */
  hurry(): void {
    if (this.#often !== undefined || this.#stopped) return;
    this.#seldom?.();
    this.#seldom = null;
    this.#often = setInterval(() => {
      if (!this.#run()) this.#rest();
    }, this.#everyMs);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#often);
    this.#seldom?.();
  }

  #rest(): void {
    clearInterval(this.#often);
    this.#often = undefined;
    this.#seldom ??= everySecond(() => {
      if (this.#run()) this.hurry();
    });
  }
}
