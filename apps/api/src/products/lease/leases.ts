/**
 * Leases: bytes reserved for a gateway before it carries any (spec/accounting#leases). Leased bytes
 * are reserved in the bucket that they come from; no entry is posted until they are used.
 */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { boundedLeaseSeconds, decideLease, leaseMs, unheldLeaseMs } from "@turnpike/rules/lease.ts";
import { assetOfPool, firstPool } from "@turnpike/rules/traffic-pool.ts";
import { localNode, nodeOfGateway } from "@turnpike/rules/node.ts";
import { remainingUnder } from "@turnpike/rules/sub-account-limits.ts";
import { budgetRemaining } from "@turnpike/rules/target-budget.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import { limitLockWaits, type Tx, transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { nothingUsed, usedInPeriods } from "../sub-account/store/days.ts";
import { usedByTarget } from "../sub-account/store/target-days.ts";
import { release, reserve as reserveBytes } from "../../ledger/reserve.ts";
import { allotmentBucket, bytesIn, moveBytes, restBucket } from "../sub-account/moves.ts";
import {
  changeSubAccount,
  lockSubAccountsByIds,
  type SubAccountRow,
} from "../sub-account/store/sub-accounts.ts";
import {
  insertLease,
  leasedBytesOf,
  type LeaseRow,
  leasesByIds,
  lockLeases,
  markSettled,
  unheldLeases,
} from "./store.ts";

/** A gateway run's request for a lease, with its node's lease time (by default 60 s). */
type LeaseRequest = Questions["lease"]["question"] & {
  gateway: string;
  epoch: string;
  leaseSeconds?: number | undefined;
  /** How long it waits for each lock before it fails; by default as long as for a statement. */
  lockWaitMs?: number;
};
type LeaseResult = Questions["lease"]["answer"];

/** The longest domain name, plus `*.` in front. */
const maxTargetLength = 255;
/** Attempts at most: the lease is sized again when the balance was spent concurrently. */
const maxAttempts = 3;

/** Reserves bytes in the ledger and returns the lease, or the reason why there is none. */
export async function takeLease(services: Services, request: LeaseRequest): Promise<LeaseResult> {
  if (!isUuid(request.subAccountId)) return { refused: "accountDisabled" };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await reserve(services, request);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== "insufficientTraffic") throw error;
      if (attempt >= maxAttempts) return { refused: "insufficientTraffic" };
    }
  }
}

function reserve({ db, world }: Services, request: LeaseRequest): Promise<LeaseResult> {
  return transaction(db, async (tx) => {
    if (request.lockWaitMs !== undefined) await limitLockWaits(tx, request.lockWaitMs);
    const [row] = await lockSubAccountsByIds(tx, [request.subAccountId]);
    if (row === undefined || row.deleted_at !== null) return { refused: "accountDisabled" };
    // It would serve the sub-account by another pool's exits.
    if (row.pool !== firstPool && !request.knowsPools) return { refused: "insufficientTraffic" };
    const standing = (await accountStatusesOf(tx, [row.account_id]))(row.account_id);
    const from = row.main ? restBucket : allotmentBucket(row.id);
    const now = world.now();
    const target = request.target?.slice(0, maxTargetLength) ?? null;
    const verdict = decideLease({
      enabled: row.enabled && standing.enabled,
      inArrears: now >= (standing.trafficEndsAt ?? Number.POSITIVE_INFINITY),
      leftBytes: await bytesIn(tx, row, from),
      ...(await leftUnderLimits(tx, row, now)),
      targetLeftBytes: await leftOfTarget(tx, row, { target, now }),
      wantedBytes: request.wantedBytes,
      heldBytes: Math.max(0, request.heldBytes ?? 0),
    });
    if (!verdict.lease) return { refused: verdict.why };
    const id = world.id();
    const { bytes } = verdict;
    const aloneSeconds = boundedLeaseSeconds(request.leaseSeconds);
    const expiresAt = now + leaseMs(aloneSeconds);
    const reserved = {
      owner: row.account_id,
      asset: assetOfPool(row.pool),
      bucket: from,
      amount: bytes,
    };
    if (!(await reserveBytes(tx, reserved)))
      throw new Refusal("insufficientTraffic", { short: "traffic" });
    await insertLease(tx, {
      id,
      account_id: row.account_id,
      sub_account_id: row.id,
      gateway: request.gateway,
      epoch: request.epoch,
      source: row.main ? "main" : "sub",
      pool: row.pool,
      target,
      leased_bytes: bytes,
      created_at: new Date(now),
      expires_at: new Date(expiresAt),
    });
    return { lease: { id, bytes, expiresAt, aloneSeconds } };
  });
}

/**
 * What the owner's limits leave of the UTC day and month of `now`. Bytes on lease count as used, so
 * the limits hold even if gateways carry all of them. The caller has locked the row.
 */
