/** Read buffers in a few sizes, used again; bounded in number. */
const slabBytes = 64 * 1024;

export class BufferPool {
  readonly sizes = [1_024, 4_096, 16_384, 65_536, 131_072] as const;
  #most = [8_192, 2_048, 512, 128, 32] as const;
  #free: Buffer[][] = this.sizes.map(() => []);

  /** A buffer of the size at index `size`. */
  take(size: number): Buffer {
    const free = this.#free[size];
    if (size === 0 && free?.length === 0) this.#cut(free);
    return free?.pop() ?? Buffer.allocUnsafeSlow(this.sizes[size] ?? this.sizes[0]);
  }

  give(size: number, buffer: Buffer): void {
    const list = this.#free[size];
    if (list && list.length < (this.#most[size] ?? 0)) list.push(buffer);
  }

  /** The smallest ones are pieces of one: memory of its own costs each of them as much again. */
  #cut(free: Buffer[]): void {
    const slab = Buffer.allocUnsafeSlow(slabBytes);
    const [smallest] = this.sizes;
    for (let at = 0; at < slabBytes; at += smallest) free.push(slab.subarray(at, at + smallest));
  }
}
