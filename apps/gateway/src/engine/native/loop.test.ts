/** The native engine's waits while idle: few of them, with Node's timers still on time. */
import { createServer, type Server } from "node:net";
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
  const next = kernel?.nextTimerMs;
  expect(next).toBeTypeOf("function");
  const timer = setTimeout(() => undefined, 30);
  expect(next?.()).toBeLessThanOrEqual(31);
  clearTimeout(timer);
});

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
