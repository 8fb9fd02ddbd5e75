/** Read buffers in a few sizes, used again; bounded in number. */
const slabBytes = 64 * 1024;
/** Of the largest so many are in use at one time: who is stuck with one holds it. */
const maxLargest = 96;

export class BufferPool {
  readonly sizes = [1_024, 4_096, 16_384, 65_536, 262_144] as const;
  #most = [8_192, 2_048, 512, 128, 32] as const;
  #free: Buffer[][] = this.sizes.map(() => []);
  #largest = 0;

  /** Whether a buffer of the size at index `size` is to be had now. */
  has(size: number): boolean {
    return size < this.sizes.length - 1 || (size < this.sizes.length && this.#largest < maxLargest);
  }

  /** A buffer of the size at index `size`. */
  take(size: number): Buffer {
    if (size === this.sizes.length - 1) this.#largest += 1;
    const free = this.#free[size];
    if (size === 0 && free?.length === 0) this.#cut(free);
    return free?.pop() ?? Buffer.allocUnsafeSlow(this.sizes[size] ?? this.sizes[0]);
  }

  /** Takes a buffer back; null for one whose memory may still be in use elsewhere. */
  give(size: number, buffer: Buffer | null): void {
    if (size === this.sizes.length - 1) this.#largest -= 1;
    const list = this.#free[size];
    if (buffer && list && list.length < (this.#most[size] ?? 0)) list.push(buffer);
  }

  /** The smallest ones are pieces of one: memory of its own costs each of them as much again. */
  #cut(free: Buffer[]): void {
    const slab = Buffer.allocUnsafeSlow(slabBytes);
    const [smallest] = this.sizes;
    for (let at = 0; at < slabBytes; at += smallest) free.push(slab.subarray(at, at + smallest));
  }
}
