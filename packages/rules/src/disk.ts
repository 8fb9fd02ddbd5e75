/** When a disk that the product writes to counts as low or full. Sizes are bytes. */

export interface DiskSpace {
  /** What the product's user can still write (`bavail`, not `bfree`). */
  freeBytes: number;
  totalBytes: number;
}
export type DiskState = "ok" | "low" | "full";

/** Below this, databases and journals will soon fail to write; accept no new work. */
export const diskFullBytes = 20_000_000;
/** Below this size or share, the operator is warned. */
export const diskLowBytes = 500_000_000;
export const diskLowShare = 0.02;

/** Returns `full` below 20 MB free, `low` below 500 MB or 2 % of the disk. */
export function diskState({ freeBytes, totalBytes }: DiskSpace): DiskState {
  if (freeBytes < diskFullBytes) return "full";
  const isLow = freeBytes < diskLowBytes || freeBytes < totalBytes * diskLowShare;
  return isLow ? "low" : "ok";
}
