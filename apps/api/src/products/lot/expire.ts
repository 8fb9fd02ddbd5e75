/**
 * Takes traffic that has ended (spec/money#expiry): each holding in a transaction of its own. What
 * gateways had on lease at that instant is used of it; what they return unused goes with the next run.
 */
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { type EndedHolding, holdingsWithEnded, lockEnded } from "../../ledger/lots.ts";
import { type Line, post } from "../../ledger/post.ts";
import type { Tx } from "../../platform/db/database.ts";
import { workThrough } from "../../platform/job-items.ts";
import type { Services } from "../../platform/services.ts";
import { lockSubAccountsOf } from "../sub-account/erase.ts";
import { changeSubAccount } from "../sub-account/store/sub-accounts.ts";
import { idOfAllotment, restBucket } from "../sub-account/moves.ts";

/** Holdings that are listed at once. */
const page = 500;
/** The most holdings of one run; the next one continues. */
const maxRounds = 1_000_000;

const nameOf = ({ owner, asset }: EndedHolding) => `${owner} ${asset}`;
function holdingOf(name: string): EndedHolding {
  const [owner = "", asset = ""] = name.split(" ");
  return { owner, asset: asset as EndedHolding["asset"] };
}

/** Takes what has ended of all holdings. Of runs at the same time, the second finds nothing left. */
export function expireLots(services: Services): Promise<void> {
  const { db, world } = services;
  const now = new Date(world.now());
  let after: EndedHolding | null = null;
  let waiting: string[] = [];
  return workThrough(services, {
    kind: "expiredTraffic",
    // One per transaction: two holdings at once would lock sub-accounts after another's buckets.
    atOnce: 1,
    rounds: maxRounds,
    list: async (except) => {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined && !except.includes(next)) return [next];
        if (next !== undefined) continue;
        const found: EndedHolding[] = await holdingsWithEnded(db, { now, after, limit: page });
        if (found.length === 0) return [];
        after = found.at(-1) ?? after;
        waiting = found.map(nameOf);
      }
    },
    run: async (tx, names) => {
      for (const name of names) await expireHolding(services, tx, holdingOf(name), now);
    },
  });
}

/** Takes what has ended of a holding and is free: from the rest first, then from allotments. */
export async function expireHolding(
  { world }: Services,
  tx: Tx,
  holding: EndedHolding,
  now: Date,
): Promise<void> {
  const { owner, asset } = holding;
  if (poolOfAsset(asset) !== null) await lockSubAccountsOf(tx, owner);
  const { bytes, lastEnd, buckets } = await lockEnded(tx, holding, now);
  if (bytes === 0 || lastEnd === null) return;
  const restFirst = buckets.toSorted(
    (a, b) => Number(b.bucket === restBucket) - Number(a.bucket === restBucket),
  );
  let left = bytes;
  const lines: Line[] = [];
  for (const { bucket, free } of restFirst) {
    const amount = Math.min(left, free);
    if (amount <= 0) continue;
    left -= amount;
    lines.push({ owner, asset, bucket, amount: -amount });
    const id = idOfAllotment(bucket);
    if (id !== null) await changeSubAccount(tx, id, { allottedMore: -amount });
  }
  lines.push({ owner: null, asset, bucket: "expired", amount: bytes - left });
  await post(tx, {
    key: `expire:${world.id()}`,
    kind: "expired",
    ref: lastEnd.toISOString().slice(0, 10),
    at: now.getTime(),
    lines,
  });
}
