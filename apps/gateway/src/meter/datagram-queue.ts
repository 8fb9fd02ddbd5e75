/**
 * Datagrams of one direction of a UDP association, each paid for before it is sent. They wait here,
 * up to a limit, for bytes or for their turn; beyond it they are dropped, as UDP allows.
 *
 *     push ─▶ queue ─▶ pay (leases, rate) ─▶ send ─▶ the kernel took it: recorded; else given back
 *                         └── not enough yet: wait
 */
import type { ByteQuota } from "../engine/engine.ts";

const maxQueued = 128;
export const maxQueuedBytes = 128 * 1024;
/** Sends that the kernel has not completed yet. */
const maxSending = 64;

export interface Datagram {
  /** The size of the payload without any header; more than 0. */
  bytes: number;
  /** Creates a new quota each time, as one datagram may need bytes of two leases. */
  quota: () => ByteQuota;
  /** Sends it; `done` is called once, later. */
  send: (done: (sent: boolean) => void) => void;
}
/** The datagrams that the kernel accepted, and those that were dropped or not accepted. */
export interface DatagramCounts {
  sent: number;
  dropped: number;
}
interface Payment {
  quota: ByteQuota;
  bytes: number;
}

export class DatagramQueue {
  /** Called when the queue was stopped and nothing is being sent any more. */
  onStopped: () => void = () => {};
  #queue: Datagram[] = [];
  #queuedBytes = 0;
  /** Payments for the first datagram of the queue. */
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
    const full = length >= maxQueued || this.#queuedBytes + datagram.bytes > maxQueuedBytes;
    if (this.#stopped || full || this.#sending >= maxSending) {
      this.#counts.dropped += 1;
      return;
    }
    this.#queue.push(datagram);
    this.#queuedBytes += datagram.bytes;
    if (this.#waiting === null) this.#run();
  }

  /** Stops sending and gives back what was paid for but not sent. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#waiting?.cancelWait(this.#resume);
    this.#waiting = null;
    for (const { quota, bytes } of this.#paid.splice(0)) quota.refund(bytes);
    this.#queue.length = 0;
  }

  /** Sends that the kernel has not completed yet. */
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

  /** Pays for the datagram; returns false, and waits for more, unless it is paid in full. */
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
    const done = (sent: boolean) => {
      this.#sending -= 1;
      if (sent) this.#counts.sent += 1;
      else this.#counts.dropped += 1;
      for (const { quota, bytes } of payments) {
        if (sent) quota.commit(bytes);
        else quota.refund(bytes);
      }
      if (this.#stopped && this.#sending === 0) this.onStopped();
    };
    try {
      send(done);
    } catch {
      // The socket refused it at once.
      done(false);
    }
  }
}
