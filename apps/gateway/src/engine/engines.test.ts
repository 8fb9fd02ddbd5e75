/**
 * Every engine delivers each byte to the right peer (spec/quality#buffers), counts it once, closes
 * all descriptors.
 */
import { readdirSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { Engine, Listening, ByteQuota } from "./engine.ts";
import { openNativeEngine } from "./native/engine.ts";
import { StreamEnd } from "../testing/streams.ts";
import { seeded } from "../testing/test-sizes.ts";
import { openPortableEngine } from "./portable/engine.ts";
import { TestLimiter } from "../testing/test-limiter.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const random = seeded(Number(process.env["ENGINE_SEED"] ?? 20_261_121));
const onError = (error: unknown) => {
  throw error;
};

const portable = () => openPortableEngine({ worker: 0, workers: 1, random, onError });
const engines: [string, () => Engine | null][] = [
  ["portable", portable],
  ["native", () => openNativeEngine(onError)],
  // Without pipes it copies; with one pipe most tunnels copy and some splice.
  ["native without pipes", () => openNativeEngine(onError, 0)],
  ["native with one pipe", () => openNativeEngine(onError, 1)],
];

/** One quota for all: returns uneven portions, sometimes none for a while. */
class CountedQuotas {
  taken = 0;
  moved = 0;
  given = 0;
  faults: string[] = [];
  open = 0;

  quota(): ByteQuota {
    let out = 0;
    const waiting = new Set<() => void>();
    return {
      take: (bytes) => {
        if (out !== 0) this.faults.push(`took with ${out} out`);
        if (random() < 0.02) return 0;
        out = Math.min(bytes, 1 + Math.floor(random() * 300_000));
        this.taken += out;
        return out;
      },
      commit: (bytes) => {
        out -= bytes;
        if (out < 0 || bytes <= 0) this.faults.push(`moved ${bytes}, left ${out}`);
        this.moved += bytes;
      },
      refund: (bytes) => {
        out -= bytes;
        if (out < 0) this.faults.push(`gave ${bytes} back, left ${out}`);
        this.given += bytes;
      },
      wait: (then) => {
        waiting.add(then);
        setTimeout(() => {
          if (waiting.delete(then)) then();
        }, 3);
      },
      cancelWait: (then) => void waiting.delete(then),
    };
  }
}

const open: { stop(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.stop();
});

/** A gateway that consists only of the engine: all clients are relayed to the origin. */
async function relay(
  engine: Engine,
  quotas: CountedQuotas,
  asked: { originPort: number; cuts: number },
): Promise<Listening> {
  const listening = await engine.listen(
    { host: "127.0.0.1", port: 0, limiter: new TestLimiter(5_000) },
    (client) => {
      client.onClose = () => {};
      engine.connect(
        { address: "127.0.0.1", port: asked.originPort, timeoutMs: 5_000 },
        (target) => {
          if (target instanceof Error) return client.destroy();
          if (client.closed) return target.destroy();
          const early = { fromClient: new Uint8Array(0), fromTarget: new Uint8Array(0) };
          quotas.open += 1;
          const ended = () => {
            quotas.open -= 1;
          };
          const relay = engine.relay({
            client,
            target,
            up: quotas.quota(),
            down: quotas.quota(),
            early,
            ended,
          });
          if (random() < asked.cuts) setTimeout(() => relay.stop(), random() * 40);
        },
      );
    },
  );
  open.push(listening);
  return listening;
}

interface Origin {
  server: Server;
  port: number;
  wrong: () => number;
  open: () => number;
  /** By stream: how many bytes were sent to it and received from it. */
  seen: Map<number, { sent: number; heard: number }>;
}

/** The first four bytes give the origin its stream's id; it responds with stream `id + 1e6`. */
async function originOf(): Promise<Origin> {
  const ends = new Set<StreamEnd>();
  const seen: Origin["seen"] = new Map();
  let wrong = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once("data", (head: Buffer) => {
      const id = head.readUInt32BE(0);
      const end = new StreamEnd(socket, random, () => id);
      ends.add(end);
      const size = Math.floor(random() ** 3 * 900_000);
      socket.on("close", () => {
        wrong += end.wrong;
        seen.set(id, { sent: size, heard: end.received });
        ends.delete(end);
      });
      if (head.length > 4) socket.emit("data", head.subarray(4));
      const answer = end.send(id + 1_000_000, size);
      socket.on("end", () => void answer.then(() => socket.end()));
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ stop: () => void server.close() });
  const { port } = server.address() as AddressInfo;
  return { server, port, wrong: () => wrong, open: () => ends.size, seen };
}

interface Visit {
  id: number;
  wrong: number;
  /** Whether neither side broke it off. */
  whole: boolean;
  sent: number;
  heard: number;
}

/** One client: sends, half-closes and reads to the end, or is killed or leaves midway. */
async function visit(port: number, id: number): Promise<Visit> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const end = new StreamEnd(socket, random, () => id + 1_000_000);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(id);
  socket.write(head);
  const fate = random();
  const size = Math.floor(random() ** 3 * 900_000);
  const sending = end.send(id, size);
  if (fate < 0.1) setTimeout(() => socket.resetAndDestroy(), random() * 50);
  else if (fate < 0.2) setTimeout(() => socket.destroy(), random() * 50);
  await sending;
  if (!socket.destroyed) socket.end();
  await until(() => end.closed);
  const whole = fate >= 0.2 && !end.reset;
  return { id, wrong: end.wrong, whole, sent: size, heard: end.received };
}

