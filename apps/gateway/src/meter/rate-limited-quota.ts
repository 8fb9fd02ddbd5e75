/** A toll whose bytes come no faster than a port's rate. */
import type { Toll } from "../engine/engine.ts";
import type { Flow } from "./rate-limiter.ts";

export class ShapedToll implements Toll {
  #toll: Toll;
  #flow: Flow;
  /** There was a turn, but nothing to pay with: the other one is waited for. */
  #unpaid = false;

  constructor(toll: Toll, flow: Flow) {
    this.#toll = toll;
    this.#flow = flow;
  }

  take(bytes: number): number {
    this.#unpaid = false;
    const allowed = this.#flow.take(bytes);
    if (allowed === 0) return 0;
    const taken = this.#toll.take(allowed);
    if (taken < allowed) this.#flow.giveBack(allowed - taken);
    this.#unpaid = taken === 0;
    return taken;
  }

  moved(bytes: number): void {
    this.#toll.moved(bytes);
  }

  giveBack(bytes: number): void {
    this.#flow.giveBack(bytes);
    this.#toll.giveBack(bytes);
  }

  wait(then: () => void): void {
    if (this.#unpaid) this.#toll.wait(then);
    else this.#flow.wait(then);
  }

  forget(then: () => void): void {
    this.#flow.forget();
    this.#toll.forget(then);
  }
}
