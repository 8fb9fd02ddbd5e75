/** The budget that a target's bytes are charged to (spec/traffic-plan#budgets-per-target). */
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { targetMatcher, type TargetMatcher } from "@turnpike/rules/target-budget.ts";

type TargetBudgets = NonNullable<SubAccountFact["limits"]["targetBudgets"]>;
const targetMatchers = new WeakMap<TargetBudgets, TargetMatcher>();

/** The target budget that covers a host (canonical); null if none does. */
export function budgetedTarget(subAccount: SubAccountFact | null, host: string): string | null {
  const budgets = subAccount?.limits.targetBudgets;
  if (budgets === undefined) return null;
  let match = targetMatchers.get(budgets);
  if (match === undefined) {
    match = targetMatcher(budgets.map(({ target }) => target));
    targetMatchers.set(budgets, match);
  }
  return match(host);
}

/**
 * Whether an open connection must end for a budget: its target's is used up at `now`, or was set
 * after it opened, so that its bytes are not charged there. If its budget is gone, it stays open.
 */
export function mustCloseForBudget(
  subAccount: SubAccountFact,
  { host, charged, now }: { host: string; charged: string | null; now: number },
): boolean {
  const target = budgetedTarget(subAccount, host);
  if (target === null) return false;
  return target !== charged || isBudgetSpent(subAccount, target, now);
}

/** Whether the budget of a target is known to be used up at `now`; no target has none. */
export function isBudgetSpent(
  subAccount: SubAccountFact,
  target: string | null,
  now: number,
): boolean {
  const budgets = subAccount.limits.targetBudgets ?? [];
  const spentUntil = budgets.find((one) => one.target === target)?.spentUntil ?? null;
  return spentUntil !== null && now < spentUntil;
}
