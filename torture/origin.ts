/**
 * An origin that counts every byte independently. Its protocol on a plain connection, repeatable:
 *
 *     client ─ kind u32 · up u32 · down u32 ─▶, then `up` bytes ─▶
 *     client ◀─ `down` bytes, started at once: both directions move at the same time
 *
 * Its HTTP port answers `/N` with N bytes for any method, while it discards the request body; the
 * last byte is sent once the body is complete.
 */
import { createServer as createHttp } from "node:http";
import { createServer, type Server, type Socket } from "node:net";

/** The origin's action after its bytes: continue, end its side, or reset the connection. */
export const after = { goOn: 0, end: 1, reset: 2 } as const;
export const headBytes = 12;
/** All streams repeat this pattern; its period is a prime. */
const period = 65_521;
const pattern = Buffer.from(Array.from({ length: period * 2 }, (_, at) => (at % period) * 31));

/** At most `bytes` of the stream starting at `offset`; never more than one period. */
export function streamPart(offset: number, bytes: number): Buffer {
  const from = offset % period;
  return pattern.subarray(from, from + Math.min(bytes, period));
}

/** Whether these bytes match the stream at `offset`. */
export function isStream(chunk: Buffer, offset: number): boolean {
  for (let at = 0; at < chunk.length; at += period) {
    const part = streamPart(offset + at, chunk.length - at);
    if (!chunk.subarray(at, at + part.length).equals(part)) return false;
  }
  return true;
}

export class Origin {
  port = 0;
  httpPort = 0;
  /** Received bytes that differ from those sent. */
  wrong = 0;
  #servers: Server[] = [];
  #open = new Set<Socket>();
  #closed = { received: 0, sent: 0 };

  /** Listens on free ports of these loopback addresses, with the same ports on each. */
  async listen(hosts = ["127.0.0.1"]): Promise<this> {
    const http = () => {
      const server = createHttp({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (ask, answer) => {
        const bytes = Number(/(\d+)$/.exec(ask.url ?? "")?.[1] ?? 0);
        const asked = new Promise((resolve) => ask.resume().on("end", resolve));
        answer.writeHead(200, { "Content-Length": bytes });
        void sendBytes(answer, bytes - 1)
          .then(() => asked)
          .then(() => answer.end(streamPart(bytes - 1, Math.min(bytes, 1))));
      });
      server.on("connection", (socket) => this.#count(socket));
      server.on("clientError", (_error, socket) => socket.destroy());
      return server;
    };
    const talk = () =>
      createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        this.#count(socket);
        this.#talk(socket);
      });
    for (const host of hosts) {
      this.httpPort = await this.#bind(http(), this.httpPort, host);
      this.port = await this.#bind(talk(), this.port, host);
    }
    return this;
  }

  /** Bytes read from and written to all connections so far. */
  totals(): { received: number; sent: number } {
    const sum = { ...this.#closed };
    for (const socket of this.#open) {
      sum.received += socket.bytesRead;
      sum.sent += socket.bytesWritten;
    }
    return sum;
  }

  open(): number {
    return this.#open.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    for (const server of this.#servers) await new Promise((resolve) => server.close(resolve));
  }

  #bind(server: Server, port: number, host: string): Promise<number> {
    this.#servers.push(server);
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen({ port, host, backlog: 4_096 }, () =>
        resolve((server.address() as { port: number }).port),
      );
    });
  }

  #count(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#open.delete(socket);
      this.#closed.received += socket.bytesRead;
      this.#closed.sent += socket.bytesWritten;
    });
  }

  #talk(socket: Socket): void {
    let head: Buffer = Buffer.alloc(0);
    let upLeft = 0;
    let upSeen = 0;
    let sending = Promise.resolve();
    const begin = (asked: Buffer) => {
      const kind = asked.readUInt32BE(0);
      upLeft = asked.readUInt32BE(4);
      upSeen = 0;
      sending = sending.then(async () => {
        await sendBytes(socket, asked.readUInt32BE(8));
        if (kind === after.end) socket.end();
        if (kind === after.reset) socket.resetAndDestroy();
      });
    };
    socket.on("data", (came: Buffer) => {
      for (let chunk = came; chunk.length > 0; ) {
        const body = chunk.subarray(0, upLeft);
        if (!isStream(body, upSeen)) this.wrong += body.length;
        upSeen += body.length;
        upLeft -= body.length;
        chunk = chunk.subarray(body.length);
        if (upLeft > 0 || chunk.length === 0) continue;
        const part = chunk.subarray(0, headBytes - head.length);
        head = Buffer.concat([head, part]);
        chunk = chunk.subarray(part.length);
        if (head.length < headBytes) continue;
        begin(head);
        head = Buffer.alloc(0);
      }
    });
    socket.on("end", () => void sending.then(() => socket.end()));
  }
}

/** Writes the stream's first bytes at the reader's pace; stops early if the reader is gone. */
export async function sendBytes(to: NodeJS.WritableStream, bytes: number): Promise<void> {
  const gone = () => "destroyed" in to && to.destroyed === true;
  for (let at = 0; at < bytes && !gone(); ) {
    const part = streamPart(at, bytes - at);
    at += part.length;
    if (to.write(part)) continue;
    await new Promise<void>((resolve) => {
      const done = () => {
        to.off("drain", done);
        to.off("close", done);
        resolve();
      };
      to.on("drain", done);
      to.on("close", done);
    });
  }
}
