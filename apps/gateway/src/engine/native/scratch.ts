/**
 * The receive buffer of all peers of an engine. A chunk that is kept keeps its buffer, and another
 * takes its place: a new one for each would make V8 collect garbage more than anything else.
 */

import type { Kernel } from "./kernel.ts";
import type { Loop } from "./loop.ts";

/** State shared by all peers of an engine. */
export interface Shared {
  loop: Loop;
  kernel: Kernel;
  scratch: Scratch;
}

export const scratchBytes = 64 * 1024;
/** Free buffers beyond these are left to the garbage collector. */
const maxSpare = 64;

export class Scratch {
  buffer: Buffer = Buffer.allocUnsafeSlow(scratchBytes);
  #spare: Buffer[] = [];

  /**
   * Leaves the buffer to the chunk in it and takes another. Returns it if it is `reused`: then it is
   * the caller's until he frees it.
   */
  keep(reused: boolean): Buffer | null {
    const kept = this.buffer;
    this.buffer = (reused && this.#spare.pop()) || Buffer.allocUnsafeSlow(scratchBytes);
    return reused ? kept : null;
  }

  /** Takes a buffer back, if there is one, whose bytes nobody needs any more. Returns null. */
  free(kept: Buffer | null): null {
    if (kept !== null && this.#spare.length < maxSpare) this.#spare.push(kept);
    return null;
  }
}
