/** Creates partitions ahead of time and drops old ones (spec/accounting#partitions). */
import {
  firstEntryOf,
  monthOfEntry,
  partitionsAhead,
  type PartitionSpan,
  partitionSpan,
  spansAhead,
} from "@turnpike/rules/partitions.ts";
import type { Services } from "../services.ts";
import type { Partitioned } from "./partitioned.ts";
import {
  addPartition,
  beginMonth,
  clearDefault,
  dropPartition,
  findPartitions,
  lowestInDefault,
  type Partition,
} from "./store.ts";

type Needs = Pick<Services, "db" | "log" | "modules" | "env">;

/** How many spans ahead partitions are created; tests reduce it. */
export const partitionOptions = { ahead: spansAhead };
/** The most spans that one run moves out of a default partition: a restore may have filled it. */
const spansAtOnce = 36;
/** Rows further away than ten years are assumed to be mistakes and get no partition. */
const nearMs = 10 * 366 * 86_400_000;

/**
 * Creates the partitions needed at an instant (milliseconds since 1970), empties the default ones,
 * and drops partitions that are too old by then. The next run retries what fails; until then, rows
 * without a partition of their own stay in the default one.
 */
export async function keepPartitions(services: Needs, at: number): Promise<void> {
  const { db } = services;
  const tables = services.modules.partitions;
  const all = await findPartitions(
    db,
    tables.map(({ table }) => table),
  );
  const unplaced = await lowestInDefault(db, tables);
  let ledgerIsReady = true;
  for (const declared of tables) {
    const of = { ...declared, keptMs: keptMsOf(services, declared) };
    const own = all.filter(({ table }) => table === of.table);
    const done = await attempt(services, of, async () => {
      await createAhead(services, of, { own, at });
      if (unplaced.has(of.table)) await emptyDefault(services, of, { own, at });
      await dropOld(services, of, { own, at });
    });
    ledgerIsReady &&= done || of.type !== "entry";
  }
  if (ledgerIsReady) await beginMonth(db, firstEntryOf(at));
}

function keptMsOf({ env }: Needs, { keptMs }: Partitioned): number | undefined {
  return typeof keptMs === "function" ? keptMs(env) : keptMs;
}

/** A partitioned table whose retention is resolved. */
type ResolvedTable = Omit<Partitioned, "keptMs"> & { keptMs: number | undefined };

interface TableState {
  own: Partition[];
  at: number;
}

async function attempt({ log }: Needs, { table }: ResolvedTable, work: () => Promise<void>) {
  try {
    await work();
    return true;
  } catch (error) {
    log.warn({ err: error, table }, "partition maintenance failed, will retry");
    return false;
  }
}

const inColumn = ({ type }: ResolvedTable, span: PartitionSpan): PartitionSpan =>
  type === "entry" ? { ...span, from: firstEntryOf(span.from), to: firstEntryOf(span.to) } : span;

async function createAhead(
  { db }: Needs,
  of: ResolvedTable,
  { own, at }: TableState,
): Promise<void> {
  for (const span of partitionsAhead(of.step, at, partitionOptions.ahead).map((each) =>
    inColumn(of, each),
  ))
    await createPartition(db, of, { own, span });
}

async function createPartition(
  db: Needs["db"],
  of: ResolvedTable,
  { own, span }: { own: Partition[]; span: PartitionSpan },
): Promise<boolean> {
  if (own.some(({ from, to }) => from < span.to && span.from < to)) return false;
  await addPartition(db, of, span);
  own.push({ table: of.table, ...span });
  return true;
}

/** Moves rows from the default partition into new ones if their time is near; deletes old rows. */
async function emptyDefault(
  { db }: Needs,
  of: ResolvedTable,
  { own, at }: TableState,
): Promise<void> {
  if (of.keptMs !== undefined) await clearDefault(db, of, at - of.keptMs);
  for (let spans = 0; spans < spansAtOnce; spans += 1) {
    const lowest = (await lowestInDefault(db, [of])).get(of.table);
    if (lowest === undefined) return;
    const time = of.type === "entry" ? monthOfEntry(lowest) : lowest;
    if (time === null || Math.abs(at - time) > nearMs) return;
    const span = inColumn(of, partitionSpan(of.step, time));
    if (!(await createPartition(db, of, { own, span }))) return;
  }
}

async function dropOld(
  { db, log }: Needs,
  of: ResolvedTable,
  { own, at }: TableState,
): Promise<void> {
  if (of.keptMs === undefined) return;
  for (const { name, table, to } of own) {
    if (to > at - of.keptMs || !name.startsWith(table)) continue;
    await dropPartition(db, name);
    log.info({ partition: name }, "old partition dropped");
  }
}
