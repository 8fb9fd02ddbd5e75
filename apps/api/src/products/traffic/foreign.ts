/**
 * What a node reports counts only for its own leases, up to what they held (spec/nodes#identity).
 * The local node's workers are part of the installation and not judged.
 */
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { localNode, nodeOfGateway } from "@turnpike/rules/node.ts";
import type { Tx } from "../../platform/db/database.ts";
import { addReturnedUse, type LeaseRow, leasesByIds } from "../lease/store.ts";

/** Removes rows of billed traffic that no lease of `node` covers; answers what was removed. */
export async function dropForeign(
  tx: Tx,
  reports: UsageReport[],
  node: string,
): Promise<{ reports: UsageReport[]; dropped: UsageRow[] }> {
  if (node === localNode) return { reports, dropped: [] };
  const leased = reports.flatMap(({ rows }) => rows).filter((row) => row.product === "traffic");
  const leases = await leasesByIds(tx, [...new Set(leased.map((row) => row.leaseId))]);
  const own = ownRows(reports, leases, node);
  await addReturnedUse(tx, own.returnedUse);
  return own;
}

/** The same over leases that were read; `returnedUse` is what settled leases carried after all. */
export function ownRows(
  reports: UsageReport[],
  leases: LeaseRow[],
  node: string,
): { reports: UsageReport[]; dropped: UsageRow[]; returnedUse: { id: string; bytes: number }[] } {
  const own = leases.filter(({ gateway }) => nodeOfGateway(gateway) === node);
  const left = new Map(own.map((each) => [each.id, each.leased_bytes - each.used_bytes]));
  const dropped: UsageRow[] = [];
  const isCovered = (row: UsageRow) => {
    const bytes = row.upBytes + row.downBytes;
    const there = left.get(row.leaseId) ?? -1;
    const covered = row.product !== "traffic" || (isCount(bytes) && bytes <= there);
    if (!covered) dropped.push(row);
    else if (row.product === "traffic") left.set(row.leaseId, there - bytes);
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
