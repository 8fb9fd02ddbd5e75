/** What a process gives back when it rests (docs/spec/quality.md, memory at rest). */
import v8 from "node:v8";
import vm from "node:vm";

const everyMs = 5_000;
/** Processor time in `everyMs` of a process that rests. */
const restMs = 200;
/** A larger heap is not a start's, and going through it at once takes too long. */
const mostBytes = 150e6;
/** V8 keeps a young generation of this size anyway. */
const smallBytes = 2 * 1024 * 1024;

/** The size of V8's young generation, used or not. */
function youngBytes(): number {
  const spaces = v8.getHeapSpaceStatistics();
  return spaces.find((space) => space.space_name === "new_space")?.space_size ?? 0;
}

function collector(): NonNullable<typeof globalThis.gc> {
  v8.setFlagsFromString("--expose-gc");
  return vm.runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
}

/**
 * Gives memory back to the system whenever the process rests after work. V8 thinks of it only when
 * it collects garbage, and a process that rests makes none. Call it once the process is ready.
 * After its start, everything that only the start needed goes at once (50 to 200 ms, once). After a
 * busy time two collections of the young generation, 1 to 10 ms each and five seconds apart, make
 * V8 shrink it and then go through the rest in small steps.
 */
export function returnMemoryAtRest(): void {
  let last = process.cpuUsage();
  let collect: NonNullable<typeof globalThis.gc> | undefined;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    if (user + system > restMs * 1_000) return;
    if (collect === undefined) {
      collect = collector();
      if (v8.getHeapStatistics().used_heap_size <= mostBytes)
        collect({ type: "major", execution: "sync", flavor: "last-resort" });
    } else if (youngBytes() > smallBytes) collect({ type: "minor", execution: "sync" });
  }, everyMs);
  timer.unref();
}
