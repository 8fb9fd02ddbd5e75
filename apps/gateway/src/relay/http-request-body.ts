/** The body of a request on its way to the origin, framed as its head says. */
import { frameChunk, lastChunk, newChunked, readChunked } from "../parse/chunked.ts";
import type { Framing } from "../parse/framing.ts";

export interface BodyPart {
  /** Bytes for the origin: a view of the input, or memory of their own. */
  out: Uint8Array;
  /** How many bytes belong to this body; the next request starts after them. */
  consumed: number;
  bad?: string;
}

export class RequestBody {
  done: boolean;
  #left: number;
  #chunked = newChunked();
  #framing: Framing;

  constructor(framing: Framing) {
    this.#framing = framing;
    this.#left = framing.kind === "length" ? framing.length : 0;
    this.done = framing.kind === "none" || (framing.kind === "length" && framing.length === 0);
  }

  take(bytes: Uint8Array): BodyPart {
    if (this.done) return { out: nothing, consumed: 0 };
    if (this.#framing.kind !== "chunked") {
      const out = bytes.subarray(0, Math.min(bytes.length, this.#left));
      this.#left -= out.length;
      this.done = this.#left === 0;
      return { out, consumed: out.length };
    }
    const { status, pieces, consumed } = readChunked(this.#chunked, bytes);
    if (status === "bad") return { out: nothing, consumed, bad: "bad chunked body" };
    this.done = status === "done";
    const parts = frameChunk(pieces);
    if (this.done) parts.push(lastChunk);
    return { out: Buffer.concat(parts), consumed };
  }
}
const nothing = new Uint8Array(0);
