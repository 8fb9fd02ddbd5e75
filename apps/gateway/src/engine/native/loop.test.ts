/** The native engine's waits while idle: few of them, with Node's timers still on time. */
import { createServer, type Server } from "node:net";
import koffi from "koffi";
import { afterEach, expect, test } from "vitest";
import { openKernel } from "./kernel.ts";
import { Loop, readable, type Watched } from "./loop.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const kernel = openKernel();
/** A loop watching an idle descriptor; returns the timeouts of its waits. */
function atRest() {
  if (kernel === null) throw new Error("no kernel");
  const waits: number[] = [];
  const counting = {
    ...kernel,
    epollWait: (...args: Parameters<typeof kernel.epollWait>) => {
      waits.push(args[3]);
      return kernel.epollWait(...args);
    },
  };
  const loop = new Loop(counting, () => undefined);
  const pair = new Int32Array(2);
  kernel.pipe(pair, 0);
  const [from = -1, to = -1] = pair;
  const watched: Watched = { fd: from, slot: -1, ready: () => true, onReadyError: () => undefined };
  loop.watch(watched, readable);
  stops.push(() => {
    loop.release(watched);
    kernel.close(from);
    kernel.close(to);
  });
  return waits;
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.runIf(kernel !== null)("The time until Node's next timer is known", async () => {
  await expect.poll(() => kernel?.nextTimerMs()).not.toBeNull();
  const timer = setTimeout(() => undefined, 30);
  expect(kernel?.nextTimerMs()).toBeLessThanOrEqual(31);
  clearTimeout(timer);
});

/** A timer of libuv's that is not Node's, as V8 has them. The loop knows it until the end. */
const foreignTimer = Buffer.alloc(1_024);

test.runIf(kernel !== null)(
  "Node's timer is found, even if another one was due at the first search",
  () => {
    const late = openKernel();
    const libuv = koffi.load(null);
    const loop = libuv.func("void *uv_default_loop()")();
    libuv.func("int uv_timer_init(void *, void *)")(loop, foreignTimer);
    const nothing = koffi.register(() => undefined, koffi.pointer(koffi.proto("void", ["void *"])));
    libuv.func("int uv_timer_start(void *, void *, uint64_t, uint64_t)")(
      foreignTimer,
      nothing,
      1,
      0,
    );
    expect(late?.nextTimerMs()).toBeNull();
    libuv.func("int uv_timer_stop(void *)")(foreignTimer);
    expect(late?.nextTimerMs()).toBeTypeOf("number");
  },
);

test.runIf(kernel !== null)("The loop wakes for Node's timers, and rarely otherwise", async () => {
  const waits = atRest();
  await pause(200);
  const before = waits.length;
  await pause(1_900);
  // Waits of 50 ms would be 38.
  expect(waits.length - before).toBeLessThan(25);
});

test.runIf(kernel !== null)(
  "Work started by a timer is not delayed: immediates and sockets",
  async () => {
    const waits = atRest();
    await pause(200);
    let from = 0;
    const server = await new Promise<Server>((resolve) => {
      setTimeout(() => {
        from = waits.length;
        setImmediate(() => {
          const listening: Server = createServer().listen(0, "127.0.0.1", () => resolve(listening));
        });
      }, 50);
    });
    const meanwhile = waits.slice(from);
    stops.push(() => server.close());
    expect(meanwhile.length).toBeGreaterThan(0);
    expect(Math.max(...meanwhile)).toBeLessThanOrEqual(5);
  },
);
