/** Streams of bytes through a proxy, measured where they arrive: a plan's real speed. */
import { connect, createServer, type Socket } from "node:net";

/** A separate target that sends without end, or counts the bytes it receives. */
export interface StreamTarget {
  /** host:port. */
  address: string;
  stop(): void;
}
/** By stream id: called with the number of bytes that arrived. */
const byteCounters = new Map<string, (bytes: number) => void>();
const block = Buffer.alloc(64 * 1024, 0x55);

/** Opens the target on a port; a client's first line is its command: `down`, or `up ID`. */
export function startStreamTarget(at: number): Promise<StreamTarget> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    let line = "";
    const begin = (chunk: Buffer) => {
      line += chunk.toString("latin1");
      const end = line.indexOf("\n");
      if (end < 0) return;
      socket.off("data", begin);
      const [way, id = ""] = line.slice(0, end).split(" ");
      if (way === "down") return writeEndlessly(socket);
      const count = byteCounters.get(id) ?? (() => {});
      count(line.length - end - 1);
      socket.on("data", (more: Buffer) => count(more.length));
    };
    socket.on("data", begin);
  });
  return new Promise((resolve) => {
    server.listen(at, "127.0.0.1", () => {
      const stop = () => {
        server.close();
        for (const socket of open) socket.destroy();
      };
      resolve({ address: `127.0.0.1:${at}`, stop });
    });
  });
}

/** Writes for as long as the other side reads. */
function writeEndlessly(socket: Socket): void {
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on("drain", more);
  more();
}

export interface Endpoint {
  host: string;
  port: number;
  account: string;
  password: string;
}
export interface StreamSpeeds {
  /** All streams together, over the whole time. */
  mbps: number;
  /** The first second only. */
  firstMbps: number;
  /** From the second second on: slowest and fastest stream, relative to an equal share. */
  slowest: number;
  fastest: number;
}

let streams = 0;
/** Opens a tunnel to the target; rejects if the proxy refuses. */
function tunnel({ host, port, account, password }: Endpoint, target: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    const basic = Buffer.from(`${account}:${password}`).toString("base64");
    socket.on("error", reject);
    socket.write(
      `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`,
    );
    socket.once("data", (head: Buffer) => {
      const statusLine = head.toString("latin1");
      if (statusLine.startsWith("HTTP/1.1 200")) return resolve(socket);
      socket.destroy();
      reject(new Error(statusLine.split("\r\n")[0]));
    });
  });
}

/**
 * Sends through `count` tunnels at once for some seconds, and counts what arrives: downloads here,
 * uploads at the target.
 */
export async function measure(
  endpoint: Endpoint,
  options: { target: StreamTarget; way: "down" | "up"; count: number; seconds: number },
): Promise<StreamSpeeds> {
  const { target, way, count, seconds } = options;
  const sockets = await Promise.all(
    Array.from({ length: count }, () => tunnel(endpoint, target.address)),
  );
  const bytes = sockets.map(() => 0);
  const early = sockets.map(() => 0);
  const ids = sockets.map(() => `s${process.pid}x${streams++}`);
  const began = performance.now();
  const add = (at: number, more: number) => {
    bytes[at] = (bytes[at] ?? 0) + more;
    if (performance.now() - began >= 1_000) return;
    early[at] = (early[at] ?? 0) + more;
  };
  for (const [at, socket] of sockets.entries()) {
    const id = ids[at] ?? "";
    socket.on("error", () => {});
    if (way === "down") {
      socket.on("data", (chunk: Buffer) => add(at, chunk.length));
      socket.write("down\n");
    } else {
      byteCounters.set(id, (more) => add(at, more));
      socket.write(`up ${id}\n`);
      writeEndlessly(socket);
    }
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const elapsed = (performance.now() - began) / 1_000;
  const sums = [...bytes];
  // Otherwise buffered data would keep flowing for a while and slow down the next measurement.
  for (const socket of sockets) socket.resetAndDestroy();
  for (const id of ids) byteCounters.delete(id);
  const total = sums.reduce((sum, one) => sum + one, 0);
  const first = early.reduce((sum, one) => sum + one, 0);
  const later = sums.map((sum, at) => sum - (early[at] ?? 0));
  const equal = (total - first) / count;
  return {
    mbps: (total * 8) / elapsed / 1e6,
    firstMbps: (first * 8) / 1e6,
    slowest: Math.min(...later) / equal,
    fastest: Math.max(...later) / equal,
  };
}
