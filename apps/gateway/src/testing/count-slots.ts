/** How the test hub counts connections of limited sub-accounts. */
import type { Fact } from "@turnpike/contract/data-plane.ts";
import type { Answers } from "@turnpike/link/link.ts";

/** Returns how many a gateway may have in addition to what all others were allowed. */
export function countSlots(hub: {
  slots: Map<string, number>;
  slotsAsked: { all: number; beforeLease: number };
  leases: Map<string, { subAccountId: string }>;
  resources: Map<string, Fact>;
}): Answers["slots"] {
  return async ({ gateway, subAccountId, open, wanted }) => {
    const own = `${gateway} ${subAccountId}`;
    const fact = hub.resources.get(`subAccount ${subAccountId}`);
    const limit = fact?.kind === "subAccount" ? fact.limits.maxConnections : null;
    let elsewhere = 0;
    for (const [name, count] of hub.slots)
      if (name !== own && name.endsWith(` ${subAccountId}`)) elsewhere += count;
    const free = limit === null ? wanted : Math.min(wanted, limit - elsewhere);
    const allowed = Math.max(open, free);
    hub.slots.set(own, allowed);
    hub.slotsAsked.all += 1;
    const isLeased = [...hub.leases.values()].some((lease) => lease.subAccountId === subAccountId);
    if (wanted > open && !isLeased) hub.slotsAsked.beforeLease += 1;
    return { allowed };
  };
}
