/** Reads messages of known lengths from the beginning of a connection. */
import type { Socket } from "node:net";

/**
 * Buffers a socket's bytes until they are taken. `release` returns the rest and pauses the socket for
 * its next listener.
 */
export class ByteReader {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #over: Error | null = null;
  #wake: () => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", this.#onData).on("end", this.#onEnd).on("close", this.#onEnd);
    socket.resume();
  }

  #onData = (chunk: Buffer) => {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    // A handshake is short: later bytes wait in the socket.
    if (this.#bytes.length > 4_096) this.#socket.pause();
    this.#wake();
  };
  #onEnd = () => {
    this.#over = new Error("the connection ended during the handshake");
    this.#wake();
  };

  /** The next `count` bytes, at most 512. @throws Error if the connection ends first */
  async take(count: number): Promise<Buffer> {
    while (this.#bytes.length < count) {
      if (this.#over) throw this.#over;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  /** Stops reading and returns the bytes that were not taken. */
  release(): Buffer {
    this.#socket.off("data", this.#onData).off("end", this.#onEnd).off("close", this.#onEnd);
    this.#socket.pause();
    return this.#bytes;
  }
}
