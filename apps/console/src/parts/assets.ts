import { formatBytes, formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";

const money = new Set(["wallet", "profit", "profit_held", "debt"]);

/** Formats an amount of a ledger's asset: money, traffic or a number of pieces. */
export function formatAsset(asset: string, amount: number): string {
  if (money.has(asset)) return formatCents(amount);
  return asset === "traffic" ? formatBytes(amount) : formatNumber(amount);
}
