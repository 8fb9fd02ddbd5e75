/**
 * The bytes that the kernel still holds for each socket. Node cannot query a single socket, so all
 * are read from `/proc/net` in the background, and only while somebody needs them.
 */
import { endianness } from "node:os";
import { type Endpoint, socketKey } from "./proc-net.ts";
import { type Queues, readFiles } from "./queue-files.ts";

/** Readings take at most a tenth of this thread's time, and each is at most a second old. */
const restFactor = 10;
const leastEveryMs = 50;
const mostEveryMs = 1_000;
/** Readings older than this are not used. */
const staleMs = 3_000;

interface Reading extends Queues {
  number: number;
  beganAt: number;
}

export class SendQueues {
  /** Readings begun so far: a change made now is certainly included in the next one. */
  readingsBegun = 0;
  #files: readonly string[];
  #now: () => number;
  #last: Reading | null = null;
  #reading = false;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(files: readonly string[], now: () => number = () => performance.now()) {
    this.#files = files;
    this.#now = now;
  }

  /**
   * The bytes that the kernel holds for a socket, from a reading with a number above `after`; null
   * if there is none. Starts the next reading unless the last one is too recent.
   */
  queuedBytes(local: Endpoint, remote: Endpoint, after: number): number | null {
    const now = this.#now();
    if (!this.#reading && now >= this.#nextAt) void this.#read(now);
    const last = this.#last;
    if (last === null || last.number <= after || now - last.beganAt > staleMs) return null;
    const key = socketKey(local, remote, endianness());
    if (key === null) return null;
    return last.queues.get(key) ?? (last.whole ? 0 : null);
  }

  async #read(beganAt: number): Promise<void> {
    this.#reading = true;
    this.readingsBegun += 1;
    const { readingsBegun: number } = this;
    let busyMs = 0;
    try {
      const read = await readFiles(this.#files);
      this.#last = { number, beganAt, ...read };
      busyMs = read.busyMs;
    } catch {
      // No permission or no descriptor left: the numbers are unknown, which callers handle.
    }
    this.#reading = false;
    this.#nextAt = beganAt + Math.min(Math.max(busyMs * restFactor, leastEveryMs), mostEveryMs);
  }
}

/** Opens the queues of this machine; null if it does not provide them. */
export function openSendQueues(): SendQueues | null {
  if (process.platform !== "linux") return null;
  return new SendQueues(["/proc/net/tcp", "/proc/net/tcp6"]);
}
