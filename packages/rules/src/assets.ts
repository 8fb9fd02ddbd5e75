/** What an account can have in the ledger, and how amounts of it are written. */
import { type PoolAsset, poolOfAsset } from "./traffic-pool.ts";

/** Pieces: IPs, and the credits of static and short-term IPs by their days. */
export const pieces = [
  "ip",
  "static7",
  "static30",
  "static90",
  "short1",
  "short3",
  "short7",
] as const;

/** What staff can grant. */
export const grantableAssets = ["wallet", "traffic", ...pieces] as const;

/** All assets that a customer sees, in the order of their statement. */
export const assets = [...grantableAssets, "profit"] as const;
/** An asset that every installation has. */
export type BaseAsset = (typeof assets)[number];
/** An asset, also the traffic of an added pool. */
export type Asset = BaseAsset | PoolAsset;

/** How amounts of an asset are written: money with two decimals, the others as they are. */
export type AssetUnit = "money" | "bytes" | "pieces";

/** Held profit and debt, which only staff see, are money too. */
const money: readonly string[] = ["wallet", "profit", "profit_held", "debt"];

/** The unit of an asset's amounts: cents, bytes or pieces. */
export function assetUnit(asset: string): AssetUnit {
  if (money.includes(asset)) return "money";
  return poolOfAsset(asset) === null ? "pieces" : "bytes";
}

/**
 * The most of an asset that staff can give at a time: a million GB, ten billion units of money or
 * as many pieces. Sums over all customers stay exact.
 */
export const mostGiven = (asset: string): number =>
  assetUnit(asset) === "bytes" ? 1_000_000_000_000_000 : 1_000_000_000_000;
