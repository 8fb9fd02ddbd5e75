/** Parses an origin's response as its bytes arrive, and serialises it for the client. */
import { frameChunk, lastChunk, newChunked, readChunked } from "../parse/chunked.ts";
import type { RequestHead } from "../parse/http-head.ts";
import { maxInterim, parseResponse, type ResponseHead } from "../parse/http-response.ts";
import { serialiseResponse } from "../parse/serialise.ts";

export interface AnswerPart {
  /** Bytes for the client: a view of the input, or memory of their own. */
  out: Uint8Array;
  bad?: string;
}

export class AnswerReader {
  done = false;
  /** Whether the client's connection can take another request after this response. */
  keepsClient = false;
  /** Whether the origin's connection can take another request. */
  keepsOrigin = false;
  /** Whether the client recognises the end of the response only by the end of its connection. */
  untilClose = false;
  #request: RequestHead;
  #mayKeep: () => boolean;
  #head: ResponseHead | null = null;
  #bytes: Buffer = nothing;
  #scanned = 0;
  #interims = 0;
  #left = 0;
  #chunked = newChunked(true);

  /** `mayKeep` is called when the response's head is written. */
  constructor(request: RequestHead, mayKeep: () => boolean = () => true) {
    this.#request = request;
    this.#mayKeep = mayKeep;
  }

  /** Whether the final response has begun: 1xx responses come before it. */
  get begun(): boolean {
    return this.#head !== null;
  }

  take(chunk: Uint8Array): AnswerPart {
    if (this.#head !== null) return this.#body(chunk);
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const parts: Uint8Array[] = [];
    while (this.#head === null) {
      const parsed = parseResponse(this.#bytes, {
        method: this.#request.method,
        scanned: this.#scanned,
      });
      if ("bad" in parsed) return { out: nothing, bad: parsed.bad };
      if ("need" in parsed) {
        this.#scanned = parsed.scanned;
        return { out: Buffer.concat(parts) };
      }
      this.#bytes = this.#bytes.subarray(parsed.headBytes);
      this.#scanned = 0;
      const bad = this.#begin(parsed.head, parts);
      if (bad) return { out: nothing, bad };
    }
    const rest = this.#body(this.#bytes);
    this.#bytes = nothing;
    return { ...rest, out: Buffer.concat([...parts, rest.out]) };
  }

  /** Call when the origin has finished sending. */
  end(): void {
    if (this.#head?.body.kind === "close") this.done = true;
  }

  /** Handles a head; returns what is wrong with it, or null. */
  #begin(head: ResponseHead, parts: Uint8Array[]): string | null {
    const { minor, expectContinue, keepAlive } = this.#request;
    if (head.interim) {
      this.#interims += 1;
      if (this.#interims > maxInterim) return "too many interim answers";
      // A client of HTTP/1.0 knows no responses before the final one (RFC 9110 §15.2).
      const passes = minor === 1 && (head.status !== 100 || expectContinue);
      if (passes) parts.push(serialiseResponse(head, { keepAlive: true, minor }));
      return null;
    }
    this.#head = head;
    const { body } = head;
    this.untilClose = body.kind === "close" || (body.kind === "chunked" && minor === 0);
    this.keepsClient = keepAlive && !this.untilClose && this.#mayKeep();
    this.keepsOrigin = head.keepAlive;
    this.#left = body.kind === "length" ? body.length : 0;
    this.done = body.kind === "none" || (body.kind === "length" && body.length === 0);
    parts.push(serialiseResponse(head, { keepAlive: this.keepsClient, minor }));
    return null;
  }

  #body(bytes: Uint8Array): AnswerPart {
    const kind = this.#head?.body.kind;
    if (this.done) return this.#surplus(bytes.length);
    if (kind === "close") return { out: bytes };
    if (kind === "length") {
      const out = bytes.subarray(0, Math.min(bytes.length, this.#left));
      this.#left -= out.length;
      this.done = this.#left === 0;
      this.#surplus(bytes.length - out.length);
      return { out };
    }
    const { status, pieces, consumed } = readChunked(this.#chunked, bytes);
    if (status === "bad") return { out: nothing, bad: "bad chunked body" };
    this.done = status === "done";
    if (this.done) this.#surplus(bytes.length - consumed);
    if (this.#request.minor === 0) return { out: Buffer.concat(pieces) };
    const parts = frameChunk(pieces);
    if (this.done) parts.push(lastChunk);
    return { out: Buffer.concat(parts) };
  }

  /** Bytes after the end of the response are dropped. */
  #surplus(bytes: number): AnswerPart {
    if (bytes > 0) this.keepsOrigin = false;
    return { out: nothing };
  }
}
const nothing = Buffer.alloc(0);
