/** Available stock of unlimited plans by region. */
import { bandwidthStepMbps, type UnlimitedKind } from "./unlimited.ts";

export interface RegionCapacity {
  kind: UnlimitedKind;
  /** The operator's total capacity there: ports or Mbps. */
  most: number;
  /** The part of it that is in use by plans. */
  sold: number;
  /** Unused port numbers. */
  freeNumbers: number;
  /** The number of exits in the region. */
  exits: number;
}

/** Returns ports, or Mbps in whole steps; 0 if no traffic could be carried. */
export function stockOf({ kind, most, sold, freeNumbers, exits }: RegionCapacity): number {
  const left = Math.max(0, most - sold);
  if (exits === 0 || freeNumbers <= 0) return 0;
  if (kind === "port") return Math.min(left, freeNumbers);
  return left - (left % bandwidthStepMbps);
}
