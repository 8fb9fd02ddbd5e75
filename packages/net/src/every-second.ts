/**
 * What a process does every second or every few seconds shares one timer, so that an idle process
 * wakes up once for all of it.
 */
const secondMs = 1_000;

interface Work {
  run: () => void;
  seconds: number;
}
const all = new Set<Work>();
let timer: NodeJS.Timeout | undefined;
/** Seconds that have passed: what runs every 5 and every 10 seconds runs in the same ones. */
let passed = 0;

function tick(): void {
  passed += 1;
  for (const { run, seconds } of all) if (passed % seconds === 0) run();
}

/**
 * Calls `run` every so many whole seconds, the first time after that long at most; returns a
 * function that stops it. `run` must not throw.
 */
export function everySeconds(seconds: number, run: () => void): () => void {
  const work = { run, seconds };
  all.add(work);
  timer ??= setInterval(tick, secondMs);
  return () => {
    all.delete(work);
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Calls `run` every second; returns a function that stops it. */
export const everySecond = (run: () => void): (() => void) => everySeconds(1, run);
