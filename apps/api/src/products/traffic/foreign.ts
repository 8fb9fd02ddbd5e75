/**
 * Restricts a node's reports to its own leases, up to their bytes, and its own static IPs and ports
 * (spec/nodes#identity). The local node's workers belong to the installation and are not checked.
 */
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { localNode, nodeOfGateway } from "@turnpike/rules/node.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { addReturnedUse, type LeaseRow, leasesByIds, lockLeases } from "../lease/store.ts";
import { openedIpsAtOtherNodes } from "../pool/store/find.ts";
import { isBilled, isKnownProduct } from "./billed.ts";
import { staticIpsAtOtherNodes } from "../static/store/find.ts";
import { lockSubAccountsByIds, type SubAccountRow } from "../sub-account/store/sub-accounts.ts";
import { portsAtOtherNodes } from "../unlimited/store/find.ts";

/** A node's reports after the check. */
export interface OwnReports {
  reports: UsageReport[];
  /** Rows of another node's static IPs, opened IPs and ports, to be kept for the operator. */
  others: UsageReport[];
}

/** Removes rows of static IPs and ports that do not belong to `node`. */
export async function removeForeignRows(
  tx: Tx,
  reports: UsageReport[],
  node: string,
): Promise<OwnReports> {
  if (node === localNode) return { reports, others: [] };
  const foreign = await foreignHolders(tx, reports, node);
  const isForeign = (row: UsageRow) => !isBilled(row) && foreign.has(row.subAccountId);
  const others = reports
    .map((report) => ({ ...report, rows: report.rows.filter(isForeign) }))
    .filter(({ rows }) => rows.length > 0);
  // Outcomes are not kept for the operator: nothing is billed by them.
  const rest = reports.map(({ outcomes, ...report }) => ({
    ...report,
    rows: report.rows.filter((row) => !isForeign(row)),
    ...(outcomes ? { outcomes: outcomes.filter((row) => !foreign.has(row.subAccountId)) } : {}),
  }));
  return { reports: foreign.size > 0 ? rest : reports, others };
}

/** Ids of another node's static IPs, opened IPs and ports among the rows. */
async function foreignHolders(
  tx: Tx,
  reports: UsageReport[],
  node: string,
): Promise<ReadonlySet<string>> {
  const counted = reports.flatMap(({ rows, outcomes = [] }) => [
    ...rows.filter((row) => !isBilled(row)),
    ...outcomes.filter(({ product }) => product !== "traffic"),
  ]);
  const ids = [...new Set(counted.map(({ subAccountId }) => subAccountId))].filter(isUuid);
  if (ids.length === 0) return new Set();
  const fields = { node, ids };
  const found = [
    await staticIpsAtOtherNodes(tx, fields),
    await openedIpsAtOtherNodes(tx, fields),
    await portsAtOtherNodes(tx, fields),
  ];
  return new Set(found.flat());
}

/** Rows of billed traffic, with what they are billed to, locked until the transaction ends. */
export interface LockedRows {
  rows: UsageRow[];
  subs: SubAccountRow[];
  leases: LeaseRow[];
  /** Rows that no lease of the node covers: they bill nothing. */
  dropped: UsageRow[];
}

/**
 * Locks what rows of billed traffic are billed to. Of a remote node only those count that its leases
 * cover, as they are once they are locked: reports at once would share a lease otherwise.
 */
export async function lockBilled(tx: Tx, rows: UsageRow[], node: string): Promise<LockedRows> {
  const leasesOf = (some: UsageRow[]) => [...new Set(some.map((row) => row.leaseId))];
  const lock = async (some: UsageRow[]) => {
    const subs = await lockSubAccountsByIds(tx, [...new Set(some.map((row) => row.subAccountId))]);
    return { subs, leases: await lockLeases(tx, leasesOf(some)) };
  };
  if (node === localNode) return { rows, ...(await lock(rows)), dropped: [] };
  // Nothing of others is locked for what it says.
  const known = splitByLease(rows, await leasesByIds(tx, leasesOf(rows)), node);
  const locked = await lock(known.covered);
  const { covered, dropped, returnedUse } = splitByLease(known.covered, locked.leases, node);
  await addReturnedUse(tx, returnedUse);
  return { rows: covered, ...locked, dropped: [...known.dropped, ...dropped] };
}

/** Whether all rows of a report are covered by leases of `node`, or are its own. */
export async function isAllOwn(tx: Tx, report: UsageReport, node: string): Promise<boolean> {
  if (node === localNode) return true;
  if (!report.rows.every(isKnownProduct)) return false;
  const leases = await leasesByIds(tx, [...new Set(report.rows.map((row) => row.leaseId))]);
  if (splitByLease(report.rows.filter(isBilled), leases, node).dropped.length > 0) return false;
  return (await foreignHolders(tx, [report], node)).size === 0;
}

/**
 * The rows of billed traffic that leases of `node` cover: each a row of its own sub-account, and all
 * together up to the leased bytes. `returnedUse` is what settled leases carried.
 */
export function splitByLease(
  rows: UsageRow[],
  leases: LeaseRow[],
  node: string,
): {
  covered: UsageRow[];
  dropped: UsageRow[];
  returnedUse: { id: string; bytes: number }[];
} {
  const own = leases.filter(({ gateway }) => nodeOfGateway(gateway) === node);
  const byId = new Map(own.map((each) => [each.id, each]));
  const left = new Map(own.map((each) => [each.id, each.leased_bytes - each.used_bytes]));
  const isCovered = ({ leaseId, subAccountId, upBytes, downBytes, requests }: UsageRow) => {
    const bytes = upBytes + downBytes;
    const leftBytes = left.get(leaseId) ?? -1;
    if (byId.get(leaseId)?.sub_account_id !== subAccountId) return false;
    // What is not billed for an impossible count is not recorded as carried either.
    if (![upBytes, downBytes, requests].every(isCount) || bytes > leftBytes) return false;
    left.set(leaseId, leftBytes - bytes);
    return true;
  };
  const [covered, dropped]: [UsageRow[], UsageRow[]] = [[], []];
  for (const row of rows) (isCovered(row) ? covered : dropped).push(row);
  const returnedUse = own.flatMap(({ id, settled_at, leased_bytes, used_bytes }) => {
    const bytes = leased_bytes - used_bytes - (left.get(id) ?? 0);
    return settled_at !== null && bytes > 0 ? [{ id, bytes }] : [];
  });
  return { covered, dropped, returnedUse };
}
