/**
 * The time spans that large tables are partitioned by (spec/accounting#partitions): months, days or
 * quarters of a day. All in UTC; instants are milliseconds since 1970.
 */

export type PartitionStep = "month" | "day" | "quarterDay";

/** The span of a partition, `from` inclusive and `to` exclusive, and the suffix of its name. */
export interface PartitionSpan {
  name: string;
  from: number;
  to: number;
}

const quarterMs = 6 * 3_600_000;
const dayMs = 4 * quarterMs;
/** Partitions are created this many spans ahead, so that temporary job failures do no harm. */
export const spansAhead = 2;

const pad = (number: number) => String(number).padStart(2, "0");

/** Returns the span that contains an instant. */
export function partitionSpan(step: PartitionStep, at: number): PartitionSpan {
  const when = new Date(at);
  const [year, month] = [when.getUTCFullYear(), when.getUTCMonth()];
  const ofMonth = `${year}_${pad(month + 1)}`;
  if (step === "month")
    return { name: ofMonth, from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
  const ofDay = `${ofMonth}_${pad(when.getUTCDate())}`;
  if (step === "day") {
    const from = Math.floor(at / dayMs) * dayMs;
    return { name: ofDay, from, to: from + dayMs };
  }
  const from = Math.floor(at / quarterMs) * quarterMs;
  const hour = pad(new Date(from).getUTCHours());
  return { name: `${ofDay}_${hour}`, from, to: from + quarterMs };
}

/** Returns the span of an instant and the `ahead` following ones: those that must exist then. */
export function partitionsAhead(
  step: PartitionStep,
  at: number,
  ahead = spansAhead,
): PartitionSpan[] {
  const spans = [partitionSpan(step, at)];
  while (spans.length <= ahead) spans.push(partitionSpan(step, spans.at(-1)?.to ?? at));
  return spans;
}

const entriesOfMonth = 10_000_000_000;

/**
 * Returns the lowest number of a ledger entry in an instant's month: `YYYYMM` and ten digits. Once
 * the month has begun, entries are numbered from there, so that a number alone identifies its
 * partition. Below 2^53 until the year 9007.
 */
export function firstEntryOf(at: number): number {
  const when = new Date(at);
  return (when.getUTCFullYear() * 100 + when.getUTCMonth() + 1) * entriesOfMonth;
}

/** Returns the start of the month encoded in an entry's number; null if there is none. */
export function monthOfEntry(entry: number): number | null {
  const month = Math.floor(entry / entriesOfMonth);
  const [year, number] = [Math.floor(month / 100), month % 100];
  return year >= 1970 && number >= 1 && number <= 12 ? Date.UTC(year, number - 1) : null;
}
