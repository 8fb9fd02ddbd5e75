/** What a peer of any engine does apart from relaying tunnels. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../lib/wait-for.ts";
import type { Buffers, Engine, Peer, ByteQuota } from "./engine.ts";
import { openNativeEngine } from "./native/engine.ts";
import { openPortableEngine } from "./portable/engine.ts";
import { TestLimiter } from "../testing/test-limiter.ts";
import { sized } from "../testing/test-sizes.ts";

const linux = process.platform === "linux";
const thrown: unknown[] = [];
const onError = (error: unknown) => void thrown.push(error);
const engines: [string, () => Engine | null][] = [
  ["portable", () => openPortableEngine({ worker: 0, workers: 1, random: Math.random, onError })],
  ["native", () => openNativeEngine(onError)],
];

const open: { stop(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.stop();
});

/** An unlimited quota. */
const free = (): ByteQuota => ({
  take: (bytes) => bytes,
  commit: () => {},
  refund: () => {},
  wait: () => {},
  cancelWait: () => {},
});

describe.each(engines)("the %s engine", (_, openEngine) => {
  const engine = openEngine();

  test.skipIf(engine === null)(
    "Data still to be sent is delivered before the tunnel's bytes",
    async () => {
      if (engine === null) return;
      const origin = createServer((socket) => void socket.end("answer")).listen(0, "127.0.0.1");
      await new Promise((resolve) => origin.once("listening", resolve));
      open.push({ stop: () => void origin.close() });
      const { port } = origin.address() as AddressInfo;
      const words = 8_000_000;
      const at = { host: "127.0.0.1", port: 0, limiter: new TestLimiter(10) };
      const listening = await engine.listen(at, (client) => {
        engine.connect({ address: "127.0.0.1", port, timeoutMs: 1_000 }, (target) => {
          if (target instanceof Error) return client.destroy();
          client.write(Buffer.alloc(words, "w"));
          const early = { fromClient: new Uint8Array(0), fromTarget: new Uint8Array(0) };
          const [up, down] = [free(), free()];
          engine.relay({ client, target, up, down, early, ended: () => {} });
        });
      });
      open.push(listening);
      const client = connect(listening.port, "127.0.0.1");
      await new Promise((resolve) => setTimeout(resolve, 100));
      let heard = Buffer.alloc(0);
      let ended = false;
      client.on("data", (chunk: Buffer) => {
        heard = Buffer.concat([heard, chunk]);
      });
      client.on("end", () => {
        ended = true;
      });
      await waitFor(() => ended, 10_000);
      expect(heard.length).toBe(words + 6);
      expect(heard.subarray(words).toString()).toBe("answer");
      client.destroy();
    },
  );

  test.skipIf(engine === null)(
    "An exception in a listener's callback ends only its own connection",
    async () => {
      if (engine === null) return;
      const at = { host: "127.0.0.1", port: 0, limiter: new TestLimiter(10) };
      const listening = await engine.listen(at, (client) => {
        client.receive = (chunk) => {
          if (chunk[0] === 33) throw new Error("a listener's fault");
          client.write(Buffer.from(chunk));
          return true;
        };
        client.resume();
      });
      open.push(listening);
      thrown.length = 0;
      const [good, bad] = [0, 1].map(() => connect(listening.port, "127.0.0.1"));
      let heard = "";
      let gone = false;
      good?.on("data", (chunk: Buffer) => {
        heard += chunk.toString();
      });
      bad
        ?.on("error", () => {})
        .on("close", () => {
          gone = true;
        });
      bad?.resume().write("!");
      await waitFor(() => gone, 5_000);
      good?.write("still here");
      await waitFor(() => heard === "still here", 5_000);
      good?.destroy();
      expect(thrown.map(String)).toEqual(["Error: a listener's fault"]);
    },
  );

  test.skipIf(engine === null || !linux).each([
    ["127.0.0.1", "127.0.0.1"],
    ["::1", "::1"],
    ["::", "127.0.0.1"],
  ])(
    "The number of bytes that the kernel holds for a peer is reported (%s, from %s)",
    async (host, from) => {
      if (engine === null) return;
      const came: Peer[] = [];
      const at = { host, port: 0, limiter: new TestLimiter(10) };
      const listening = await engine.listen(at, (client) => void came.push(client));
      open.push(listening);
      const socket = connect(listening.port, from).pause();
      socket.on("error", () => {});
      await waitFor(() => came.length > 0, 5_000);
      const [peer] = came;
      if (!peer) throw new Error("nobody came");
      const words = 8_000_000;
      const sent = peer.send(Buffer.alloc(words, "w"));
      // It includes bytes that this machine's kernel has received but nobody has read. The portable
      // engine reads 110,000 sockets: beside tests with more, it knows once those are closed.
      const knownWithin = sized({ short: 5_000, full: 90_000 });
      await waitFor(() => (peer.queued() ?? 0) > 0, knownWithin);
      const held = peer.queued() ?? 0;
      expect(held).toBeGreaterThan(0);
      expect(held).toBeLessThanOrEqual(words);
      expect(sent).toBeLessThanOrEqual(words);
      let heard = 0;
      socket.on("data", (chunk: Buffer) => {
        heard += chunk.length;
      });
      socket.resume();
      await waitFor(() => heard === words && peer.unsent() === 0, 5_000);
      await waitFor(() => peer.queued() === 0, knownWithin);
      socket.destroy();
      peer.destroy();
    },
    sized({ short: 30_000, full: 220_000 }),
  );

  test.skipIf(engine === null).each([
    { side: "that came", dials: false },
    { side: "that was dialled", dials: true },
  ])("A peer $side holds little memory while its bytes wait", async ({ dials }) => {
    if (engine === null) return;
    const waiting = await heldBy(engine, { dials, buffers: { kernel: undefined, read: 8_192 } });
    const free = await heldBy(engine, { dials });
    const native = engine.name === "native";
    // The portable engine's smallest buffer has 1 kB, the next one 16.
    expect(waiting.chunks).toEqual(native ? same(8_192) : [1_024, ...same(16_384).slice(1)]);
    // The kernel may return less than all of it at once.
    expect(Math.max(...free.chunks)).toBe(native ? 65_536 : 1_024);
    // Where chunks have no reusable buffer, a short one is held in memory of its own size.
    expect(native ? waiting.forWord : 4).toBe(4);
  });
});

