/**
 * What the kernel still holds for each socket, which Node cannot ask of one: read for all of them
 * from `/proc/net`, beside other work, and only while somebody wants to know.
 */
import { endianness } from "node:os";
import { type Endpoint, socketKey } from "./proc-net.ts";
import { type Queues, readFiles } from "./queue-files.ts";

/** A reading begins at most so often. */
const everyMs = 1_000;
/** What is older is no answer. */
const staleMs = 3_000;

interface Reading extends Queues {
  number: number;
  beganAt: number;
}

export class SendQueues {
  /** Readings begun so far: what changes now is surely in the next one. */
  begun = 0;
  #files: readonly string[];
  #now: () => number;
  #last: Reading | null = null;
  #reading = false;
  #beganAt = Number.NEGATIVE_INFINITY;

  constructor(files: readonly string[], now: () => number = () => performance.now()) {
    this.#files = files;
    this.#now = now;
  }

  /**
   * The bytes that the kernel holds for a socket, as a reading knows it that began after so many
   * others; null while there is none. Then, and when it grows old, the next one is begun.
   */
  held(local: Endpoint, remote: Endpoint, after: number): number | null {
    const now = this.#now();
    if (!this.#reading && now - this.#beganAt >= everyMs) void this.#read(now);
    const last = this.#last;
    if (last === null || last.number <= after || now - last.beganAt > staleMs) return null;
    const key = socketKey(local, remote, endianness());
    if (key === null) return null;
    return last.queues.get(key) ?? (last.whole ? 0 : null);
  }

  async #read(beganAt: number): Promise<void> {
    this.#reading = true;
    this.#beganAt = beganAt;
    this.begun += 1;
    const { begun: number } = this;
    try {
      this.#last = { number, beganAt, ...(await readFiles(this.#files)) };
    } catch {
      // Not let in, or out of descriptors: it cannot be told, which is an answer too.
    }
    this.#reading = false;
  }
}

/** What tells it on this machine; null where nothing does. */
export function openSendQueues(): SendQueues | null {
  if (process.platform !== "linux") return null;
  return new SendQueues(["/proc/net/tcp", "/proc/net/tcp6"]);
}
