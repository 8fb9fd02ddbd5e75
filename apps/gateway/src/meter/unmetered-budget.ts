/**
 * What the bytes of static IPs, opened IPs and unlimited ports are taken from: never short, since they are counted
 * and not billed. With the hub away it goes on, until the journal has grown so long that it may not
 * grow further.
 */
import type { BudgetState, ActiveLease, ByteBudget } from "./leased-budget.ts";

export class UnmeteredBudget implements ByteBudget {
  /** Rows of no lease: their `leaseId` is empty. */
  readonly current: ActiveLease = {
    id: "",
    bytes: Number.POSITIVE_INFINITY,
    left: Number.POSITIVE_INFINITY,
    inFlight: 0,
    expiresAt: Number.POSITIVE_INFINITY,
    endsAt: Number.POSITIVE_INFINITY,
    renewalMs: 0,
  };
  users = 0;
  journalFull = false;

  take(bytes: number): number {
    this.current.inFlight += bytes;
    return bytes;
  }

  /** There always are some. */
  wait(then: () => void): void {
    then();
  }

  cancelWait(): void {}

  ready(): BudgetState {
    return this.journalFull ? "hubAway" : "ready";
  }
}
