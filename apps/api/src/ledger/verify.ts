/**
 * Recomputes every balance, running balance, statement and total from the entries, and names the
 * first row that differs. Reads one snapshot, so it may run while the product does.
 */
import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { Check } from "../platform/module.ts";

export interface Verification {
  ok: boolean;
  /** How many of each were checked. */
  checked: { entries: number; postings: number; lines: number; orders: number };
  /** The first row that differs, in words; null if there is none. */
  difference: string | null;
}

/** Checks of the ledger itself; cheap checks that reveal most come first. */
export const ledgerChecks: Check[] = [
  {
    title: "a running balance does not follow from the postings before it",
    find: `select 'ledger_posting ' || line || ' of ledger_entry ' || entry_id as "where" from (
        select p.entry_id, p.line, p.seq, p.balance,
          row_number() over w as expected_seq, sum(p.amount) over w as expected
        from ledger_posting p join ledger_account a on a.id = p.account_id
        where a.owner is not null window w as (partition by p.account_id order by p.seq)) t
      where seq is distinct from expected_seq or balance is distinct from expected
      order by entry_id, line limit 1`,
  },
  {
    title: "an entry was changed after it was written",
    find: `select 'ledger_entry ' || id || ' (key ' || key || ')' as "where" from ledger_entry
      where digest <> ledger_digest(id, key, kind, ref, at) order by id limit 1`,
  },
  {
    title: "an entry is missing",
    find: `select 'ledger_entry ' || p.entry_id as "where" from ledger_posting p
      left join ledger_entry e on e.id = p.entry_id where e.id is null order by 1 limit 1`,
  },
  {
    title: "an entry's key is not reserved and would be accepted again",
    find: `select 'ledger_entry ' || e.id || ' (key ' || e.key || ')' as "where" from ledger_entry e
      left join ledger_key k on k.key = e.key and k.entry_id = e.id
      where k.key is null and e.key !~ '^usage:[0-9a-f-]{36}:[0-9a-f-]{36}$' order by e.id limit 1`,
  },
  {
    title: "an entry does not sum to zero",
    find: `select 'ledger_entry ' || p.entry_id || ' (' || a.asset || ')' as "where" from ledger_posting p
      join ledger_account a on a.id = p.account_id group by p.entry_id, a.asset
      having sum(p.amount) <> 0 order by p.entry_id limit 1`,
  },
  {
    title: "a balance differs from its postings",
    find: `select 'ledger_account ' || a.id || ' (' || a.asset || ' ' || a.bucket || ')' as "where"
      from ledger_account a left join ledger_posting p on p.account_id = a.id
      where a.owner is not null group by a.id
      having a.balance <> coalesce(sum(p.amount), 0) or a.postings <> count(p.entry_id)
      order by a.id limit 1`,
  },
  {
    title: "a statement line differs from its entry",
    find: `select 'ledger_line ' || coalesce(l.id::text, 'missing for entry ' || t.entry_id) as "where"
      from (select p.entry_id, a.owner, a.asset, sum(p.amount) as amount from ledger_posting p
          join ledger_account a on a.id = p.account_id where a.owner is not null
          group by 1, 2, 3 having sum(p.amount) <> 0) t
      full join ledger_line l using (entry_id, owner, asset)
      left join ledger_entry e on e.id = l.entry_id
      where t.amount is distinct from l.amount or (l.kind, l.ref, l.at) is distinct from (e.kind, e.ref, e.at)
      order by coalesce(l.id, 0) limit 1`,
  },
  {
    title: "a statement's running balance does not follow from the lines before it",
    find: `select 'ledger_line ' || id as "where" from (
        select id, seq, balance, row_number() over w as expected_seq, sum(amount) over w as expected
        from ledger_line window w as (partition by owner, asset order by seq)) t
      where seq <> expected_seq or balance <> expected order by id limit 1`,
  },
  {
    title: "an owner's total differs from its accounts",
    find: `select 'ledger_holding ' || coalesce(t.owner, h.owner) || ' ' || coalesce(t.asset, h.asset) as "where"
      from (select owner, asset, sum(balance) as balance from ledger_account
          where owner is not null group by 1, 2) t
      full join ledger_holding h using (owner, asset)
      where coalesce(t.balance, 0) <> coalesce(h.balance, 0)
        or coalesce(h.lines, 0) <> (select count(*) from ledger_line l
          where l.owner = coalesce(t.owner, h.owner) and l.asset = coalesce(t.asset, h.asset))
      limit 1`,
  },
];

/** Verifies the ledger and the modules' tables that depend on it; runs `checks` in order. */
export function verifyLedger(db: Db, checks: Check[]): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const counted = await sql<Verification["checked"]>`select
        (select count(*) from ledger_entry) as entries, (select count(*) from ledger_posting) as postings,
        (select count(*) from ledger_line) as lines, (select count(*) from shop_order) as orders`.execute(
        tx,
      );
      const checked = counted.rows[0] ?? { entries: 0, postings: 0, lines: 0, orders: 0 };
      for (const { title, find } of checks) {
        const found = await sql.raw<{ where: string }>(find).execute(tx);
        const [row] = found.rows;
        if (row) return { ok: false, checked, difference: `${title}: ${row.where}` };
      }
      return { ok: true, checked, difference: null };
    });
}
