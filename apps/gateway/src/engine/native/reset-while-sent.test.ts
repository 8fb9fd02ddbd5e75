/** A receiver that resets its connection in the middle of a chunk: what the kernel took is counted. */
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../../lib/wait-for.ts";
import { CopiedDirection } from "../copied-direction.ts";
import type { Buffers, ByteQuota, Engine, Peer } from "../engine.ts";
import { TestLimiter } from "../../testing/test-limiter.ts";
import { openNativeEngine } from "./engine.ts";

const chunkBytes = 512 * 1024;
const engine = openNativeEngine((error) => {
  throw error;
});
let stop = () => {};
afterEach(() => stop());

/** Both ends of a connection, and a direction towards the far one with what it counts. */
async function directed(used: Engine, buffers?: Buffers) {
  const accepted = Promise.withResolvers<Peer>();
  const limiter = new TestLimiter(1);
  const at = { host: "127.0.0.1", port: 0, limiter, buffers };
  const listening = await used.listen(at, (peer) => accepted.resolve(peer));
  stop = () => listening.stop();
  const to = { address: "127.0.0.1", port: listening.port, timeoutMs: 1_000, buffers };
  const sender = await new Promise<Peer | Error>((done) => {
    used.connect(to, done);
  });
  if (sender instanceof Error) throw sender;
  const far = await accepted.promise;
  const count = { counted: 0, given: 0 };
  const quota: ByteQuota = {
    take: (bytes) => bytes,
    commit: (bytes) => void (count.counted += bytes),
    refund: (bytes) => void (count.given += bytes),
    wait: () => {},
    cancelWait: () => {},
  };
  const direction = new CopiedDirection(sender, quota);
  sender.onClose = () => direction.stop();
  return { sender, far, direction, count };
}

describe.skipIf(engine === null)("a reset", () => {
  test("in the middle of a chunk: what the kernel took of it is counted", async () => {
    const buffers = { kernel: 16_384, read: 65_536 };
    const { sender, far, direction, count } = await directed(engine as Engine, buffers);
    direction.push(Buffer.alloc(chunkBytes));
    const atFirst = count.counted;
    far.receive = () => {
      if (far.received > chunkBytes / 2) far.reset();
      return true;
    };
    far.resume();
    sender.resume();
    await waitFor(() => sender.closed && count.counted + count.given === chunkBytes, 5_000);
    expect(far.received).toBeGreaterThan(atFirst);
    expect(count.counted).toBeGreaterThanOrEqual(far.received);
    expect(count.counted + count.given).toBe(chunkBytes);
  });

  test.each(["here", "there"])(
    "before anything is sent (%s): nothing is counted",
    async (where) => {
      const { sender, far, direction, count } = await directed(engine as Engine);
      if (where === "here") sender.reset();
      else far.reset();
      direction.push(Buffer.alloc(1_000));
      direction.stop();
      expect(count).toEqual({ counted: 0, given: 1_000 });
      sender.destroy();
    },
  );
});
