import type { UsageReport } from "@turnpike/contract/data-plane.ts";

const rowsPerQuestion = 2_000;
const reportsPerQuestion = 50;

/** The first of these reports, as many as one question may have. */
export function batchOf(reports: UsageReport[]): UsageReport[] {
  let rows = 0;
  const batch: UsageReport[] = [];
  for (const report of reports) {
    rows += report.rows.length + (report.outcomes?.length ?? 0);
    if (batch.length > 0 && (rows > rowsPerQuestion || batch.length >= reportsPerQuestion)) break;
    batch.push(report);
  }
  return batch;
}
