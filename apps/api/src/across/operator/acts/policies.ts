/** Acts on the lists of domains that the operator refuses (spec/operator#target-policy). */
import { maxPolicies } from "@turnpike/contract/target-facts.ts";
import { policyName, policyProducts, type StoredPolicy } from "@turnpike/contract/target-policy.ts";
import { maxNames } from "@turnpike/rules/name-set.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { changeSetting } from "../../../platform/setting/setting.ts";
import { isPool } from "../../../platform/traffic-pools/pools.ts";
import { policySetting } from "../../target-policy/policies.ts";
import type { LeftOutLine, ReadList } from "../../target-policy/read-list.ts";
import { deleteOtherLists, insertList } from "../../target-policy/store.ts";
import { defineAct } from "./act.ts";

/** A list as commands and the console show it. */
export interface ListedPolicy {
  name: string;
  names: number;
  /** Pools and products that it counts for; `all`, or none of them. */
  pools: string[] | "all";
  except: "approved" | null;
  leftOut: number;
  importedAt: string;
}

/** A stored list as it is shown. */
export const listedPolicy = (policy: StoredPolicy): ListedPolicy => ({
  name: policy.name,
  names: policy.names,
  pools: policy.pools ?? "all",
  except: policy.exceptApproved ? "approved" : null,
  leftOut: policy.leftOut,
  importedAt: policy.importedAt,
});

export type ImportedPolicy = ListedPolicy & { lines: number; leftOutLines: LeftOutLine[] };

const noSuch = (name: string) => new ActRefused(`there is no list ${name}`, { reason: "notFound" });

/** This process knows of the change before it says so. */
const known = <T>({ settings }: Services, result: T) => ({
  result,
  afterCommit: async () => {
    await settings.refresh();
    return result;
  },
});

async function change(tx: Tx, to: (before: readonly StoredPolicy[]) => StoredPolicy[]) {
  const { before, after } = await changeSetting(tx, policySetting, (all) =>
    to(all).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
  await deleteOtherLists(
    tx,
    after.map(({ sha256 }) => sha256),
  );
  return before;
}

/** Puts a list in the place of an earlier one of its name; a new one counts nowhere yet. */
export const importPolicy = defineAct<{ name: string; list: ReadList }, ImportedPolicy>({
  action: "policy.import",
  run: async (services, tx, { name, list }) => {
    if (!policyName.test(name))
      throw new FieldRefused({
        field: "name",
        column: null,
        fault: "1 to 40 letters a-z, digits and -, beginning with a letter or digit",
      });
    const { bytes, sha256, names, leftOut, lines, named: leftOutLines } = list;
    await insertList(tx, sha256, bytes);
    const importedAt = new Date(services.world.now()).toISOString();
    let stored: StoredPolicy | null = null;
    const before = await change(tx, (all) => {
      const [old] = all.filter((policy) => policy.name === name);
      const { pools = [], exceptApproved = false } = old ?? {};
      const others = all.filter((policy) => policy !== old);
      const sum = others.reduce((total, policy) => total + policy.names, names);
      if (sum > maxNames)
        throw new ActRefused(`all lists together have at most ${maxNames} names, not ${sum}`);
      if (others.length >= maxPolicies) throw new ActRefused(`at most ${maxPolicies} lists`);
      stored = {
        name,
        sha256,
        bytes: bytes.length,
        pools,
        exceptApproved,
        names,
        leftOut,
        importedAt,
      };
      return [...others, stored];
    });
    if (stored === null) throw new Error("not stored");
    const old = before.find((policy) => policy.name === name);
    return {
      subject: name,
      ...(old && { before: listedPolicy(old) }),
      after: listedPolicy(stored),
      ...known(services, { ...listedPolicy(stored), lines, leftOutLines }),
    };
  },
});

export interface PolicyChange {
  name: string;
  /** Pools and products; null for all, empty for none, absent for what is set. */
  pools?: string[] | null | undefined;
  exceptApproved?: boolean | undefined;
}

/** Sets where a list counts, and whom it spares. */
export const setPolicy = defineAct<PolicyChange, ListedPolicy>({
  action: "policy.set",
  run: async (services, tx, { name, pools, exceptApproved }) => {
    for (const pool of pools ?? [])
      if (!policyProducts.includes(pool) && !(await isPool(services, pool)))
        throw new FieldRefused({
          field: "pools",
          column: null,
          fault: `no pool is called ${pool}`,
        });
    const before = await change(tx, (all) =>
      all.map((policy) => {
        if (policy.name !== name) return policy;
        const where = pools === undefined ? policy.pools : pools && [...new Set(pools)];
        return { ...policy, pools: where, exceptApproved: exceptApproved ?? policy.exceptApproved };
      }),
    );
    const old = before.find((policy) => policy.name === name);
    if (old === undefined) throw noSuch(name);
    const where = pools === undefined ? old.pools : pools && [...new Set(pools)];
    const after = listedPolicy({
      ...old,
      pools: where,
      exceptApproved: exceptApproved ?? old.exceptApproved,
    });
    return { subject: name, before: listedPolicy(old), after, ...known(services, after) };
  },
});

/** Removes a list: its names are reachable again at once. */
export const removePolicy = defineAct<{ name: string }, ListedPolicy>({
  action: "policy.remove",
  run: async (services, tx, { name }) => {
    const before = await change(tx, (all) => all.filter((policy) => policy.name !== name));
    const old = before.find((policy) => policy.name === name);
    if (old === undefined) throw noSuch(name);
    const removed = listedPolicy(old);
    return { subject: name, before: removed, ...known(services, removed) };
  },
});
