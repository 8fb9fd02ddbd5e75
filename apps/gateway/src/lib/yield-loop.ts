/** Long work in slices, so that traffic goes on meanwhile. */

/** So long at a stretch, then others get their turn. */
const sliceMs = 8;

export class YieldLoop {
  #began = performance.now();

  /** Between two steps: lets others run where it was long enough. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#began <= sliceMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = performance.now();
  }
}