const chunksHeld = 6;
const same = (bytes: number) => Array.from({ length: chunksHeld }, () => bytes);

/** The chunk sizes of a long stream, each held for a while; then a short one's memory. */
async function heldBy(engine: Engine, asked: { dials: boolean; buffers?: Buffers }) {
  const { dials, buffers } = asked;
  const near: Socket[] = [];
  const origin = createServer((socket) => void near.push(socket)).listen(0, "127.0.0.1");
  await new Promise((resolve) => origin.once("listening", resolve));
  open.push({ stop: () => void origin.close() });
  const peers: Peer[] = [];
  if (dials) {
    const { port } = origin.address() as AddressInfo;
    engine.connect({ address: "127.0.0.1", port, timeoutMs: 1_000, buffers }, (opened) => {
      if (!(opened instanceof Error)) peers.push(opened);
    });
  } else {
    const at = { host: "127.0.0.1", port: 0, limiter: new TestLimiter(10), buffers };
    const listening = await engine.listen(at, (client) => void peers.push(client));
    open.push(listening);
    near.push(connect(listening.port, "127.0.0.1"));
  }
  await waitFor(() => near.length > 0 && peers.length > 0, 5_000);
  const [[socket], [peer]] = [near, peers];
  if (!socket || !peer) throw new Error("nobody came");
  socket.on("error", () => {});
  const held: Uint8Array[] = [];
  peer.receive = (chunk) => {
    held.push(chunk);
    return false;
  };
  socket.write(Buffer.alloc(chunksHeld * 65_536));
  while (held.length < chunksHeld) {
    const before = held.length;
    // By then everything to be read is in the kernel.
    await new Promise((resolve) => setTimeout(resolve, 10));
    peer.resume();
    await waitFor(() => held.length > before, 5_000);
  }
  const chunks = held.map(({ length }) => length);
  peer.receive = () => true;
  peer.resume();
  await waitFor(() => peer.received === chunksHeld * 65_536, 5_000);
  peer.receive = (chunk) => {
    held.push(chunk);
    return false;
  };
  socket.write("word");
  await waitFor(() => held.length > chunksHeld, 5_000);
  peer.destroy();
  socket.destroy();
  return { chunks, forWord: held.at(-1)?.buffer.byteLength };
}
