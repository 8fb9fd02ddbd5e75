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

/** How V8 collects garbage when it is told to. */
type Collect = NonNullable<typeof globalThis.gc>;

/** Collects all that can be, and keeps compiled code; everything stands still for 50 to 200 ms. */
const wholly = (collect: Collect) =>
  collect({ type: "major", execution: "sync", flavor: "last-resort" });

/**
 * V8 shrinks its young generation at the second small collection, and goes through the rest in small
 * steps by itself after the large one. Unlike after `wholly`, it need not optimise code anew, which
 * made some hundred calls of a warm API half as dear again.
 */
const gently = (["minor", "major", "minor"] as const).map(
  (type) => (collect: Collect) => collect({ type, execution: "sync" }),
);

/**
 * Gives memory back to the system when the process rests: what its start needed after five seconds
 * of rest, what a busy time needed after a minute. V8 thinks of it only when it collects garbage, and
 * a process that rests makes none. Call it once the process is ready. With `again: false` only the
 * start's memory is given back, gently: the API is called again after any quiet minute.
 */
export function returnMemoryAtRest({ everyMs = 5_000, again = true } = {}): void {
  let last = process.cpuUsage();
  let rests = 0;
  let before = restsBefore.start;
  const start = again ? [wholly] : [...gently];
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    rests = user + system > restShare * everyMs * 1_000 ? 0 : rests + 1;
    if (rests < before || (before !== restsBefore.start && !hasGrown())) return;
    rests = 0;
    const step = start.shift() ?? wholly;
    if (start.length === 0) before = restsBefore.later;
    if (start.length === 0 && !again) clearInterval(timer);
    if (v8.getHeapStatistics().used_heap_size > mostBytes) return;
    v8.setFlagsFromString("--expose-gc");
    // Code is not compiled from its source again.
    v8.setFlagsFromString("--no-flush-bytecode");
    step(vm.runInNewContext("gc") as Collect);
  }, everyMs);
  timer.unref();
}
