import { assetUnit } from "@turnpike/rules/assets.ts";
import { word } from "../lib/words.ts";
import { formatBytes, formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";

const formats = { money: formatCents, bytes: formatBytes, pieces: formatNumber };

/** An asset's name; `pools` are the customer's traffic pools but the first. */
export function assetName(asset: string, pools: readonly { asset: string; title: string }[]) {
  const title = pools.find((pool) => pool.asset === asset)?.title;
  return title === undefined
    ? word("ledger:assets", asset)
    : `${word("ledger:assets", "traffic")} (${title})`;
}

/** Formats an amount of a ledger's asset: money, traffic or a number of pieces. */
export function formatAsset(asset: string, amount: number): string {
  return formats[assetUnit(asset)](amount);
}
