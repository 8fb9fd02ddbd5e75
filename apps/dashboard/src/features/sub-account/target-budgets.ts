/** Budgets per target as lines of text: `example.com 1 20`, GB per day and month, `-` for none. */
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { readDomains } from "@turnpike/rules/sub-account-limits.ts";
import { bytesToGb, validateGb } from "./allotment.ts";

export interface BudgetLine {
  target: string;
  dayGb: number | null;
  monthGb: number | null;
}

/** The current budgets, one per line. */
export function budgetLines(
  budgets: readonly Pick<
    SubAccount["targetBudgets"][number],
    "target" | "dayBytes" | "monthBytes"
  >[],
): string {
  const gb = (bytes: number | null) => (bytes === null ? "-" : bytesToGb(bytes));
  return budgets
    .map(({ target, dayBytes, monthBytes }) => `${target} ${gb(dayBytes)} ${gb(monthBytes)}`)
    .join("\n");
}

/** Parses the lines; `bad` is the first invalid line, as typed. Skips empty lines. */
export function readBudgetLines(text: string): { budgets: BudgetLine[] } | { bad: string } {
  const budgets: BudgetLine[] = [];
  for (const line of text.split("\n")) {
    const words = line.trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) continue;
    const [target = "", day = "-", month = "-"] = words;
    const read = readDomains([target]);
    const isGb = [day, month].every((gb) => gb === "-" || isBudget(gb));
    const isSet = day !== "-" || month !== "-";
    if ("bad" in read || words.length > 3 || !isGb || !isSet) return { bad: line.trim() };
    budgets.push({ target, dayGb: gbOf(day), monthGb: gbOf(month) });
  }
  return { budgets };
}

const isBudget = (gb: string) => !validateGb(gb, undefined) && Number(gb) > 0;
const gbOf = (gb: string) => (gb === "-" ? null : Number(gb));
