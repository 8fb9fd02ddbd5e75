/** How much of unlimited plans can be ordered in a region now. */
import { bandwidthStepMbps, type UnlimitedKind } from "./unlimited.ts";

export interface RegionCapacity {
  kind: UnlimitedKind;
  /** What the operator sells there in all: ports, or Mbps. */
  most: number;
  /** Of it, what plans have. */
  sold: number;
  /** Port numbers that nobody has. */
  freeNumbers: number;
  /** Exits that the region has. */
  exits: number;
}

/** Ports, or Mbps in whole steps; 0 where nothing could be carried. */
export function stockOf({ kind, most, sold, freeNumbers, exits }: RegionCapacity): number {
  const left = Math.max(0, most - sold);
  if (exits === 0 || freeNumbers <= 0) return 0;
  if (kind === "port") return Math.min(left, freeNumbers);
  return left - (left % bandwidthStepMbps);
}
