import { expect, test } from "vitest";
import { DatagramQueue } from "./datagram-queue.ts";

test("A datagram that the socket refuses by an exception is dropped and given back, others go on", () => {
  const counts = { sent: 0, dropped: 0 };
  const queue = new DatagramQueue(counts);
  const bytes = { taken: 0, moved: 0, given: 0 };
  const quota = () => ({
    take: (wanted: number) => {
      bytes.taken += wanted;
      return wanted;
    },
    commit: (moved: number) => void (bytes.moved += moved),
    refund: (given: number) => void (bytes.given += given),
    wait: () => {},
    cancelWait: () => {},
  });
  const refuse = () => {
    throw new RangeError("Port should be > 0 and < 65536. Received type number (0).");
  };
  expect(() => queue.push({ bytes: 10, quota, send: refuse })).not.toThrow();
  queue.push({ bytes: 7, quota, send: (done) => done(true) });
  expect(counts).toEqual({ sent: 1, dropped: 1 });
  expect(bytes).toEqual({ taken: 17, moved: 7, given: 10 });
  let ended = 0;
  queue.onStopped = () => void (ended += 1);
  queue.stop();
  expect([queue.sending, ended]).toEqual([0, 0]);
});
