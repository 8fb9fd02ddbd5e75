/**
 * The budget of static IPs, opened IPs and unlimited ports: never empty, since their bytes are counted
 * and not billed. It works while the hub is away, until the journal is full.
 */
import type { BudgetState, ActiveLease, ByteBudget } from "./leased-budget.ts";

export class UnmeteredBudget implements ByteBudget {
  /** No lease: `leaseId` of its rows is empty. */
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

  /** There are always bytes. */
  wait(then: () => void): void {
    then();
  }

  cancelWait(): void {}

  ready(): BudgetState {
    return this.journalFull ? "hubAway" : "ready";
  }
}
