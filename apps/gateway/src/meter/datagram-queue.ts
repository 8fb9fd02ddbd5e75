/**
 * Datagrams of one direction of a UDP association, each paid for before it is sent. What waits for bytes
 * or for its turn waits here, within bounds; what comes beyond them is dropped, as UDP may be.
 *
 *     push ─▶ queue ─▶ pay (leases, rate) ─▶ send ─▶ the kernel took it: recorded; else given back
 *                         └── not enough yet: wait
 */
import type { ByteQuota } from "../engine/engine.ts";

const mostQueued = 128;
export const mostQueuedBytes = 128 * 1024;
/** Sends that the kernel has not answered yet. */
const mostSending = 64;

export interface Datagram {
  /** The payload's, without any header: more than 0. */
  bytes: number;
  /** A fresh quota of whoever counts it: one datagram may need bytes of two leases. */
  quota: () => ByteQuota;
  /** Hands it to the kernel; `done` is called once, later. */
  send: (done: (sent: boolean) => void) => void;
}
/** What the kernel took, and what had no room here or was not taken. */
export interface DatagramCounts {
  sent: number;
  dropped: number;
}
interface Payment {
  quota: ByteQuota;
  bytes: number;
}

export class DatagramQueue {
  /** Called when it was stopped and nothing is being sent any more. */
  onStopped: () => void = () => {};
  #queue: Datagram[] = [];
  #queuedBytes = 0;
  /** Of the first in the queue. */
  #paid: Payment[] = [];
  #waiting: ByteQuota | null = null;
  #sending = 0;
  #stopped = false;
  #counts: DatagramCounts;

  constructor(counts: DatagramCounts) {
    this.#counts = counts;
  }

  push(datagram: Datagram): void {
    const { length } = this.#queue;
    const full = length >= mostQueued || this.#queuedBytes + datagram.bytes > mostQueuedBytes;
    if (this.#stopped || full || this.#sending >= mostSending) {
      this.#counts.dropped += 1;
      return;
    }
    this.#queue.push(datagram);
    this.#queuedBytes += datagram.bytes;
    if (this.#waiting === null) this.#run();
  }

  /** Nothing more is sent; what was paid for and not sent is given back. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#waiting?.cancelWait(this.#resume);
    this.#waiting = null;
    for (const { quota, bytes } of this.#paid.splice(0)) quota.giveBack(bytes);
    this.#queue.length = 0;
  }

  /** Sends whose answer the kernel owes. */
  get sending(): number {
    return this.#sending;
  }

  #run(): void {
    for (;;) {
      const [first] = this.#queue;
      if (first === undefined || this.#stopped || !this.#pay(first)) return;
      this.#queue.shift();
      this.#queuedBytes -= first.bytes;
      this.#send(first, this.#paid.splice(0));
    }
  }

  /** Whether it is paid for as a whole; else it waits for more. */
  #pay({ bytes, quota: fresh }: Datagram): boolean {
    let left = bytes;
    for (const paid of this.#paid) left -= paid.bytes;
    while (left > 0) {
      const quota = fresh();
      const taken = quota.take(left);
      if (taken === 0) {
        this.#waiting = quota;
        quota.wait(this.#resume);
        return false;
      }
      this.#paid.push({ quota, bytes: taken });
      left -= taken;
    }
    return true;
  }

  #resume = (): void => {
    this.#waiting = null;
    if (!this.#stopped) this.#run();
  };

  #send({ send }: Datagram, payments: Payment[]): void {
    this.#sending += 1;
    send((sent) => {
      this.#sending -= 1;
      if (sent) this.#counts.sent += 1;
      else this.#counts.dropped += 1;
      for (const { quota, bytes } of payments) {
        if (sent) quota.moved(bytes);
        else quota.giveBack(bytes);
      }
      if (this.#stopped && this.#sending === 0) this.onStopped();
    });
  }
}
