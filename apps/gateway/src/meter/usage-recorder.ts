/** Who pays for a tunnel's or request's bytes, and what they are booked under. */
import type { Toll } from "../engine/engine.ts";
import type { Hold, Purse } from "./leased-budget.ts";
import type { Booking, Counter, Meter } from "./meter.ts";
import { Flow } from "./rate-limiter.ts";
import { ShapedToll } from "./rate-limited-quota.ts";
import type { Shaper } from "./rate-limiters.ts";

/** What is common to both directions. */
export class Account {
  readonly purse: Purse;
  /** Booked so far. */
  upBytes = 0;
  downBytes = 0;
  #meter: Meter;
  #booking: Booking;
  #counter: Counter | null = null;
  /** Requests that are not in a row yet. */
  #requests = 0;
  #shaper: Shaper | null;

  /** With a `shaper` its bytes come no faster than that port's rate. */
  constructor(purse: Purse, meter: Meter, booking: Booking, shaper: Shaper | null = null) {
    this.purse = purse;
    this.#meter = meter;
    this.#booking = booking;
    this.#shaper = shaper;
  }

  /** Counts one request: under the lease at hand, or under that of its first bytes. */
  countRequest(): void {
    this.#requests += 1;
    if (this.purse.current) this.#row(this.purse.current);
  }

  /** What one direction pays. */
  toll(way: "up" | "down"): Toll {
    const toll = new PurseToll(this, way);
    return this.#shaper === null ? toll : new ShapedToll(toll, new Flow(this.#shaper[way]));
  }

  book(hold: Hold, way: "up" | "down", bytes: number): void {
    const row = this.#row(hold);
    if (way === "up") {
      this.upBytes += bytes;
      row.upBytes += bytes;
    } else {
      this.downBytes += bytes;
      row.downBytes += bytes;
    }
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

/** Bytes of one direction: taken from the purse, booked under what they were taken from. */
class PurseToll implements Toll {
  #account: Account;
  #way: "up" | "down";
  #hold: Hold | null = null;

  constructor(account: Account, way: "up" | "down") {
    this.#account = account;
    this.#way = way;
  }

  take(bytes: number): number {
    const { purse } = this.#account;
    const taken = purse.take(bytes);
    if (taken > 0) this.#hold = purse.current;
    return taken;
  }

  moved(bytes: number): void {
    const hold = this.#hold;
    if (hold === null) return;
    hold.inFlight -= bytes;
    this.#account.book(hold, this.#way, bytes);
  }

  giveBack(bytes: number): void {
    const hold = this.#hold;
    if (hold === null) return;
    hold.inFlight -= bytes;
    hold.left += bytes;
  }

  wait(then: () => void): void {
    this.#account.purse.wait(then);
  }

  forget(then: () => void): void {
    this.#account.purse.forget(then);
  }
}
