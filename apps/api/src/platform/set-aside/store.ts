/** What was set aside, except for usage reports; the only file that names its table. */
import { createHash } from "node:crypto";
import type { SetAsideItem } from "@turnpike/contract/set-aside.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** Limits: waiting items of one node (or of the API itself), and their length in characters. */
const maxWaiting = 1_000;
const maxItemLength = 20_000;
const maxWhyLength = 500;
const maxNameLength = 200;
const maxKindLength = 40;

/** Where an item was set aside: a gateway worker (`NODE-WORKER`) of a node; both empty: the API. */
export interface Origin {
  node: string;
  gateway: string;
}

export interface AsideRow extends Origin {
  id: number;
  kind: string;
  name: string;
  why: string;
  setAsideAt: Date;
}

/** Stores items; returns how many had room. One that waits with the same name is replaced. */
export async function insertAside(
  db: Db | Tx,
  { node, gateway }: Origin,
  items: readonly SetAsideItem[],
  now: number,
): Promise<number> {
  let stored = 0;
  for (const each of items) {
    const { kind, name, item, why, at } = readItem(each, now);
    const { numAffectedRows = 0n } = await sql`
      insert into item_aside (kind, node, gateway, name, item, why, set_aside_at)
      select ${kind}, ${node}, ${gateway}, ${name}, ${item}, ${why}, ${new Date(at)}
      where ${maxWaiting} > (select count(*) from item_aside
          where state = 'waiting' and node = ${node})
        or exists (select from item_aside where state = 'waiting' and node = ${node}
          and gateway = ${gateway} and kind = ${kind} and name = ${name})
      on conflict (node, gateway, kind, name) where state = 'waiting'
      do update set item = excluded.item, why = excluded.why`.execute(db);
    stored += Number(numAffectedRows);
  }
  return stored;
}

/** An item as the table accepts it, whatever a gateway sent. */
function readItem(given: SetAsideItem, now: number) {
  const { kind, name, item, why, at } = (given ?? {}) as Partial<SetAsideItem>;
  const text = oneLine(JSON.stringify(item ?? null), maxItemLength);
  const isPast = Number.isSafeInteger(at) && Number(at) > 0 && Number(at) <= now;
  return {
    kind: oneLine(String(kind || "?"), maxKindLength),
    // Items without a name are told apart by their content.
    name:
      oneLine(String(name ?? ""), maxNameLength) || createHash("sha256").update(text).digest("hex"),
    item: text,
    why: oneLine(String(why ?? ""), maxWhyLength),
    at: isPast ? Number(at) : now,
  };
}

/** PostgreSQL rejects NUL and lone surrogates. */
const oneLine = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .toWellFormed()
    .trim();

const columns = sql`id, kind, node, gateway, name, why, set_aside_at as "setAsideAt"`;

/** Waiting items, oldest first. */
export async function listAside(db: Db, limit: number): Promise<AsideRow[]> {
  const { rows } = await sql<AsideRow>`
    select ${columns} from item_aside where state = 'waiting' order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** A waiting item with its content; null if there is none. */
export async function asideById(
  db: Db | Tx,
  id: number,
): Promise<(AsideRow & { item: string }) | null> {
  const { rows } = await sql<AsideRow & { item: string }>`
    select ${columns}, item from item_aside where id = ${id} and state = 'waiting'`.execute(db);
  return rows[0] ?? null;
}

/** Records the decision and erases the item; returns false if it was not waiting any more. */
export async function resolveAside(
  db: Db | Tx,
  id: number,
  { state, at }: { state: "applied" | "dropped"; at: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update item_aside set state = ${state}, decided_at = ${new Date(at)}, item = 'null'
    where id = ${id} and state = 'waiting'`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

interface Named extends Origin {
  kind: string;
  /** Only these names; absent: all. */
  done?: string[];
  except?: string[];
  at: number;
}

/** Records that what waited under these names is done after all. */
export async function resolveNamed(
  db: Db,
  { node, gateway, kind, done, except = [], at }: Named,
): Promise<void> {
  const named = done ? sql`name = any(${done})` : sql`name <> all(${except})`;
  await sql`
    update item_aside set state = 'applied', decided_at = ${new Date(at)}, item = 'null'
    where state = 'waiting' and node = ${node} and gateway = ${gateway} and kind = ${kind}
      and ${named}`.execute(db);
}

/** The number of waiting items by kind. */
export async function countAside(db: Db): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from item_aside where state = 'waiting'
    group by kind order by kind`.execute(db);
  return rows;
}

/** Deletes items set aside before an instant: they may name customers and their targets. */
export async function deleteAsideBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from item_aside where set_aside_at < ${before}`.execute(db);
}

/** @throws Error if the database accepts no writes */
export async function requireWritable(db: Db): Promise<void> {
  await sql`update item_aside set why = why where false`.execute(db);
}
