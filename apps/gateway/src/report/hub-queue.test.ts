import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HubQueue, type HubQueueOptions } from "./hub-queue.ts";

const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A queue whose sends end when the test says so. */
function bench(options: Partial<HubQueueOptions> = {}) {
  const sends: { accept: () => void; fail: () => void }[] = [];
  const queue = new HubQueue({
    log,
    failed: "send failed",
    send: () =>
      new Promise<void>((resolve, reject) => {
        sends.push({ accept: resolve, fail: () => reject(new Error("away")) });
      }),
    ...options,
  });
  return { queue, sends };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("One question at a time; after a failure a pause, which a new connection ends", async () => {
  const { queue, sends } = bench({ retryMs: 1_000 });
  void queue.pump();
  void queue.pump();
  expect([sends.length, queue.isSending]).toEqual([1, true]);
  sends[0]?.fail();
  await vi.advanceTimersByTimeAsync(999);
  void queue.pump();
  expect([sends.length, queue.isSending]).toEqual([1, false]);
  void queue.wake();
  expect(sends.length).toBe(2);
  sends[1]?.accept();
  await vi.advanceTimersByTimeAsync(0);
  void queue.pump();
  expect(sends.length).toBe(3);
});

test("A question that fails after the link came up again is repeated at once", async () => {
  const { queue, sends } = bench({ retryMs: 1_000, again: () => 10_000 });
  void queue.pump();
  void queue.wake();
  sends[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(sends.length).toBe(2);
  sends[1]?.accept();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(sends.length).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(sends.length).toBe(3);
});

test("It is scheduled once, and not while it is being sent", async () => {
  const { queue, sends } = bench({ again: (isFailure) => (isFailure ? 50 : null) });
  queue.schedule(20);
  queue.schedule(10);
  await vi.advanceTimersByTimeAsync(20);
  queue.schedule(1);
  await vi.advanceTimersByTimeAsync(5);
  expect([sends.length, queue.isScheduled]).toEqual([1, false]);
  sends[0]?.fail();
  await vi.advanceTimersByTimeAsync(50);
  expect(sends.length).toBe(2);
  sends[1]?.accept();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sends.length).toBe(2);
});

test("What is left is sent at the stop, after what is being sent, for as long as is allowed", async () => {
  const { queue, sends } = bench({ retryMs: 1_000 });
  void queue.pump();
  let stopped = false;
  void queue.stopAfterLast(500).then(() => (stopped = true));
  sends[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect([sends.length, stopped]).toEqual([2, false]);
  await vi.advanceTimersByTimeAsync(500);
  expect(stopped).toBe(true);
  void queue.pump();
  queue.schedule(0);
  await vi.advanceTimersByTimeAsync(10);
  expect(sends.length).toBe(2);
});
