/** Reads pools of traffic with their members (spec/supply#pools). */
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import {
  allUpstreams,
  ownByDefault,
  ownExits,
  ownShares,
  type StoredState,
} from "../../../inventory/upstream/store/upstreams.ts";
import type { Services } from "../../../platform/services.ts";
import { poolNames } from "../../../platform/traffic-pools/pools.ts";
import type { PoolMember } from "../acts/pools.ts";

export type ShownMember = PoolMember & { state: StoredState };

/** The members of all pools, pool by pool, own exits first. */
export async function poolMembers(
  services: Pick<Services, "db" | "settings">,
): Promise<ShownMember[]> {
  const { db } = services;
  const [own, ownOf, rows] = await Promise.all([ownExits(db), ownShares(db), allUpstreams(db)]);
  const live = rows.filter(({ state }) => state !== "retired");
  return poolNames(services).flatMap((pool) => {
    const isFirst = pool === firstPool;
    const ownShare = isFirst ? (own ?? ownByDefault) : ownOf?.[pool];
    const first = ownShare ? [{ pool, member: "own", ...ownShare, state: "on" as const }] : [];
    const others = live.flatMap(({ name: member, state, inFirstPool, pools, ...row }) => {
      const { priority, weight } = row;
      const share = isFirst ? inFirstPool && { priority, weight } : pools?.[pool];
      return share ? [{ pool, member, ...share, state }] : [];
    });
    return [...first, ...others];
  });
}
