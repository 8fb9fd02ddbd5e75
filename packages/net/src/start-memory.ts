/** What a process gives back after its start (docs/spec/quality.md, memory at rest). */
import v8 from "node:v8";
import vm from "node:vm";

const everyMs = 5_000;
/** Processor time in `everyMs` of a process that rests. */
const restMs = 200;
/** A larger heap is not a start's, and going through it takes too long. */
const mostBytes = 150e6;

/**
 * Gives back the memory that only the start needed: modules are read and compiled, and V8 keeps
 * what that leaves until it needs room. Call it once a process is ready. It waits until the process
 * has rested for five seconds, since everything else stands still meanwhile: 50 to 200 ms, once.
 */
export function returnStartMemory(): void {
  let last = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    if (user + system > restMs * 1_000) return;
    clearInterval(timer);
    if (v8.getHeapStatistics().used_heap_size > mostBytes) return;
    v8.setFlagsFromString("--expose-gc");
    const collect = vm.runInNewContext("gc") as typeof globalThis.gc;
    collect?.({ type: "major", execution: "sync", flavor: "last-resort" });
  }, everyMs);
  timer.unref();
}
