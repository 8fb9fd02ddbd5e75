import type { CallResult } from "../../lib/call.ts";

type PoolBalance = CallResult<"trafficInfo">["pools"][number];
type Balance = Pick<PoolBalance, "balanceBytes" | "usedBytes" | "allocatedBytes">;

/** What all pools have together; with one pool, what it has. */
export function balanceOfAll(info: (Balance & { pools?: PoolBalance[] }) | undefined) {
  const pools = poolChoice(info);
  if (pools.length === 0) return info;
  const sum = (field: keyof Balance) => pools.reduce((all, pool) => all + pool[field], 0);
  return {
    balanceBytes: sum("balanceBytes"),
    usedBytes: sum("usedBytes"),
    allocatedBytes: sum("allocatedBytes"),
  };
}

/**
 * The pools of traffic to choose between; none while there is only one. An API of the release
 * before names none.
 */
export function poolChoice(info: { pools?: PoolBalance[] } | undefined): PoolBalance[] {
  const pools = info?.pools ?? [];
  return pools.length > 1 ? pools : [];
}
