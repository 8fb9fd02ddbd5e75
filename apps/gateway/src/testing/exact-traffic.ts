/** Traffic of known sizes, for tests of exact accounting: every byte that arrives is compared. */
import { expect } from "vitest";
import { stall } from "./handed-over.ts";
import { type Origin, pattern, rawOrigin, sendPattern } from "./origin.ts";
import { basic, type Client, eventually } from "./test-gateway.ts";

export interface Counted {
  up: number;
  down: number;
}
export interface CountingTarget extends Origin {
  /** What it has counted, by its clients' addresses: the exits'. */
  seen: Map<string, Counted>;
  /** What it has received in all. */
  up(): number;
}

/** Counts bytes received; responds with as many bytes as the first four bytes say. */
export async function countingTarget(): Promise<CountingTarget> {
  const seen = new Map<string, Counted>();
  const origin = await rawOrigin((socket) => {
    const own = seen.get(socket.remoteAddress ?? "") ?? { up: 0, down: 0 };
    seen.set(socket.remoteAddress ?? "", own);
    let head = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      own.up += chunk.length;
      if (head.length >= 4) return;
      head = Buffer.concat([head, chunk.subarray(0, 4 - head.length)]);
      if (head.length < 4) return;
      own.down += head.readUInt32BE(0);
      sendPattern(socket, head.readUInt32BE(0));
      socket.end();
    });
  });
  const up = () => [...seen.values()].reduce((sum, one) => sum + one.up, 0);
  return Object.assign(origin, { seen, up });
}

/** Asks a `countingTarget` for bytes. */
export function askFor(client: Client, bytes: number): void {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes);
  client.socket.write(head);
}

/** Sends `up` bytes through a tunnel to a `countingTarget` and receives `down`. */
export async function exchange(client: Client, up: number, down: number): Promise<void> {
  askFor(client, down);
  for (let at = 4; at < up; at += 50_000) client.socket.write(pattern(Math.min(50_000, up - at)));
  client.socket.end();
  await eventually("both ends", () => client.ended || client.closed, 20_000);
  expect(client.all().equals(pattern(down))).toBe(true);
}

/** Absolute-form requests on one connection, by turns GET and POST; returns the bytes received. */
export async function absoluteRequests(
  client: Client,
  authority: string,
  { sizes, login }: { sizes: number[]; login?: { user: string; password: string } | undefined },
): Promise<number> {
  const own = login ? `Proxy-Authorization: ${basic(login.user, login.password)}\r\n` : "";
  let down = 0;
  for (const [at, bytes] of sizes.entries()) {
    const [method, path] = at % 2 ? ["POST", "/sink"] : ["GET", `/bytes/${bytes}`];
    const length = at % 2 ? `Content-Length: ${bytes}\r\n` : "";
    const line = `${method} http://${authority}${path} HTTP/1.1`;
    client.socket.write(`${line}\r\nHost: a\r\n${own}${length}\r\n`);
    if (at % 2) client.socket.write(pattern(bytes));
    const head = await client.head();
    const body = await client.exactly(Number(/content-length: (\d+)/i.exec(head)?.[1]));
    expect(body.equals(at % 2 ? Buffer.from(String(bytes)) : pattern(bytes))).toBe(true);
    down += head.length + body.length;
  }
  client.socket.end();
  await eventually("it is closed", () => client.ended || client.closed);
  return down;
}

/**
 * Resets a tunnel to a `countingTarget` mid-transfer: it counts no less than the client has read, and
 * no more than was handed over.
 */
export async function resetAmid(
  client: Client,
  { isOver, billed }: { isOver: () => boolean; billed: () => Counted },
): Promise<void> {
  // More than the kernel's buffers hold.
  const bytes = 40 * 1024 * 1024;
  askFor(client, bytes);
  await eventually("some bytes", () => client.bytes > 300_000);
  const handedOver = await stall(client);
  client.socket.resetAndDestroy();
  expect(handedOver).toBeLessThan(bytes);
  await eventually("it is over", isOver);
  await eventually("it is counted", () => billed().down >= client.bytes);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(billed()).toMatchObject({ up: 4, requests: 1 });
  expect(billed().down).toBeLessThanOrEqual(handedOver);
}
