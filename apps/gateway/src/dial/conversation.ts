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

const ignore = () => {};
const holdAll = () => false;
const none: Buffer = Buffer.alloc(0);
type Reader = (bytes: Uint8Array, scanned: number) => Read<{ consumed: number }>;

export class Conversation {
  /** Whether the other side was told the target yet. */
  step: "greeting" | "asked" = "greeting";
  sentBytes = 0;
  receivedBytes = 0;
  #peer: Peer;
  /** Called once, if an answer is wrong or does not come. */
  #onFailed: (why: Error) => void;
  #bytes = none;
  #expected: { read: Reader; answered: (answer: never) => void } | null = null;
  #scanned = 0;
  /** Why no more will come. */
  #ended: Error | null = null;
  #timer: NodeJS.Timeout;

  constructor(peer: Peer, timeoutMs: number, onFailed: (why: Error) => void) {
    this.#peer = peer;
    this.#onFailed = onFailed;
    this.#timer = setTimeout(() => this.#end(new NoAnswer(true)), timeoutMs);
    peer.receive = (chunk) => {
      this.#received(chunk);
      return true;
    };
    peer.onEnd = () => this.#end(new NoAnswer(false));
    peer.onClose = () => this.#end(new NoAnswer(false));
    peer.resume();
  }

  send(bytes: Uint8Array): void {
    this.sentBytes += bytes.length;
    this.#peer.write(bytes);
  }

  /** Calls `then` with the next answer, now or later. */
  expect<T extends { consumed: number }>(
    read: (bytes: Uint8Array, scanned: number) => Read<T>,
    then: (answer: T) => void,
  ): void {
    this.#expected = { read, answered: then };
    this.#scanned = 0;
    this.#read();
  }

  /** What came after the last answer, in memory of its own. */
  rest(): Uint8Array {
    return this.#bytes.length === 0 ? none : Buffer.from(this.#bytes);
  }

  /** Ends it: neither `then` nor `onFailed` is called any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#expected = null;
    this.#peer.pause();
    this.#peer.receive = holdAll;
    this.#peer.onEnd = ignore;
    this.#peer.onClose = ignore;
  }

  #received(chunk: Uint8Array): void {
    this.receivedBytes += chunk.length;
    // The chunk's memory is the engine's: what is kept longer is copied.
    const came = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    this.#bytes = this.#bytes.length === 0 ? came : Buffer.concat([this.#bytes, came]);
    this.#read();
    this.#bytes = this.#expected === null ? none : Buffer.from(this.#bytes);
    if (this.#bytes.length > maxBytes) this.#fail(new Error("the upstream says too much"));
  }

  #read(): void {
    if (this.#expected === null) return;
    const { read, answered } = this.#expected;
    const answer = read(this.#bytes, this.#scanned);
    if ("bad" in answer) return this.#fail(new Error(answer.bad));
    if ("need" in answer) {
      this.#scanned = answer.scanned ?? 0;
      if (this.#ended !== null) this.#fail(this.#ended);
      return;
    }
    this.#expected = null;
    this.#bytes = this.#bytes.subarray(answer.consumed);
    answered(answer as never);
  }

  #end(why: Error): void {
    this.#ended ??= why;
    if (this.#expected !== null) this.#fail(this.#ended);
  }

  #fail(why: Error): void {
    this.#expected = null;
    this.#onFailed(why);
  }
}
