/**
 * How many bytes a machine may lease in a minute: a floor, and a multiple of what it carried lately.
 * A machine that was taken over can bill any customer by leasing and reporting
 * (spec/nodes#identity); so it cannot bill everyone at once, and the operator is told.
 */
import { inMemory } from "../../platform/in-memory.ts";

/** A gigabit a second for a minute, which a machine may lease without having carried anything. */
const floorBytes = 8_000_000_000;
/** Gateways lease ahead of their use, and traffic may grow. */
const factor = 4;
/** What was carried is averaged over these minutes. */
const minutes = 10;
const minuteMs = 60_000;

interface Budget {
  /** Bytes that may be leased now. */
  left: number;
  refilledAt: number;
  /** Billed bytes by minute, of the last ten. */
  billed: Map<number, number>;
}

export class NodeBudgets {
  #budgets = new Map<string, Budget>();
  #now: () => number;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns how many of these bytes a node may lease now; `returnUnused` those not leased after all. */
  take(node: string, wantedBytes: number): number {
    const budget = this.#refilled(node);
    const taken = Math.max(0, Math.min(wantedBytes, Math.floor(budget.left)));
    budget.left -= taken;
    return taken;
  }

  returnUnused(node: string, bytes: number): void {
    this.#refilled(node).left += bytes;
  }

  /** Records bytes that a node carried and that were billed. */
  addBilled(node: string, bytes: number): void {
    const { billed } = this.#refilled(node);
    const minute = Math.floor(this.#now() / minuteMs);
    billed.set(minute, (billed.get(minute) ?? 0) + bytes);
    for (const old of billed.keys()) if (old < minute - minutes) billed.delete(old);
  }

  #refilled(node: string): Budget {
    const now = this.#now();
    const known = this.#budgets.get(node);
    if (known === undefined) {
      const budget = { left: floorBytes, refilledAt: now, billed: new Map<number, number>() };
      this.#budgets.set(node, budget);
      return budget;
    }
    const first = Math.floor(now / minuteMs) - minutes;
    let carried = 0;
    for (const [minute, bytes] of known.billed) if (minute >= first) carried += bytes;
    const perMinute = floorBytes + (factor * carried) / minutes;
    const refilled = known.left + (perMinute * (now - known.refilledAt)) / minuteMs;
    known.left = Math.min(perMinute, refilled);
    known.refilledAt = now;
    return known;
  }
}

/** The budgets of the nodes whose workers are connected to this process. */
export const nodeBudgets = inMemory(() => new NodeBudgets());
