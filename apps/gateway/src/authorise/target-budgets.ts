/** Which budget of its sub-account a target's bytes are taken from (spec/traffic-plan#budgets-per-target). */
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { targetMatcher, type TargetMatcher } from "@turnpike/rules/target-budget.ts";

type TargetBudgets = NonNullable<SubAccountFact["limits"]["targetBudgets"]>;
const targetMatchers = new WeakMap<TargetBudgets, TargetMatcher>();

/** The entry of the budgets that covers a target's host (canonical); null where none does. */
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
 * Whether an open connection ends for a budget: its target's is used up at `now`, or covers it only since
 * then, so that its bytes are not counted there. One whose budget is gone goes on.
 */
export function endsForBudget(
  subAccount: SubAccountFact,
  { host, charged, now }: { host: string; charged: string | null; now: number },
): boolean {
  const target = budgetedTarget(subAccount, host);
  if (target === null) return false;
  if (target !== charged) return true;
  const budgets = subAccount.limits.targetBudgets ?? [];
  const spentUntil = budgets.find((one) => one.target === target)?.spentUntil ?? null;
  return spentUntil !== null && now < spentUntil;
}