const until = (holds: () => boolean, timeoutMs = 15_000) =>
  waitFor("the condition", holds, timeoutMs);

const visits = process.env["TURNPIKE_TORTURE"] ? 5_000 : 60;
const descriptors = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0);

describe.each(engines)("the %s engine", (_, openEngine) => {
  const engine = openEngine();
  test.skipIf(engine === null)(
    "No byte reaches another tunnel, is lost or is counted twice (P10)",
    async () => {
      const { whole, seen, faults } = await crowd(engine, 0);
      expect(faults).toEqual(faultless);
      const lost = whole.filter(({ id, sent, heard }) => {
        const there = seen.get(id);
        return there?.sent !== heard || there.heard !== sent;
      });
      expect(lost).toEqual([]);
      expect(whole.length).toBeGreaterThan(visits / 2);
    },
    300_000,
  );

  test.skipIf(engine === null)(
    "No byte reaches another tunnel or is counted twice while the gateway closes tunnels",
    async () => {
      const { faults } = await crowd(engine, 0.1);
      expect(faults).toEqual(faultless);
    },
    300_000,
  );
});

const faultless = { wrong: 0, atOrigin: 0, quotas: [], lostFromQuotas: 0 };

/** Runs many visits at once; also returns the counts that must be 0 in any case. */
async function crowd(engine: Engine | null, cuts: number) {
  if (engine === null) throw new Error("no engine");
  const quotas = new CountedQuotas();
  const origin = await originOf();
  const { port } = await relay(engine, quotas, { originPort: origin.port, cuts });
  await visit(port, 0);
  const quiet = () => quotas.open === 0 && origin.open() === 0;
  await until(quiet);
  const before = descriptors();
  let next = 1;
  let wrong = 0;
  const whole: Visit[] = [];
  const visitor = async () => {
    while (next < visits) {
      const seen = await visit(port, next++);
      wrong += seen.wrong;
      if (seen.whole) whole.push(seen);
    }
  };
  await Promise.all(Array.from({ length: 40 }, visitor));
  await until(quiet);
  // Pipes kept for later tunnels use two descriptors each.
  await until(() => descriptors() <= before + 2 * 40);
  const lostFromQuotas = quotas.taken - quotas.moved - quotas.given;
  const faults = { wrong, atOrigin: origin.wrong(), quotas: quotas.faults, lostFromQuotas };
  return { whole, seen: origin.seen, faults };
}
