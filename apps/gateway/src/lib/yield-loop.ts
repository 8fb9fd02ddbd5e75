/** Lets a long loop yield to the event loop, so that traffic goes on meanwhile. */

/** The longest time without a yield. */
const sliceMs = 8;

export class YieldLoop {
  #began = performance.now();

  /** Call between two steps: yields when the slice is used up. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#began <= sliceMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = performance.now();
  }
}
