/** Distinguishable streams of bytes, for tests that look for misdirected bytes. */
import type { Socket } from "node:net";

/** Byte `at` of stream `id`; no two streams have the same 8 consecutive bytes at a position. */
function byteOf(id: number, at: number): number {
  return (Math.imul(id + 1, 2_654_435_761) >>> ((at % 4) * 8)) ^ (at & 255) ^ ((at >>> 8) * 31);
}
function piece(id: number, from: number, bytes: number): Buffer {
  const made = Buffer.allocUnsafe(bytes);
  for (let at = 0; at < bytes; at += 1) made[at] = byteOf(id, from + at) & 255;
  return made;
}

/** Sends stream `id` and checks the one that comes back: that of the id that `comes` returns. */
export class StreamEnd {
  received = 0;
  wrong = 0;
  closed = false;
  reset = false;
  #socket: Socket;
  #random: () => number;

  /** `comes` returns the id of the stream to expect; `random` makes it pause occasionally. */
  constructor(socket: Socket, random: () => number, comes: () => number) {
    this.#socket = socket;
    this.#random = random;
    socket.on("error", () => {
      this.reset = true;
    });
    socket.on("close", () => {
      this.closed = true;
    });
    socket.on("data", (chunk: Buffer) => {
      const id = comes();
      for (let at = 0; at < chunk.length; at += 1) {
        if (chunk[at] !== (byteOf(id, this.received + at) & 255)) this.wrong += 1;
      }
      this.received += chunk.length;
      if (random() < 0.1) {
        socket.pause();
        setTimeout(() => socket.resume(), random() * 8);
      }
    });
  }

  async send(id: number, bytes: number): Promise<void> {
    for (let from = 0; from < bytes && !this.#socket.destroyed; ) {
      const size = Math.min(bytes - from, 1 + Math.floor(this.#random() * 60_000));
      const more = this.#socket.write(piece(id, from, size));
      from += size;
      if (!more) await drained(this.#socket);
    }
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off("drain", done);
      socket.off("close", done);
      resolve();
    };
    socket.on("drain", done);
    socket.on("close", done);
  });
}
