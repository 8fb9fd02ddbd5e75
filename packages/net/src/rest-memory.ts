/** What a process gives back when it rests (docs/spec/quality.md, memory at rest). */
import v8 from "node:v8";
import vm from "node:vm";

/** The share of a core that a process takes at most while it rests. */
const restShare = 0.04;
/** How many looks in a row find it at rest before it gives memory back: after its start, and later. */
const restsBefore = { start: 1, later: 12 };
/** Going through a larger heap at once takes too long. */
const mostBytes = 150e6;
/** V8 keeps a young generation of this size anyway. */
const smallBytes = 2 * 1024 * 1024;

/** Whether V8's young generation has grown, used or not: the process has worked. */
function hasGrown(): boolean {
  const spaces = v8.getHeapSpaceStatistics();
  return spaces.some(({ space_name: name, space_size: bytes }) => {
    return name === "new_space" && bytes > smallBytes;
  });
}

/**
 * Gives memory back to the system when the process rests: what its start needed after five seconds
 * of rest, what a busy time needed after a minute. V8 thinks of it only when it collects garbage, and
 * a process that rests makes none. Everything stands still meanwhile: 50 to 200 ms. Call it once the
 * process is ready. Afterwards V8 has to optimise code anew, which costs an API some hundred calls
 * half as much again: with `again: false` only the start's memory is given back.
 */
export function returnMemoryAtRest({ everyMs = 5_000, again = true } = {}): void {
  let last = process.cpuUsage();
  let rests = 0;
  let before = restsBefore.start;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    rests = user + system > restShare * everyMs * 1_000 ? 0 : rests + 1;
    if (rests < before || (before !== restsBefore.start && !hasGrown())) return;
    before = restsBefore.later;
    rests = 0;
    if (!again) clearInterval(timer);
    if (v8.getHeapStatistics().used_heap_size > mostBytes) return;
    v8.setFlagsFromString("--expose-gc");
    // Code is not compiled from its source again.
    v8.setFlagsFromString("--no-flush-bytecode");
    const collect = vm.runInNewContext("gc") as typeof globalThis.gc;
    collect?.({ type: "major", execution: "sync", flavor: "last-resort" });
  }, everyMs);
  timer.unref();
}
