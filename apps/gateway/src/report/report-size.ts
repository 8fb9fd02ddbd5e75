/**
 * Keeps questions with reports below what the hub accepts. Sizes are estimated from above, as
 * serialising each report twice would cost more than a smaller batch.
 */
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { maxEntries, maxQuestionBytes } from "@turnpike/contract/link-questions.ts";
import type { OutcomeRow } from "@turnpike/contract/outcome-row.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";

/** Field names, ids and numbers of a row. */
const rowBytes = 400;
const outcomeBytes = 300;
/** Two ids and eight numbers. */
const upstreamBytes = 500;
/** `"refused:targetNotAllowed":123456789,` */
const reasonBytes = 70;
const connectBytes = 12;
/** UTF-8 has at most three bytes for a UTF-16 unit. */
const bytesPerCharacter = 3;
const envelopeBytes = 2_000;
const mostBytes = maxQuestionBytes - envelopeBytes;
/** Part of a report that is too large: 100 of its rows and 100 of its outcomes. */
const rowsPerPart = 100;

/** Rows in journals of an earlier version may lack fields. */
const placeBytes = ({ domain = "", country = "", city = "" }: Partial<UsageRow | OutcomeRow>) =>
  bytesPerCharacter * (domain.length + country.length + city.length);

/** The most bytes that a report takes in a question. */
export function bytesOf({ rows, outcomes = [], upstreams = [] }: UsageReport): number {
  let bytes = envelopeBytes + upstreams.length * upstreamBytes;
  for (const row of rows) bytes += rowBytes + placeBytes(row);
  for (const row of outcomes) {
    const reasons = Object.keys(row.reasons).length * reasonBytes;
    bytes += outcomeBytes + placeBytes(row) + reasons + row.connects.length * connectBytes;
  }
  return bytes;
}

/** The first of these that one question may hold; at least one, which may be too large alone. */
export function batchOf<T>(
  items: T[],
  { most, reportOf }: { most: number; reportOf: (item: T) => UsageReport },
): T[] {
  let bytes = 0;
  const end = items.findIndex((item, at) => {
    bytes += bytesOf(reportOf(item));
    return at > 0 && (bytes > mostBytes || at >= most);
  });
  return end === -1 ? items : items.slice(0, end);
}

/**
 * The parts in which a report is sent that is too large for one question, as those of an earlier
 * version may be. Their names follow from the report's, so that sending it again counts nothing
 * twice. A report of normal size is its only part.
 */
export function partsOf(report: UsageReport): UsageReport[] {
  const { rows, outcomes = [], upstreams = [], epoch } = report;
  const longest = Math.max(rows.length, outcomes.length, upstreams.length);
  if (bytesOf(report) <= mostBytes && longest <= maxEntries.rows) return [report];
  return Array.from({ length: Math.ceil(longest / rowsPerPart) }, (_, at) => {
    const [from, to] = [at * rowsPerPart, (at + 1) * rowsPerPart];
    const part = { ...report, epoch: at === 0 ? epoch : `${epoch}+${at}` };
    const slices = { outcomes: outcomes.slice(from, to), upstreams: upstreams.slice(from, to) };
    return { ...part, rows: rows.slice(from, to), ...slices };
  });
}

/** Sends a batch of `batchOf`; returns the sequences that are done. */
export async function sendReports(
  link: Pick<GatewayLink, "ask">,
  batch: UsageReport[],
  timeoutMs: number,
): Promise<number[]> {
  const [first] = batch;
  const parts = first !== undefined && batch.length === 1 ? partsOf(first) : [];
  if (first === undefined || parts.length <= 1)
    return (await link.ask("report", { reports: batch }, timeoutMs)).applied;
  for (const part of parts) await link.ask("report", { reports: [part] }, timeoutMs);
  return [first.sequence];
}
