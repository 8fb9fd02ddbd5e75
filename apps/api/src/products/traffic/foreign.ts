/**
 * Restricts a node's reports to its own leases, up to their bytes, and its own static IPs and ports
 * (spec/nodes#identity). The local node's workers belong to the installation and are not checked.
 */
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { localNode, nodeOfGateway } from "@turnpike/rules/node.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { addReturnedUse, type LeaseRow, leasesByIds } from "../lease/store.ts";
import { openedIpsAtOtherNodes } from "../pool/store/find.ts";
import { isBilled, isKnownProduct } from "./billed.ts";
import { staticIpsAtOtherNodes } from "../static/store/find.ts";
import { portsAtOtherNodes } from "../unlimited/store/find.ts";

/** A node's reports after the check. */
export interface OwnReports {
  reports: UsageReport[];
  /** Removed rows of billed traffic that no lease of the node covers. */
  dropped: UsageRow[];
  /** Rows of another node's static IPs, opened IPs and ports, to be kept for the operator. */
  others: UsageReport[];
}

/** Removes rows that do not belong to `node`. */
export async function removeForeignRows(
  tx: Tx,
  reports: UsageReport[],
  node: string,
): Promise<OwnReports> {
  if (node === localNode) return { reports, dropped: [], others: [] };
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
  const own = await removeUnleasedRows(tx, foreign.size > 0 ? rest : reports, node);
  return { ...own, others };
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

/** Removes rows of billed traffic that no lease of `node` covers. */
export async function removeUnleasedRows(
  tx: Tx,
  reports: UsageReport[],
  node: string,
): Promise<{ reports: UsageReport[]; dropped: UsageRow[] }> {
  const leased = reports.flatMap(({ rows }) => rows).filter(isBilled);
  const leases = await leasesByIds(tx, [...new Set(leased.map((row) => row.leaseId))]);
  const own = splitByLease(reports, leases, node);
  await addReturnedUse(tx, own.returnedUse);
  return own;
}

/** Whether all rows of a report are covered by leases of `node`, or are its own. */
export async function isAllOwn(tx: Tx, report: UsageReport, node: string): Promise<boolean> {
  if (node === localNode) return true;
  if (!report.rows.every(isKnownProduct)) return false;
  const leases = await leasesByIds(tx, [...new Set(report.rows.map((row) => row.leaseId))]);
  if (splitByLease([report], leases, node).dropped.length > 0) return false;
  return (await foreignHolders(tx, [report], node)).size === 0;
}

/** The check of `removeUnleasedRows` over given leases; `returnedUse` is what settled leases carried. */
export function splitByLease(
  reports: UsageReport[],
  leases: LeaseRow[],
  node: string,
): { reports: UsageReport[]; dropped: UsageRow[]; returnedUse: { id: string; bytes: number }[] } {
  const own = leases.filter(({ gateway }) => nodeOfGateway(gateway) === node);
  const left = new Map(own.map((each) => [each.id, each.leased_bytes - each.used_bytes]));
  const dropped: UsageRow[] = [];
  const isCovered = (row: UsageRow) => {
    const bytes = row.upBytes + row.downBytes;
    const leftBytes = left.get(row.leaseId) ?? -1;
    const covered = !isBilled(row) || (isCount(bytes) && bytes <= leftBytes);
    if (!covered) dropped.push(row);
    else if (isBilled(row)) left.set(row.leaseId, leftBytes - bytes);
    return covered;
  };
  return {
    reports: reports.map((report) => ({ ...report, rows: report.rows.filter(isCovered) })),
    dropped,
    returnedUse: own.flatMap(({ id, settled_at, leased_bytes, used_bytes }) => {
      const bytes = leased_bytes - used_bytes - (left.get(id) ?? 0);
      return settled_at !== null && bytes > 0 ? [{ id, bytes }] : [];
    }),
  };
}
