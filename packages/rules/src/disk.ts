/** When a disk that the product writes to is called low or full. Sizes are bytes. */

export interface DiskSpace {
  /** What the product's own user may still write (`bavail`, not `bfree`). */
  freeBytes: number;
  totalBytes: number;
}
export type DiskState = "ok" | "low" | "full";

/** Below it databases and journals soon fail to write; nothing new should be promised. */
export const diskFullBytes = 20_000_000;
/** Below it, or below the share, the operator is warned. */
export const diskLowBytes = 500_000_000;
export const diskLowShare = 0.02;

/** Judges the room that is left: `full` below 20 MB, `low` below 500 MB or 2 % of the disk. */
export function diskState({ freeBytes, totalBytes }: DiskSpace): DiskState {
  if (freeBytes < diskFullBytes) return "full";
  const isLow = freeBytes < diskLowBytes || freeBytes < totalBytes * diskLowShare;
  return isLow ? "low" : "ok";
}