async function leftUnderLimits(tx: Tx, row: SubAccountRow, now: number) {
  const { day_limit_bytes: day, month_limit_bytes: month } = row;
  if (day === null && month === null) return {};
  const used = (await usedInPeriods(tx, [row.id], now)).get(row.id) ?? nothingUsed;
  const leasedBytes = await leasedBytesOf(tx, row);
  return {
    dayLeftBytes: remainingUnder(day, { usedBytes: used.dayUsedBytes, leasedBytes }),
    monthLeftBytes: remainingUnder(month, { usedBytes: used.monthUsedBytes, leasedBytes }),
  };
}

/** What is left of a target's budget; null if the target has no budget (any more). */
async function leftOfTarget(
  tx: Tx,
  row: SubAccountRow,
  { target, now }: { target: string | null; now: number },
): Promise<number | null> {
  const budget = row.target_budgets.find((one) => one.target === target);
  if (budget === undefined) return null;
  const used = (await usedByTarget(tx, [row.id], now)).get(row.id)?.get(budget.target);
  const leasedBytes = await leasedBytesOf(tx, row, budget.target);
  return budgetRemaining(budget, used ?? nothingUsed, leasedBytes);
}

/** The caller that settles leases. */
export interface LeaseSettler {
  /** The node of the connection. Any of its workers may settle leases of an earlier run. */
  node: string;
  /** Called with the ids of other nodes' leases, which are not settled. */
  foreign?: (leaseIds: string[]) => void;
}

/**
 * Returns the unused bytes of leases. `by` restricts them to leases of its node; null settles any.
 * Returns how many leases are settled, including those that already were.
 */
export async function settleLeases(
  services: Services,
  ids: string[],
  by: LeaseSettler | null,
): Promise<number> {
  const known = await leasesByIds(services.db, ids);
  const named = by === null ? known : ownLeases(known, by);
  if (named.length === 0) return 0;
  return transaction(services.db, async (tx) => {
    const subs = await lockSubAccountsByIds(tx, [
      ...new Set(named.map((lease) => lease.sub_account_id)),
    ]);
    const leases = await lockLeases(
      tx,
      named.map((lease) => lease.id),
    );
    const open = leases.filter((lease) => lease.settled_at === null);
    await release(tx, open.map(unusedOf));
    for (const sub of subs) {
      const own = open.filter((lease) => lease.sub_account_id === sub.id);
      for (const lease of own) await returnToRest(services, tx, sub, lease);
    }
    const at = new Date(services.world.now());
    await markSettled(
      tx,
      open.map((lease) => lease.id),
      at,
    );
    return leases.length;
  });
}

/**
 * Settles a gateway run's open leases that are missing from `leaseIds`, the ones it reports as
 * held, although it must have received them long ago. At most 500. Returns how many.
 */
export async function settleUnheldLeases(
  services: Services,
  holder: { gateway: string; epoch: string },
  leaseIds: string[],
): Promise<number> {
  const before = new Date(services.world.now() - unheldLeaseMs);
  const unheld = await unheldLeases(services.db, { ...holder, leaseIds, before });
  return unheld.length === 0 ? 0 : settleLeases(services, unheld, null);
}

/** Local workers belong to the installation and may settle leases left by earlier versions. */
function ownLeases(leases: LeaseRow[], { node, foreign }: LeaseSettler): LeaseRow[] {
  if (node === localNode) return leases;
  const own = leases.filter(({ gateway }) => nodeOfGateway(gateway) === node);
  const others = leases.filter((lease) => !own.includes(lease));
  if (others.length > 0) foreign?.(others.map(({ id }) => id));
  return own;
}

/** The bucket in which a lease's bytes are reserved. */
export function bucketOf(lease: LeaseRow): string {
  return lease.source === "main" ? restBucket : allotmentBucket(lease.sub_account_id);
}

function unusedOf(lease: LeaseRow) {
  const amount = lease.leased_bytes - lease.used_bytes;
  const asset = assetOfPool(lease.pool);
  return { owner: lease.account_id, asset, bucket: bucketOf(lease), amount };
}

/** Returned bytes of a deleted sub-account, or of one that is now the main one, go to the rest. */
async function returnToRest(
  { world }: Services,
  tx: Tx,
  sub: SubAccountRow,
  lease: LeaseRow,
): Promise<void> {
  if (lease.source === "main" || (!sub.main && sub.deleted_at === null)) return;
  const bytes = lease.leased_bytes - lease.used_bytes;
  await moveBytes(tx, {
    key: `settle:${lease.id}`,
    kind: "settle",
    ref: sub.name,
    at: world.now(),
    of: sub,
    from: allotmentBucket(sub.id),
    to: restBucket,
    bytes,
  });
  await changeSubAccount(tx, sub.id, { allottedMore: -bytes });
}
