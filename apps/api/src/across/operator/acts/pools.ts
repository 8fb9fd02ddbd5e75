/** Acts on pools of traffic and their members (spec/supply#pools). */
import { type ProductTexts, textsFault } from "@turnpike/rules/product.ts";
import { firstPool, isPoolName, maxPools } from "@turnpike/rules/traffic-pool.ts";
import {
  deleteMember,
  leaveFirstPool,
  type MemberShare,
  putMember,
} from "../../../inventory/upstream/store/members.ts";
import {
  ownByDefault,
  ownExits,
  ownExitsId,
  ownShares,
  setOwnExits,
  setShare,
} from "../../../inventory/upstream/store/upstreams.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import { recordChanges } from "../../../platform/changes/changes.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { changeSetting } from "../../../platform/setting/setting.ts";
import { type AddedPool, isPool, poolsSetting } from "../../../platform/traffic-pools/pools.ts";
import { defineAct } from "./act.ts";
import { lockNamed } from "./upstreams.ts";

export interface NewPool {
  name: string;
  title: ProductTexts;
}
export interface PoolMember extends MemberShare {
  pool: string;
  member: string;
}

const own = "own";
const longestTitle = 60;

function refuseTitle(title: ProductTexts): void {
  const long = Object.entries(title).find(([, text]) => text.length > longestTitle);
  const fault = long ? `${long[0]} is longer than ${longestTitle} characters` : textsFault(title);
  if (fault !== null) throw new FieldRefused({ field: "title", column: null, fault });
}

/** Adds a pool without members; its name is an asset of the ledger and stays for good. */
export const addPool = defineAct<NewPool, NewPool>({
  action: "pool.add",
  run: async ({ settings }, tx, pool) => {
    const refuse = (fault: string) => new FieldRefused({ field: "name", column: null, fault });
    if (!isPoolName(pool.name)) throw refuse("letters a-z, digits and dashes are expected");
    refuseTitle(pool.title);
    const add = (before: AddedPool[]) => {
      if (pool.name === firstPool || before.some(({ name }) => name === pool.name))
        throw refuse(`there is a pool ${pool.name} already`);
      if (before.length + 1 >= maxPools) throw refuse(`there are ${maxPools} pools, the most`);
      return [...before, pool];
    };
    await changeSetting(tx, poolsSetting, add);
    const afterCommit = async () => {
      await settings.refresh();
      return pool;
    };
    return { result: pool, subject: pool.name, after: pool, afterCommit };
  },
});

/** @throws ActRefused if there is no such pool */
async function refuseUnknown(services: Services, pool: string): Promise<void> {
  if (!(await isPool(services, pool)))
    throw new ActRefused(`no pool is named ${pool}`, { reason: "notFound" });
}

/** A member: own exits or an upstream, locked, with its shares of pools. */
async function lockMember(tx: Tx, member: string) {
  if (member !== own) {
    const { id, priority, weight, pools, inFirstPool } = await lockNamed(tx, member);
    return { kind: "upstream" as const, id, share: { priority, weight }, pools, inFirstPool };
  }
  const share = (await ownExits(tx)) ?? ownByDefault;
  const pools = await ownShares(tx);
  return { kind: "ownExits" as const, id: ownExitsId, share, pools, inFirstPool: true };
}

type Member = Awaited<ReturnType<typeof lockMember>>;

const shareOf = ({ share, pools, inFirstPool }: Member, pool: string): MemberShare | null => {
  if (pool !== firstPool) return pools?.[pool] ?? null;
  return inFirstPool ? share : null;
};

async function saveShare(tx: Tx, { kind, id }: Member, pool: string, share: MemberShare) {
  if (pool !== firstPool) await putMember(tx, { pool, memberId: id, ...share });
  else if (kind === "ownExits") await setOwnExits(tx, share);
  else await setShare(tx, id, share);
  await recordChanges(tx, [{ kind, id }]);
}

/** Sets priority and weight of a member of a pool; one that is none becomes one. */
export const setMember = defineAct<
  { pool: string; member: string; priority: number | null; weight: number | null },
  PoolMember
>({
  action: "pool.set",
  run: async (services, tx, { pool, member, priority, weight }) => {
    await refuseUnknown(services, pool);
    const found = await lockMember(tx, member);
    const before = shareOf(found, pool);
    const known = before ?? ownByDefault;
    const after = { priority: priority ?? known.priority, weight: weight ?? known.weight };
    await saveShare(tx, found, pool, after);
    const result = { pool, member, ...after };
    return { result, subject: member, before: before && { pool, ...before }, after: result };
  },
});

/** Takes a member out of a pool. Own exits stay in the first one: gateways fall back to them. */
export const removeMember = defineAct<
  { pool: string; member: string },
  { pool: string; member: string }
>({
  action: "pool.remove",
  run: async (services, tx, { pool, member }) => {
    await refuseUnknown(services, pool);
    if (pool === firstPool && member === own) {
      const fault = `own exits stay in ${firstPool}: a weight of 0 uses them last`;
      throw new FieldRefused({ field: "member", column: null, fault });
    }
    const found = await lockMember(tx, member);
    const before = shareOf(found, pool);
    if (before === null)
      throw new ActRefused(`${member} is no member of ${pool}`, { reason: "notFound" });
    if (pool === firstPool) await leaveFirstPool(tx, found.id);
    else await deleteMember(tx, { pool, memberId: found.id });
    await recordChanges(tx, [{ kind: found.kind, id: found.id }]);
    return { result: { pool, member }, subject: member, before: { pool, ...before } };
  },
});
