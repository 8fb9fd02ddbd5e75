/**
 * Pools of traffic (spec/supply#members): what a traffic plan draws from. Each is an asset of its
 * own in the ledger, so no byte of one pool pays for another.
 */

/** The pool that every installation has. */
export const firstPool = "residential";
/** The most pools that an installation can have. */
export const maxPools = 50;

/** The ledger's asset of a pool but the first. */
export type PoolAsset = `traffic:${string}`;

/** Whether a text can name a pool. */
export const isPoolName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(name);

export type TrafficAsset = "traffic" | PoolAsset;

/** Returns the ledger's asset of a pool's bytes. */
export const assetOfPool = (pool: string): TrafficAsset =>
  pool === firstPool ? "traffic" : `traffic:${pool}`;

const ofPool = "traffic:";

/** Returns the pool whose bytes an asset is; null if it is something else. */
export function poolOfAsset(asset: string): string | null {
  if (asset === "traffic") return firstPool;
  return asset.startsWith(ofPool) ? asset.slice(ofPool.length) : null;
}
