/**
 * One direction of a connection: leased, handed to a socket, counted when the kernel has it.
 *
 *     push(chunk) ─▶ purse.take ─▶ socket.write ─▶ counter      (contract §13 "What is billed")
 */
import type { Socket } from "node:net";
import type { Hold, Purse } from "./lease.ts";
import type { Booking, Counter, Meter } from "./meter.ts";

/** What is common to both directions of a tunnel or request. */
export class Account {
  purse: Purse;
  #meter: Meter;
  #booking: Booking;
  #counter: Counter | null = null;
  /** Requests that are not in a row yet. */
  #requests = 0;

  constructor(purse: Purse, meter: Meter, booking: Booking) {
    this.purse = purse;
    this.#meter = meter;
    this.#booking = booking;
  }

  /** Counts one request: under the lease at hand, or under that of its first bytes. */
  countRequest(): void {
    this.#requests += 1;
    if (this.purse.current) this.#row(this.purse.current);
  }

  handed(hold: Hold, way: "up" | "down", bytes: number): void {
    hold.inFlight -= bytes;
    const row = this.#row(hold);
    if (way === "up") row.upBytes += bytes;
    else row.downBytes += bytes;
  }

  givenBack(hold: Hold, bytes: number): void {
    hold.inFlight -= bytes;
    hold.left += bytes;
  }

  #row(hold: Hold) {
    let counter = this.#counter;
    if (counter?.window !== this.#meter.window || counter.leaseId !== hold.id) {
      counter = this.#meter.counter(hold.id, this.#booking);
      this.#counter = counter;
    }
    if (this.#requests > 0) {
      counter.row.requests += this.#requests;
      this.#requests = 0;
    }
    return counter.row;
  }
}

export class Carrier {
  /** Called when a chunk that `push` answered false to has been handed over: its memory is free. */
  onFree: () => void = () => {};
  /** Bytes handed over so far, to tell who is idle. */
  handed = 0;
  #to: Socket;
  #account: Account;
  #way: "up" | "down";
  /** Of the chunk at hand: what is not given to the socket yet. */
  #rest: Uint8Array | null = null;
  /** A write that the kernel did not take at once is under way, of so many bytes … */
  #writing = 0;
  /** … of which so many are not counted yet, all of `#hold`. */
  #uncounted = 0;
  #hold: Hold | null = null;
  /** Write callbacks still to come of writes that were done at once. */
  #skip = 0;
  #ending = false;
  #stopped = false;
  #continue = () => this.#goOn();

  constructor(to: Socket, account: Account, way: "up" | "down") {
    this.#to = to;
    this.#account = account;
    this.#way = way;
  }

  /** True while a chunk is at hand: `push` only after `onFree`. */
  get busy(): boolean {
    return this.#rest !== null || this.#writing > 0;
  }

  /**
   * Hands over a chunk. True: done, its memory is free. False: leave it untouched until `onFree`;
   * when the sub-account has no bytes left that may be never, the connection is cut instead.
   */
  push(chunk: Uint8Array): boolean {
    if (this.#stopped) return false;
    if (chunk.length === 0) return true;
    this.#rest = chunk;
    this.#work();
    return !this.busy && !this.#stopped;
  }

  /** Half-closes the socket once the chunk at hand is through. */
  end(): void {
    this.#ending = true;
    if (!this.busy && !this.#stopped) this.#to.end();
  }

  /** Before the socket is destroyed, or after: counts what the kernel took, gives back the rest. */
  stop(): void {
    if (this.#stopped) return;
    this.sample();
    this.#fail();
  }

  /** Counts what the kernel took meanwhile of a write that is under way. */
  sample(): void {
    const to = this.#to;
    if (this.#uncounted === 0 || to.destroyed || to.errored) return;
    // Something else of this socket's is still to be written before it: then it is all here yet.
    if (to.writableLength !== this.#writing) return;
    const { _handle } = to as unknown as { _handle: { writeQueueSize?: number } | null };
    this.#count(
      this.#uncounted - Math.min(_handle?.writeQueueSize ?? this.#uncounted, this.#uncounted),
    );
  }

  #work(): void {
    const { purse } = this.#account;
    while (this.#rest !== null && this.#writing === 0 && !this.#stopped) {
      const rest = this.#rest;
      const taken = purse.take(rest.length);
      const hold = purse.current;
      if (taken === 0 || hold === null) {
        purse.wait(this.#continue);
        return;
      }
      this.#rest = taken === rest.length ? null : rest.subarray(taken);
      this.#write(taken === rest.length ? rest : rest.subarray(0, taken), hold);
    }
  }

  #write(part: Uint8Array, hold: Hold): void {
    const to = this.#to;
    this.#hold = hold;
    this.#uncounted = part.length;
    if (to.destroyed || to.writableEnded) return this.#fail();
    to.write(part, this.#written);
    if (to.errored) return this.#fail();
    if (to.writableLength === 0) {
      this.#skip += 1;
      this.#count(part.length);
      return;
    }
    this.#writing = part.length;
    this.sample();
  }

  #written = (error?: Error | null): void => {
    if (this.#skip > 0) {
      this.#skip -= 1;
      return;
    }
    if (this.#stopped) return;
    if (error) return this.#fail();
    this.#writing = 0;
    this.#count(this.#uncounted);
    this.#goOn();
  };

  /** Nothing more goes through: what was taken and not handed over goes back to the lease. */
  #fail(): void {
    this.#stopped = true;
    this.#account.purse.forget(this.#continue);
    if (this.#hold && this.#uncounted > 0) this.#account.givenBack(this.#hold, this.#uncounted);
    this.#uncounted = 0;
  }

  #goOn(): void {
    this.#work();
    if (this.busy || this.#stopped) return;
    if (this.#ending) this.#to.end();
    this.onFree();
  }

  #count(bytes: number): void {
    if (bytes === 0 || this.#hold === null) return;
    this.handed += bytes;
    this.#uncounted -= bytes;
    this.#account.handed(this.#hold, this.#way, bytes);
  }
}
