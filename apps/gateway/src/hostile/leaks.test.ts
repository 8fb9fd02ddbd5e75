/** Connections that end in every way, and what remains of them (G17). */
import { connect, type Socket } from "node:net";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, test } from "vitest";
import { SeparateProcess, processUser } from "../testing/separate-process.ts";
import { type Client, connectTo, eventually, socksTo } from "../testing/test-gateway.ts";
import { type Engine, engines } from "../testing/engines.ts";
import { timedTunnel } from "../testing/honest-client.ts";
import { type Origin, pattern, rawOrigin } from "../testing/origin.ts";
import { sized, times, torture } from "../testing/test-sizes.ts";

const linux = process.platform === "linux";
const size = 3_000_000;

/** The origin's side: what it saw of the last connection, and what to do next. */
interface Far {
  origin: Origin;
  /** Responds to "hello" with 1,000 bytes and an end, to "reset" with a reset. */
  talker: Origin;
  /** Sends 3 MB and ends. */
  heavy: Origin;
  came: Socket[];
  bytes: Buffer[];
  ended: number;
  errors: string[];
}
async function openFar(): Promise<Far> {
  const far: Omit<Far, "origin" | "talker" | "heavy"> = {
    came: [],
    bytes: [],
    ended: 0,
    errors: [],
  };
  const origin = await rawOrigin((socket) => {
    far.came.push(socket);
    socket.on("data", (chunk: Buffer) => far.bytes.push(chunk));
    socket.on("end", () => {
      far.ended += 1;
    });
    socket.on("error", (error: NodeJS.ErrnoException) => far.errors.push(error.code ?? ""));
  });
  const talker = await rawOrigin((socket) => {
    socket.once("data", (chunk: Buffer) => {
      if (chunk.toString() === "reset") socket.resetAndDestroy();
      else socket.end(pattern(1_000));
    });
  });
  const heavy = await rawOrigin((socket) => {
    socket.end(pattern(size));
    socket.resume();
  });
  return Object.assign(far, { origin, talker, heavy });
}

async function withGateway(
  engine: Engine,
  act: (gateway: SeparateProcess, far: Far) => Promise<void>,
): Promise<void> {
  const far = await openFar();
  const allow = [far.origin.authority, far.talker.authority, far.heavy.authority];
  const gateway = await new SeparateProcess({ engine: engine.name, allow }).started();
  try {
    await act(gateway, far);
    expect(gateway.output).toBe("");
  } finally {
    await gateway.stop();
    await Promise.all([far.origin, far.talker, far.heavy].map((each) => each.stop()));
  }
}

/** Opens a tunnel by CONNECT or SOCKS5; also returns the origin's end of it. */
async function openPair(
  { port }: SeparateProcess,
  far: Far,
  socks: boolean,
): Promise<{ client: Client; target: Socket }> {
  const before = far.came.length;
  const { client } = socks
    ? await socksTo({ port }, { ...processUser, port: far.origin.port })
    : await connectTo({ port }, { ...processUser, authority: far.origin.authority });
  await eventually("the origin's end", () => far.came.length > before);
  const target = far.came.at(-1);
  if (!target) throw new Error("no origin's end");
  return { client, target };
}

/** A tunnel that ends with a reset, by the target for "reset", else by the client. */
async function goThrough(
  { port }: SeparateProcess,
  { talker }: Far,
  { socks, word }: { socks: boolean; word: "reset" | "leave" },
): Promise<void> {
  const { client } = socks
    ? await socksTo({ port }, { ...processUser, port: talker.port })
    : await connectTo({ port }, { ...processUser, authority: talker.authority });
  client.socket.write(word);
  await eventually("an answer", () => client.bytes > 0 || client.closed);
  client.socket.resetAndDestroy();
}

