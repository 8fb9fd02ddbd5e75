/** A target for tests: raw sockets that count received bytes, and a small HTTP origin. */
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

export interface Origin {
  port: number;
  authority: string;
  sockets: Set<Socket>;
  stop(): Promise<void>;
}

async function running(server: Server, host = "127.0.0.1"): Promise<Origin> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    authority: `127.0.0.1:${port}`,
    sockets,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Serves raw connections by `serve`; with host `::`, on every address of this machine. */
export function rawOrigin(serve: (socket: Socket) => void, host?: string): Promise<Origin> {
  return running(createServer({ allowHalfOpen: true, noDelay: true }, serve), host);
}

/** `/bytes/N`, `/ip`, POST `/sink` (returns the count), `/chunks/N`; counts raw bytes both ways. */
export async function httpOrigin(): Promise<Origin & { up(): number; down(): number }> {
  let closedUp = 0;
  let closedDown = 0;
  const server = createHttpServer((request, response) => {
    const url = request.url ?? "";
    const count = Number(url.split("/")[2] ?? 0);
    if (url.startsWith("/bytes/")) response.end(pattern(count));
    else if (url.startsWith("/chunks/")) {
      for (let left = count; left > 0; left -= 7_001)
        response.write(pattern(Math.min(left, 7_001)));
      response.end();
    } else if (url === "/ip") response.end(JSON.stringify({ ip: request.socket.remoteAddress }));
    else void sink(request).then((bytes) => response.end(String(bytes)));
  });
  const origin = await running(server as unknown as Server);
  server.on("connection", (socket: Socket) => {
    socket.on("close", () => {
      closedUp += socket.bytesRead;
      closedDown += socket.bytesWritten;
    });
  });
  const open = (which: "bytesRead" | "bytesWritten") =>
    [...origin.sockets].reduce((sum, socket) => sum + socket[which], 0);
  return {
    ...origin,
    up: () => closedUp + open("bytesRead"),
    down: () => closedDown + open("bytesWritten"),
  };
}

async function sink(request: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  return bytes;
}

const prime = 65_521;
const longest = 8 * 1024 * 1024;
const source = Buffer.alloc(prime + longest);
for (let at = 0; at < source.length; at += 1) source[at] = ((at % prime) * 31 + 7) & 255;

/** Bytes that depend only on their position, so that each can be compared; at most 8 MiB. */
export function pattern(bytes: number, from = 0): Buffer {
  const start = from % prime;
  return source.subarray(start, start + bytes);
}

/** Sends this many bytes of the pattern, more than 8 MiB if need be. */
export function sendPattern(socket: Socket, bytes: number): void {
  for (let at = 0; at < bytes; at += longest) {
    socket.write(pattern(Math.min(longest, bytes - at), at));
  }
}
