/** Read buffers in a few sizes, used again; bounded in number. */
export class BufferPool {
  readonly sizes = [4_096, 16_384, 65_536, 262_144] as const;
  #most = [2_048, 512, 128, 32] as const;
  #free: Buffer[][] = this.sizes.map(() => []);

  /** A buffer of the size at index `size`. */
  take(size: number): Buffer {
    return this.#free[size]?.pop() ?? Buffer.allocUnsafeSlow(this.sizes[size] ?? this.sizes[0]);
  }

  give(size: number, buffer: Buffer): void {
    const list = this.#free[size];
    if (list && list.length < (this.#most[size] ?? 0)) list.push(buffer);
  }
}
