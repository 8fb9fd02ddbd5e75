/** A pool of pipes that spliced bytes pass through. They are taken and returned empty. */
import { type Kernel, nonBlocking, setPipeSize } from "./kernel.ts";

export const pipeBytes = 1024 * 1024;
/** Unused pipes are closed after this time. */
const spareMs = 5_000;

export interface Pipe {
  readonly from: number;
  readonly to: number;
}

export class Pipes {
  #kernel: Kernel;
  #most: number;
  #open = 0;
  #free: Pipe[] = [];
  #pair = new Int32Array(2);
  /** Whether one was taken since the timer looked last. */
  #used = false;
  #mayClose = false;

  /** `most` is the number of pipes that may be open at one time. */
  constructor(kernel: Kernel, most: number) {
    this.#kernel = kernel;
    this.#most = most;
  }

  /** Returns null if too many are open already or no descriptors are left. */
  take(): Pipe | null {
    this.#used = true;
    const free = this.#free.pop();
    if (free) return free;
    if (this.#open >= this.#most || this.#kernel.pipe(this.#pair, nonBlocking) < 0) return null;
    this.#open += 1;
    const [from = -1, to = -1] = this.#pair;
    this.#kernel.fcntl(to, setPipeSize, pipeBytes);
    return { from, to };
  }

  /** Returns an empty pipe to the pool: bytes left in it would reach another connection. */
  release(pipe: Pipe): void {
    this.#free.push(pipe);
    if (!this.#mayClose) this.#closeLater();
  }

  /** Closes a pipe that is not empty. */
  close(pipe: Pipe): void {
    this.#kernel.close(pipe.from);
    this.#kernel.close(pipe.to);
    this.#open -= 1;
  }
  #closeLater(): void {
    this.#mayClose = true;
    setTimeout(() => {
      this.#mayClose = false;
      if (!this.#used) for (const pipe of this.#free.splice(0)) this.close(pipe);
      else this.#closeLater();
      this.#used = false;
    }, spareMs).unref();
  }
}
