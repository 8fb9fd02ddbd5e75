/**
 * Posts usage (spec/accounting#posting): one ledger entry per sub-account for what its leases were
 * billed since the last posting. Statistics and balances include it at once; `verify` adds it.
 */
import { assetOfPool } from "@turnpike/rules/traffic-pool.ts";
import { addPending, release } from "../../ledger/reserve.ts";
import { type Entry, postNew } from "../../ledger/post.ts";
import type { Tx } from "../../platform/db/database.ts";
import { workThrough } from "../../platform/job-items.ts";
import type { Services } from "../../platform/services.ts";
import { usageHouse } from "../sub-account/moves.ts";
import { subAccountNamesByIds } from "../sub-account/store/sub-accounts.ts";
import { bucketOf } from "./leases.ts";
import { type LeaseRow, lockUnposted, markPosted, unpostedIds } from "./store.ts";

/** Leases per transaction. */
const leasesAtOnce = 500;
/** The most transactions of one run; the next one continues. */
const maxRounds = 10_000;

/** Posts all unposted usage. Replicas that run at the same time divide the leases between them. */
export function postUsage(services: Services): Promise<void> {
  return workThrough(services, {
    kind: "posting",
    atOnce: leasesAtOnce,
    rounds: maxRounds,
    list: (except, limit) => unpostedIds(services.db, except, limit),
    run: async (tx, ids) => postLeases(services, tx, await lockUnposted(tx, { ids })),
  });
}

/** Posts the usage of these sub-accounts; the caller's transaction has locked them. */
export async function postUsageOf(
  services: Services,
  tx: Tx,
  subAccountIds: string[],
): Promise<void> {
  for (;;) {
    const leases = await lockUnposted(tx, { subAccountIds, limit: leasesAtOnce });
    if ((await postLeases(services, tx, leases)) < leasesAtOnce) return;
  }
}

/** Posts the unposted usage of locked leases. Returns the number of leases. */
async function postLeases({ world }: Services, tx: Tx, leases: LeaseRow[]): Promise<number> {
  if (leases.length === 0) return 0;
  const used = leases.map((lease) => {
    const amount = lease.used_bytes - lease.posted_bytes;
    const [bucket, asset] = [bucketOf(lease), assetOfPool(lease.pool)];
    return { sub: lease.sub_account_id, owner: lease.account_id, asset, bucket, amount };
  });
  await release(tx, used);
  await addPending(
    tx,
    used.map(({ owner, asset, amount }) => ({ owner, asset, amount: -amount })),
  );
  const names = await subAccountNamesByIds(tx, [...new Set(used.map(({ sub }) => sub))]);
  const entries = new Map<string, Entry>();
  for (const { sub, owner, asset, bucket, amount } of used) {
    const key = `usage:${world.id()}:${sub}`;
    const fresh = { key, kind: "usage", ref: names.get(sub) ?? "", at: world.now(), lines: [] };
    const entry: Entry = entries.get(sub) ?? { ...fresh, kind: "usage" };
    entry.lines.push({ owner, asset, bucket, amount: -amount }, { ...usageHouse(asset), amount });
    entries.set(sub, entry);
  }
  await postNew(tx, sortedByOwner(entries));
  await markPosted(
    tx,
    leases.map(({ id }) => id),
  );
  return leases.length;
}

/** Sorts by owner and sub-account, so that concurrent posters lock buckets in the same order. */
function sortedByOwner(entries: Map<string, Entry>): Entry[] {
  const ownerOf = ({ lines }: Entry) => lines[0]?.owner ?? "";
  const named = [...entries].map(([sub, entry]) => ({ at: `${ownerOf(entry)} ${sub}`, entry }));
  return named.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ entry }) => entry);
}
