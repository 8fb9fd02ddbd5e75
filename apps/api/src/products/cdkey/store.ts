/** The CDKeys' table. */
import type { CdkeyKind } from "@turnpike/rules/cdkey.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface CdkeyRow {
  id: string;
  /** Null: its maker's account was closed, and nobody has redeemed it since. */
  code_sealed: string | null;
  prefix: string;
  kind: CdkeyKind;
  amount: number;
  produced_at: Date;
  used_at: Date | null;
  redeemer_id: string | null;
}
const columns = sql.raw("id, code_sealed, prefix, kind, amount, produced_at, used_at, redeemer_id");

/** What makes a code found and shown. */
export interface SealedCode {
  lookup: string;
  code_sealed: string;
  prefix: string;
}

/** Adds a batch of equal CDKeys; lists, newest first, show them in this order. */
export async function insertBatch(
  tx: Tx,
  batch: {
    id: string;
    accountId: string;
    kind: CdkeyKind;
    amount: number;
    at: Date;
    codes: ({ id: string } & SealedCode)[];
  },
): Promise<void> {
  await sql`
    insert into cdkey
      (id, account_id, batch_id, lookup, code_sealed, prefix, kind, amount, produced_at)
    select given.id, ${batch.accountId}::uuid, ${batch.id}::uuid, given.lookup, given.code_sealed,
      given.prefix, ${batch.kind}, ${batch.amount}::int, ${batch.at}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(batch.codes)}::jsonb)
      as (id uuid, lookup text, code_sealed text, prefix text)) with ordinality
      as given (id, lookup, code_sealed, prefix, n)
    order by n desc`.execute(tx);
}

/** A CDKey by the keyed hash of its code. */
export async function findByLookup(tx: Tx, lookup: string): Promise<CdkeyRow | null> {
  const { rows } = await sql<CdkeyRow>`
    select ${columns} from cdkey where lookup = ${lookup}`.execute(tx);
  return rows[0] ?? null;
}

/** Marks a CDKey as redeemed; false where it was already. Its code can be shown from then on. */
export async function setUsed(
  tx: Tx,
  used: { id: string; redeemerId: string; now: Date; code: SealedCode },
): Promise<boolean> {
  const done = await sql`
    update cdkey set used_at = ${used.now}, redeemer_id = ${used.redeemerId},
      code_sealed = coalesce(code_sealed, ${used.code.code_sealed}), prefix = ${used.code.prefix}
    where id = ${used.id} and used_at is null`.execute(tx);
  return done.numAffectedRows === 1n;
}

export interface Page {
  offset: number;
  limit: number;
}

async function page<Row extends CdkeyRow>(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select count(*) as total from cdkey where ${where}`.execute(db);
  const { rows } = await sql<Row>`
    select ${columns} from cdkey where ${where} order by ${order}
    limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** What to look for; any of it is enough. */
export interface Search {
  lookup: string | null;
  /** How a code begins; of its first group alone it is known. */
  prefix: string | null;
  redeemer: RawBuilder<boolean>;
}

/** CDKeys that an account made, newest first. */
export function pageOfMade(
  db: Db,
  of: {
    accountId: string;
    used: boolean | undefined;
    kind: CdkeyKind | undefined;
    search: Search | undefined;
  },
  which: Page,
) {
  const { used, kind, search } = of;
  const where = [
    sql`account_id = ${of.accountId}`,
    used === undefined ? null : used ? sql`used_at is not null` : sql`used_at is null`,
    kind === undefined ? null : sql`kind = ${kind}`,
    search === undefined ? null : matches(search),
  ];
  const all = where.filter((one) => one !== null);
  return page(db, sql.join(all, sql` and `), sql`position desc`, which);
}

function matches({ lookup, prefix, redeemer }: Search) {
  if (lookup !== null) return sql`lookup = ${lookup}`;
  if (prefix === null) return redeemer;
  // Its characters are those of codes: none of them is a wildcard.
  return sql`(prefix like ${`${prefix}%`} or ${redeemer})`;
}

/** CDKeys that an account redeemed, newest first. */
export function pageOfRedeemed(db: Db, accountId: string, which: Page) {
  const order = sql`used_at desc, position desc`;
  const redeemed = sql`redeemer_id = ${accountId}`;
  return page<CdkeyRow & { used_at: Date }>(db, redeemed, order, which);
}

/** Forgets the codes of what accounts made and nobody redeemed; answers how many. */
export async function eraseCodes(tx: Tx, accountIds: string[], limit: number): Promise<number> {
  const done = await sql`
    update cdkey set code_sealed = null, prefix = '' where id in (
      select id from cdkey
      where account_id = any(${accountIds}::uuid[]) and used_at is null
        and code_sealed is not null
      limit ${limit})`.execute(tx);
  return Number(done.numAffectedRows ?? 0n);
}