// Each test has its own gateway.
describe.each(engines)("ends of connections ($name engine)", { concurrent: !torture }, (engine) => {
  test("A half-close in either direction leaves the other direction open and its bytes intact", async () => {
    await withGateway(engine, async (gateway, far) => {
      for (const socks of [false, true]) {
        const first = await openPair(gateway, far, socks);
        far.bytes.length = 0;
        first.client.socket.end(pattern(size));
        await eventually("the upload's end", () => far.ended === (socks ? 2 : 1), 10_000);
        expect(Buffer.concat(far.bytes).equals(pattern(size))).toBe(true);
        expect(first.client.ended).toBe(false);
        await new Promise((resolve) => setTimeout(resolve, 100));
        first.target.end(pattern(size, 77));
        await eventually("the download's end", () => first.client.ended, 10_000);
        expect(first.client.all().equals(pattern(size, 77))).toBe(true);
        await eventually("both are closed", () => first.client.closed && first.target.destroyed);
        const second = await openPair(gateway, far, socks);
        far.bytes.length = 0;
        second.target.end(pattern(size, 5));
        await eventually("the download's end", () => second.client.ended, 10_000);
        expect(second.client.all().equals(pattern(size, 5))).toBe(true);
        expect(second.client.closed).toBe(false);
        await new Promise((resolve) => setTimeout(resolve, 100));
        second.client.socket.end(pattern(size, 9));
        await eventually("both are closed", () => second.target.destroyed, 10_000);
        expect(Buffer.concat(far.bytes).equals(pattern(size, 9))).toBe(true);
        far.ended = socks ? 2 : 1;
      }
    });
  }, 30_000);

  test("A reset is passed on as a reset in either direction", async () => {
    await withGateway(engine, async (gateway, far) => {
      for (const socks of [false, true]) {
        const first = await openPair(gateway, far, socks);
        first.client.socket.write("hello");
        await eventually("it came", () => far.bytes.length > 0);
        first.client.socket.resetAndDestroy();
        await eventually("the origin sees it", () => first.target.destroyed);
        expect(far.errors.splice(0)).toEqual(["ECONNRESET"]);
        far.bytes.length = 0;
        const second = await openPair(gateway, far, socks);
        second.target.write("hello");
        await eventually("it came", () => second.client.bytes > 0);
        second.target.resetAndDestroy();
        await eventually("the client sees it", () => second.client.closed);
        expect(second.client.error).toMatchObject({ code: "ECONNRESET" });
      }
    });
  }, 30_000);

  test.runIf(isFull)(
    "SIGTERM stops new clients, lets open tunnels finish and exits with 0",
    async () => {
      await withGateway(engine, async (gateway, far) => {
        const idle = await openPair(gateway, far, false);
        const busy = await openPair(gateway, far, true);
        busy.target.write(pattern(size).subarray(0, size / 2));
        const stopped = gateway.stop();
        await new Promise((resolve) => setTimeout(resolve, 300));
        const late = connect(gateway.port, "127.0.0.1");
        const refused = await new Promise((resolve) => {
          late.once("error", resolve).once("connect", () => resolve("accepted"));
        });
        expect(refused).toMatchObject({ code: "ECONNREFUSED" });
        expect(busy.client.closed).toBe(false);
        busy.target.end(pattern(size).subarray(size / 2));
        await eventually("the download's end", () => busy.client.ended, 10_000);
        expect(busy.client.all().equals(pattern(size))).toBe(true);
        busy.client.socket.end();
        expect(await stopped).toBe(0);
        await eventually("the idle one is cut", () => idle.client.closed || idle.client.ended);
        for (const { client } of [idle, busy]) client.socket.destroy();
      });
    },
    30_000,
  );

  test.runIf(linux)(
    "Many heavy tunnels leave no descriptors open after they end",
    async () => {
      await withGateway(engine, async (gateway, far) => {
        const before = gateway.descriptors();
        const crowd = sized({ short: 60, full: 400 });
        const { authority } = far.heavy;
        const request = { port: gateway.port, ...processUser, authority, bytes: size };
        await times(crowd, crowd, () => timedTunnel(request));
        const held = () => gateway.descriptors() - before;
        // Spare pipes, two descriptors each, are closed 5 to 10 s after they were last used.
        await eventually("all are closed", () => held() <= 4, 15_000).catch(() => {});
        expect(held()).toBeLessThanOrEqual(4);
      });
    },
    60_000,
  );

  test.runIf(linux)(
    "Thousands of connections that end in every way leave nothing behind",
    async () => {
      await withGateway(engine, async (gateway, far) => {
        const { port } = gateway;
        const authority = far.talker.authority;
        const ways = [
          () => timedTunnel({ port, ...processUser, authority, bytes: 1_000 }),
          () => goThrough(gateway, far, { socks: true, word: "reset" }),
          () => goThrough(gateway, far, { socks: false, word: "reset" }),
          () => goThrough(gateway, far, { socks: true, word: "leave" }),
          () => connectTo({ port }, { ...processUser, authority: "127.0.0.1:1" }),
          () => connectTo({ port }, { authority }),
          async () =>
            connect(port, "127.0.0.1")
              .on("error", () => {})
              .end("GET / HT"),
        ];
        const cycles = async (count: number) => {
          await times(count, 16, async (index) => {
            await ways[index % ways.length]?.();
          });
          await eventually("all are over", () => far.talker.sockets.size === 0);
          await new Promise((resolve) => setTimeout(resolve, sized({ short: 1_500, full: 3_000 })));
        };
        await cycles(sized({ short: 400, full: 10_000 }));
        const before = { descriptors: gateway.descriptors(), rss: gateway.rss() };
        await cycles(sized({ short: 400, full: 10_000 }));
        const held = () => gateway.descriptors() - before.descriptors;
        await eventually("all are closed", () => held() <= 1).catch(() => {});
        expect(held()).toBeLessThanOrEqual(1);
        const most = 1.05 * before.rss + (sized({ short: 8, full: 0 }) << 20);
        expect(gateway.rss()).toBeLessThanOrEqual(most);
      });
    },
    300_000,
  );
});
