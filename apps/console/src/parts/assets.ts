import { assetUnit } from "@turnpike/rules/assets.ts";
import { formatBytes, formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";

const formats = { money: formatCents, bytes: formatBytes, pieces: formatNumber };

/** Formats an amount of a ledger's asset: money, traffic or a number of pieces. */
export function formatAsset(asset: string, amount: number): string {
  return formats[assetUnit(asset)](amount);
}
