/** The form of a sub-account's limits: its values, their validation, and the request. */
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { maxDomains, readDomains } from "@turnpike/rules/sub-account-limits.ts";
import { maxTargetBudgets } from "@turnpike/rules/target-budget.ts";
import { bytesToGb, validateGb } from "./allotment.ts";
import { budgetLines, readBudgetLines } from "./target-budgets.ts";

/** Empty text and empty lists mean no limit. The names are the call's. */
export interface LimitValues {
  maxConnections: number | string;
  dayGb: number | string;
  monthGb: number | string;
  allowDomains: string[];
  denyDomains: string[];
  /** One budget per line, as parsed by `target-budgets.ts`. */
  targetBudgets: string;
}
export const limitNames = [
  "maxConnections",
  "dayGb",
  "monthGb",
  "allowDomains",
  "denyDomains",
  "targetBudgets",
] as const satisfies (keyof LimitValues)[];

export const noLimits: LimitValues = {
  maxConnections: "",
  dayGb: "",
  monthGb: "",
  allowDomains: [],
  denyDomains: [],
  targetBudgets: "",
};
export const maxConnectionLimit = 100_000;

const gbOf = (bytes: number | null): number | string => (bytes === null ? "" : bytesToGb(bytes));

/** The current limits as form values. */
export function limitValues({
  limits,
  targetBudgets,
}: Pick<SubAccount, "limits" | "targetBudgets">): LimitValues {
  return {
    targetBudgets: budgetLines(targetBudgets),
    maxConnections: limits.maxConnections ?? "",
    dayGb: gbOf(limits.dayBytes),
    monthGb: gbOf(limits.monthBytes),
    allowDomains: limits.allowDomains,
    denyDomains: limits.denyDomains,
  };
}

export type LimitFault =
  | { fault: "badConnections"; most: number }
  | { fault: "badGb" }
  | { fault: "badDomain"; entry: string }
  | { fault: "tooManyDomains"; most: number }
  | { fault: "badBudget"; entry: string };

/** What is wrong with one typed limit; null if nothing is. */
export function validateLimit<K extends keyof LimitValues>(
  name: K,
  typed: LimitValues[K],
): LimitFault | null {
  if (typeof typed === "object") return validateDomains(typed);
  if (name === "targetBudgets") return validateBudgets(String(typed));
  if (typed === "") return null;
  if (name !== "maxConnections") {
    return validateGb(typed, undefined) || Number(typed) <= 0 ? { fault: "badGb" } : null;
  }
  const count = Number(typed);
  const good = Number.isInteger(count) && count >= 1 && count <= maxConnectionLimit;
  return good ? null : { fault: "badConnections", most: maxConnectionLimit };
}

function validateBudgets(text: string): LimitFault | null {
  const read = readBudgetLines(text);
  if ("bad" in read) return { fault: "badBudget", entry: read.bad };
  const tooMany = read.budgets.length > maxTargetBudgets;
  return tooMany ? { fault: "tooManyDomains", most: maxTargetBudgets } : null;
}

function validateDomains(entries: readonly string[]): LimitFault | null {
  const read = readDomains(entries);
  if ("bad" in read) return { fault: "badDomain", entry: read.bad };
  return "tooMany" in read ? { fault: "tooManyDomains", most: maxDomains } : null;
}

/** Converts pasted text to a list entry: only the host of a URL. */
export function asDomain(pasted: string): string {
  const host = pasted
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/, "");
  // Strips a port too, but not the end of an IPv6 address.
  return /^[^:]+:\d+$/.test(host) ? host.slice(0, host.indexOf(":")) : host;
}

/** The limits that differ from `before`, as call parameters; null removes a limit. */
export function changedLimits(values: LimitValues, before: LimitValues) {
  const number = (typed: number | string) => (typed === "" ? null : Number(typed));
  const list = (name: "allowDomains" | "denyDomains") =>
    values[name].join() === before[name].join() ? {} : { [name]: values[name] };
  const amount = (name: "maxConnections" | "dayGb" | "monthGb") =>
    values[name] === before[name] ? {} : { [name]: number(values[name]) };
  return {
    ...amount("maxConnections"),
    ...amount("dayGb"),
    ...amount("monthGb"),
    ...list("allowDomains"),
    ...list("denyDomains"),
    ...budgets(values.targetBudgets, before.targetBudgets),
  };
}

function budgets(text: string, before: string) {
  const read = readBudgetLines(text);
  if (text === before || "bad" in read) return {};
  return { targetBudgets: read.budgets };
}
