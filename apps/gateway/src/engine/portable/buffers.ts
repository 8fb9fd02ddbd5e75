/** A bounded pool of read buffers in a few sizes. */
const slabBytes = 64 * 1024;
/** The most buffers of the largest size in use at one time, as a stalled peer keeps its buffer. */
const maxLargest = 96;

export class BufferPool {
  readonly sizes = [1_024, 16_384, 65_536, 262_144] as const;
  #most = [8_192, 512, 128, 32] as const;
  #free: Buffer[][] = this.sizes.map(() => []);
  #largest = 0;

  /** Whether a buffer of the size at index `size` is available now. */
  has(size: number): boolean {
    return size < this.sizes.length - 1 || (size < this.sizes.length && this.#largest < maxLargest);
  }

  /** Takes a buffer of the size at index `size`. */
  take(size: number): Buffer {
    if (size === this.sizes.length - 1) this.#largest += 1;
    const free = this.#free[size];
    if (size === 0 && free?.length === 0) this.#cut(free);
    return free?.pop() ?? Buffer.allocUnsafeSlow(this.sizes[size] ?? this.sizes[0]);
  }

  /** Returns a buffer to the pool; null for one whose memory may still be in use elsewhere. */
  release(size: number, buffer: Buffer | null): void {
    if (size === this.sizes.length - 1) this.#largest -= 1;
    const list = this.#free[size];
    if (buffer && list && list.length < (this.#most[size] ?? 0)) list.push(buffer);
  }

  /** The smallest buffers are slices of one slab: separate allocations would double their cost. */
  #cut(free: Buffer[]): void {
    const slab = Buffer.allocUnsafeSlow(slabBytes);
    const [smallest] = this.sizes;
    for (let at = 0; at < slabBytes; at += smallest) free.push(slab.subarray(at, at + smallest));
  }
}
