/** Budgets per target (spec/traffic-plan#budgets-per-target): from call fields to rows and back. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import type { TargetBudgetField } from "@turnpike/contract/sub-account-fields.ts";
import { gbToBytes } from "@turnpike/rules/bytes.ts";
import { readDomains } from "@turnpike/rules/sub-account-limits.ts";
import {
  budgetSpentUntil,
  maxTargetBudgets,
  type TargetBudget,
} from "@turnpike/rules/target-budget.ts";
import { nothingUsed, type PeriodUse } from "./store/days.ts";
import type { SubAccountRow } from "./store/sub-accounts.ts";

const field = "targetBudgets";

/**
 * The budgets after a change, in the order of the request; an absent field keeps them.
 * @throws Refusal badDomain with the entry, tooManyDomains
 */
export function changedBudgets(
  row: SubAccountRow,
  written: TargetBudgetField[] | undefined,
): TargetBudget[] {
  if (written === undefined) return row.target_budgets;
  const budgets = new Map<string, TargetBudget>();
  for (const { target: entry, dayGb, monthGb } of written) {
    const read = readDomains([entry]);
    const target = "domains" in read ? read.domains[0] : undefined;
    if (target === undefined) throw new Refusal("badDomain", { field, entry });
    const [dayBytes, monthBytes] = [bytesOf(dayGb), bytesOf(monthGb)];
    budgets.set(target, { target, dayBytes, monthBytes });
  }
  if (budgets.size > maxTargetBudgets) throw new Refusal("tooManyDomains", { field });
  return [...budgets.values()];
}

const bytesOf = (gb: number | null | undefined) => (gb ? gbToBytes(gb) : null);

/** Presents budgets with the bytes used of each. */
export function presentBudgets(
  { target_budgets: budgets }: SubAccountRow,
  used: Map<string, PeriodUse> | undefined,
): SubAccount["targetBudgets"] {
  return budgets.map((budget) => ({ ...budget, ...(used?.get(budget.target) ?? nothingUsed) }));
}

/** Budgets in the form sent to gateways: each target, and until when its budget is used up. */
export function budgetResources(
  { target_budgets: budgets }: SubAccountRow,
  used: Map<string, PeriodUse> | undefined,
  now: number,
) {
  return budgets.map((budget) => {
    const spentUntil = budgetSpentUntil(budget, used?.get(budget.target) ?? nothingUsed, now);
    return { target: budget.target, spentUntil };
  });
}
