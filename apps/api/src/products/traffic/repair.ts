/**
 * Repairs double counting of versions before 0014: they forgot after 7 days which reports had been
 * applied, and gateways sent old ones again. The ledger distinguishes the two resulting faults:
 *
 *     the entry's key was new      ─▶ billed and counted twice; all sums agree
 *     the same entry stood already ─▶ counted twice and billed once; `verify` names the account
 *
 * Bytes billed twice are returned to their bucket by another entry, as the ledger only grows.
 * Statistics lose the bytes in the hours that have too many, in proportion within each hour.
 */
import { assetOfPool } from "@turnpike/rules/traffic-pool.ts";
import { excessBefore, removeFromHours } from "@turnpike/rules/usage-repair.ts";
import { emailsOf } from "../../identity/account/store/contacts.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { postUsageOf } from "../lease/post-usage.ts";
import { leasedAllotmentBytes } from "../lease/store.ts";
import { post } from "../../ledger/post.ts";
import {
  billedByHour,
  billedBySubAccount,
  type RepeatedUsage,
  repeatedUsage,
} from "../../ledger/store/usage.ts";
import type { Services } from "../../platform/services.ts";
import { subtractDayUse } from "../sub-account/store/days.ts";
import { allotmentBucket, bytesIn, restBucket, usageHouse } from "../sub-account/moves.ts";
import {
  lockSubAccountsByIds,
  setUse,
  type SubAccountRow,
} from "../sub-account/store/sub-accounts.ts";
import { lastEntryBefore } from "./store/marks.ts";
import { countedByHour, countedBySubAccount, subtractUsage } from "./store/subtract-usage.ts";

/** Reports were forgotten after 7 days, so repeated usage is at least about this old. */
const agedMs = 6.5 * 24 * 3_600_000;

export interface Correction {
  subAccount: string;
  subAccountId: string;
  accountId: string;
  /** Null if the account is closed. */
  email: string | null;
  /** Bytes removed from the statistics. */
  countedBytes: number;
  /** Bytes billed twice and returned to the customer. */
  billedBytes: number;
  /** The first and the last changed UTC day, YYYY-MM-DD. */
  from: string;
  to: string;
}
export interface UsageRepairResult {
  dryRun: boolean;
  corrections: Correction[];
}

/** Corrects sub-accounts one by one; with `dryRun` only reports what would be done. */
export async function repairUsage(
  services: Services,
  { dryRun }: { dryRun: boolean },
): Promise<UsageRepairResult> {
  const { db } = services;
  const repeated = await repeatedUsage(db, await lastEntryBefore(db));
  const billed = await billedBySubAccount(db);
  const counted = await countedBySubAccount(db);
  const beyond = [...counted].filter(([id, bytes]) => bytes > (billed.get(id) ?? 0));
  const ids = new Set([...repeated.keys(), ...beyond.map(([id]) => id)]);
  const corrections: Correction[] = [];
  for (const id of [...ids].sort()) {
    const correction = await transaction(services.db, (tx) =>
      correctSubAccount(services, tx, { id, repeated: repeated.get(id) ?? [], dryRun }),
    );
    if (correction !== null) corrections.push(correction);
  }
  const emails = await emailsOf(
    services.db,
    corrections.map(({ accountId }) => accountId),
  );
  for (const each of corrections) each.email = emails.get(each.accountId) ?? null;
  return { dryRun, corrections };
}

async function correctSubAccount(
  services: Services,
  tx: Tx,
  { id, repeated, dryRun }: { id: string; repeated: RepeatedUsage[]; dryRun: boolean },
): Promise<Correction | null> {
  // Blocks concurrent billing of the sub-account.
  const [sub] = await lockSubAccountsByIds(tx, [id]);
  if (sub === undefined) return null;
  await postUsageOf(services, tx, [id]);
  const entries = repeated.map(({ entryId }) => entryId);
  const counted = await countedByHour(tx, id);
  const of = { accountId: sub.account_id, pool: sub.pool, subAccountId: id, repeated: entries };
  const billed = await billedByHour(tx, of);
  const hours = [...new Set([...counted.keys(), ...billed.once.keys()])].map((at) => {
    const [countedBytes, billedBytes] = [counted.get(at) ?? 0, billed.once.get(at) ?? 0];
    return { at, countedBytes, billedBytes };
  });
  const unbilled = Math.max(0, sum(counted.values()) - billed.allBytes);
  const last = Math.max(...repeated.map(({ at }) => at));
  const twice = sum(repeated.map(({ bytes }) => bytes)) - billed.returnedBytes;
  const old = repeated.length > 0 ? excessBefore(hours, last - agedMs) : 0;
  const billedBytes = Math.max(0, Math.min(twice, old - unbilled));
  const countedBytes = unbilled + billedBytes;
  if (countedBytes === 0) return null;
  const taken = removeFromHours(hours, countedBytes);
  if (!dryRun) {
    if (billedBytes > 0) await refundDoubleBilled(services, tx, { sub, repeated, billedBytes });
    await subtractUsage(tx, sub, taken);
    await subtractDayUse(tx, id, taken);
    const held = await bytesIn(tx, sub, allotmentBucket(id));
    const usedBytes = sub.used_bytes - countedBytes;
    // Allotted unused bytes are either in the allotment's bucket or on lease from it.
    await setUse(tx, {
      id,
      usedBytes,
      allottedBytes: usedBytes + held + (await leasedAllotmentBytes(tx, id)),
    });
  }
  const days = [...taken.keys()].map((at) => new Date(at).toISOString().slice(0, 10)).sort();
  const { name: subAccount, account_id: accountId } = sub;
  const [from, to] = [days[0] ?? "", days.at(-1) ?? ""];
  const bytes = { countedBytes, billedBytes };
  return { subAccount, subAccountId: id, accountId, email: null, ...bytes, from, to };
}

/** Returns bytes billed twice to the bucket they came from; to the rest if it no longer exists. */
async function refundDoubleBilled(
  { world }: Services,
  tx: Tx,
  given: { sub: SubAccountRow; repeated: RepeatedUsage[]; billedBytes: number },
): Promise<void> {
  const { sub, repeated, billedBytes } = given;
  const allotment = allotmentBucket(sub.id);
  const stays = !sub.main && sub.deleted_at === null;
  const fromAllotment = sum(repeated.map((each) => (each.bucket === allotment ? each.bytes : 0)));
  const toAllotment = stays ? Math.min(billedBytes, fromAllotment) : 0;
  const of = { owner: sub.account_id, asset: assetOfPool(sub.pool) };
  const lines = [
    { ...of, bucket: allotment, amount: toAllotment },
    { ...of, bucket: restBucket, amount: billedBytes - toAllotment },
    { ...usageHouse(of.asset), amount: -billedBytes },
  ].filter(({ amount }) => amount !== 0);
  const key = `usage-repair:${world.id()}:${sub.id}`;
  await post(tx, { key, kind: "usage", ref: sub.name, at: world.now(), lines });
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, each) => all + each, 0);
