import type { CallResult } from "../../lib/call.ts";

type PoolBalance = CallResult<"trafficInfo">["pools"][number];

/**
 * The pools of traffic to choose between; none while there is only one. An API of the release
 * before names none.
 */
export function poolChoice(info: { pools?: PoolBalance[] } | undefined): PoolBalance[] {
  const pools = info?.pools ?? [];
  return pools.length > 1 ? pools : [];
}
