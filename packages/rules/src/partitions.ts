/**
 * The spans of time that large tables are split into (spec/accounting#partitions): months, days, or
 * quarters of a day. All by UTC; instants are milliseconds since 1970.
 */

export type PartitionStep = "month" | "day" | "quarterDay";

/** One partition's span, `from` included and `to` not, and what its name ends with. */
export interface PartitionSpan {
  name: string;
  from: number;
  to: number;
}

const quarterMs = 6 * 3_600_000;
const dayMs = 4 * quarterMs;
/** Partitions exist so many spans ahead, so that a job that fails for a while harms nothing. */
export const spansAhead = 2;

const pad = (number: number) => String(number).padStart(2, "0");

/** The span that an instant lies in. */
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

/** The span of an instant and the `ahead` that follow it, as they have to exist at that time. */
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
 * The lowest number of a ledger entry of the month that an instant lies in: `YYYYMM` and ten
 * digits. Entries are numbered on from there once the month has begun, so that a number alone tells
 * the partition. Below 2^53 until the year 9007.
 */
export function firstEntryOf(at: number): number {
  const when = new Date(at);
  return (when.getUTCFullYear() * 100 + when.getUTCMonth() + 1) * entriesOfMonth;
}

/** The start of the month that an entry's number names; null where it names none. */
export function monthOfEntry(entry: number): number | null {
  const month = Math.floor(entry / entriesOfMonth);
  const [year, number] = [Math.floor(month / 100), month % 100];
  return year >= 1970 && number >= 1 && number <= 12 ? Date.UTC(year, number - 1) : null;
}
