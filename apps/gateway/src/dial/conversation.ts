/** Requests and answers on one socket before it carries anything, limited in bytes and time. */
import type { Peer } from "../engine/engine.ts";
import type { Read } from "../parse/socks5.ts";

const maxBytes = 64 * 1024;

/** No answer in time (`silent`), or the upstream closed the connection before it answered. */
export class NoAnswer extends Error {
  readonly silent: boolean;
  constructor(silent: boolean) {
    super(silent ? "the upstream is silent" : "the upstream hung up");
    this.silent = silent;
  }
}

export class Conversation {
  /** Whether the other side was told the target yet. */
  step: "greeting" | "asked" = "greeting";
  sentBytes = 0;
  receivedBytes = 0;
  #peer: Peer;
  #bytes = Buffer.alloc(0);
  #wake: () => void = () => {};
  #failed: Error | null = null;
  #timer: NodeJS.Timeout;

  constructor(peer: Peer, timeoutMs: number) {
    this.#peer = peer;
    this.#timer = setTimeout(() => this.#fail(new NoAnswer(true)), timeoutMs);
    peer.receive = (chunk) => {
      this.receivedBytes += chunk.length;
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      if (this.#bytes.length > maxBytes) this.#fail(new Error("the upstream says too much"));
      this.#wake();
      return true;
    };
    peer.onEnd = () => this.#fail(new NoAnswer(false));
    peer.onClose = () => this.#fail(new NoAnswer(false));
    peer.resume();
  }

  send(bytes: Uint8Array): void {
    this.sentBytes += bytes.length;
    this.#peer.write(bytes);
  }

  async read<T extends { consumed: number }>(
    read: (bytes: Uint8Array, scanned?: number) => Read<T>,
  ): Promise<T> {
    let scanned = 0;
    for (;;) {
      const result = read(this.#bytes, scanned);
      if ("bad" in result) throw new Error(result.bad);
      if (!("need" in result)) {
        this.#bytes = this.#bytes.subarray(result.consumed);
        return result;
      }
      scanned = result.scanned ?? 0;
      if (this.#failed) throw this.#failed;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }

  rest(): Uint8Array {
    return this.#bytes;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#peer.pause();
    this.#peer.onEnd = () => {};
    this.#peer.onClose = () => {};
  }

  #fail(why: Error): void {
    this.#failed ??= why;
    this.#wake();
  }
}
