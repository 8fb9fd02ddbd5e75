/** Whether a sub-account can carry traffic, and why not. */
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import type { Tone } from "@turnpike/ui/StatusDot.tsx";

export type AccountState = "works" | "disabled" | "noTraffic" | "dayLimit" | "monthLimit";

type Judged = Pick<
  SubAccount,
  "enabled" | "availableBytes" | "dayUsedBytes" | "monthUsedBytes" | "limits"
>;

/** Returns the first obstacle. */
export function accountState(row: Judged): AccountState {
  const { dayBytes, monthBytes } = row.limits;
  if (!row.enabled) return "disabled";
  if (row.availableBytes <= 0) return "noTraffic";
  if (monthBytes !== null && row.monthUsedBytes >= monthBytes) return "monthLimit";
  if (dayBytes !== null && row.dayUsedBytes >= dayBytes) return "dayLimit";
  return "works";
}

export const stateTones: Record<AccountState, Tone> = {
  works: "good",
  disabled: "off",
  noTraffic: "bad",
  dayLimit: "warn",
  monthLimit: "warn",
};
