/**
 * How many leases a machine's worker may have open for one sub-account. Bytes alone bound nothing: a
 * machine that was taken over leases single bytes, and every lease of a limited sub-account adds up
 * those that are open, while the hub's few connections wait for its row (spec/nodes#identity).
 */
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import { TokenBuckets } from "../../platform/token-buckets.ts";
import { accountsOf } from "../sub-account/store/lists.ts";
import { hasOpenLeases } from "./store.ts";

/** Of an honest worker: some for the sub-account, and for each of its targets. */
const maxOpen = 256;
/** So many are given without counting those that are open: an honest worker seldom asks for more. */
const uncounted = { burst: 64, perHour: 600 };

export class OpenLeases {
  #services: Services;
  #uncounted = new TokenBuckets(uncounted);

  constructor(services: Services) {
    this.#services = services;
  }

  /** Whether the worker may have another one. Takes no lock: those asked at once may go beyond. */
  async mayTake(holder: { gateway: string; subAccountId: string }): Promise<boolean> {
    const { gateway } = holder;
    const subAccountId = holder.subAccountId.toLowerCase();
    if (this.#uncounted.takeAll(`${gateway} ${subAccountId}`, 1)) return true;
    const { db } = this.#services;
    const accountId = (await accountsOf(db, [subAccountId])).get(subAccountId);
    if (accountId === undefined) return true;
    return !(await hasOpenLeases(db, { accountId, subAccountId, gateway, count: maxOpen }));
  }
}

export const openLeases = inMemory((services: Services) => new OpenLeases(services));
