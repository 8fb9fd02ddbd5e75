/**
 * Recomputes every balance, running balance, statement and total from the entries, and names the
 * first row that differs. It reads one snapshot, so the product may run meanwhile.
 */
import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import { affiliateChecks } from "./verify-affiliate.ts";
import { cdkeyChecks } from "./verify-cdkey.ts";
import { poolChecks } from "./verify-pool.ts";
import { refundChecks } from "./verify-refunds.ts";
import { staticChecks } from "./verify-static.ts";
import { unlimitedChecks } from "./verify-unlimited.ts";

export interface Verification {
  ok: boolean;
  /** How many of each were looked at. */
  checked: { entries: number; postings: number; lines: number; orders: number };
  /** The first row that differs, in words; null when all is in order. */
  difference: string | null;
}

/** Each answers the first row that differs, as `where`, or nothing. Cheap and telling ones first. */
const checks: { title: string; find: string }[] = [
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
    title: "an entry says something else than when it was written",
    find: `select 'ledger_entry ' || id || ' (key ' || key || ')' as "where" from ledger_entry
      where digest <> ledger_digest(id, key, kind, ref, at) order by id limit 1`,
  },
  {
    title: "an entry is missing",
    find: `select 'ledger_entry ' || p.entry_id as "where" from ledger_posting p
      left join ledger_entry e on e.id = p.entry_id where e.id is null order by 1 limit 1`,
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
    title: "what an owner has differs from its accounts",
    find: `select 'ledger_holding ' || coalesce(t.owner, h.owner) || ' ' || coalesce(t.asset, h.asset) as "where"
      from (select owner, asset, sum(balance) as balance from ledger_account
          where owner is not null group by 1, 2) t
      full join ledger_holding h using (owner, asset)
      where coalesce(t.balance, 0) <> coalesce(h.balance, 0)
        or coalesce(h.lines, 0) <> (select count(*) from ledger_line l
          where l.owner = coalesce(t.owner, h.owner) and l.asset = coalesce(t.asset, h.asset))
      limit 1`,
  },
  {
    title: "a paid order has no entry, or one of another amount",
    find: `select 'shop_order ' || o.order_no as "where" from shop_order o
      left join ledger_entry e on e.key = 'order:' || o.id
      left join ledger_posting p on p.entry_id = e.id
      left join ledger_account a on a.id = p.account_id
      where o.status in ('paid', 'refunded') group by o.id, o.order_no, o.amount_cents, o.method, o.granted, o.asset
      having coalesce(sum(p.amount) filter (where a.owner is null and a.asset = 'wallet'
          and a.bucket = 'sales'), 0) <> o.amount_cents
        or coalesce(sum(p.amount) filter (where a.owner = o.account_id and a.asset = o.asset
          and p.amount > 0), 0) <> case when o.asset is null then 0 else o.granted end
      order by o.order_no limit 1`,
  },
  {
    title: "a coupon pays for more than one order",
    find: `select 'shop_order ' || max(order_no) as "where" from shop_order
      where coupon_id is not null and status in ('paid', 'refunded')
      group by coupon_id having count(*) > 1 order by 1 limit 1`,
  },
  ...cdkeyChecks,
  {
    title: "the statistics of an account differ from what the ledger billed",
    find: `select 'usage_hour of account ' || coalesce(b.owner, u.account_id) as "where"
      from (select a.owner, -sum(p.amount) as bytes from ledger_entry e
          join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
          where e.kind = 'usage' and a.owner is not null group by 1) b
      full join (select account_id, sum(up_bytes + down_bytes) as bytes from usage_hour
          where sub_account_id <> '00000000-0000-0000-0000-000000000000' and product = 'traffic'
          group by 1) u on u.account_id = b.owner
      where coalesce(b.bytes, 0) <> coalesce(u.bytes, 0) limit 1`,
  },
  {
    title: "an account's statistics differ from those of its sub-accounts",
    find: `select 'usage_hour of account ' || account_id || ' at ' || hour as "where" from (
        select account_id, hour, product,
          sum(case when sub_account_id = '00000000-0000-0000-0000-000000000000' then 1 else -1 end
            * (up_bytes + down_bytes)) as difference
        from usage_hour group by 1, 2, 3) t
      where difference <> 0 order by hour limit 1`,
  },
  {
    title: "statistics by domain differ from those by hour",
    find: `select 'usage_domain_day of account ' || coalesce(d.account_id, h.account_id) || ' on ' ||
        coalesce(d.day, h.day) as "where"
      from (select account_id, sub_account_id, day, sum(bytes) as bytes from usage_domain_day
          group by 1, 2, 3) d
      full join (select account_id, sub_account_id, (hour at time zone 'UTC')::date as day,
          sum(up_bytes + down_bytes) as bytes from usage_hour group by 1, 2, 3) h
        using (account_id, sub_account_id, day)
      where coalesce(d.bytes, 0) <> coalesce(h.bytes, 0) limit 1`,
  },
  {
    title: "statistics by place differ from those by hour",
    find: `select 'usage_place_day of account ' || coalesce(p.account_id, h.account_id) || ' on ' ||
        coalesce(p.day, h.day) as "where"
      from (select account_id, day, sum(bytes) as bytes from usage_place_day group by 1, 2) p
      full join (select account_id, (hour at time zone 'UTC')::date as day,
          sum(up_bytes + down_bytes) as bytes from usage_hour
          where sub_account_id = '00000000-0000-0000-0000-000000000000' group by 1, 2) h
        using (account_id, day)
      where coalesce(p.bytes, 0) <> coalesce(h.bytes, 0) limit 1`,
  },
  {
    title: "a sub-account's use differs from its statistics",
    find: `select 'sub_account ' || s.name as "where" from sub_account s
      left join usage_hour u on u.sub_account_id = s.id and u.account_id = s.account_id
        and u.product = 'traffic'
      group by s.id, s.name, s.used_bytes
      having s.used_bytes <> coalesce(sum(u.up_bytes + u.down_bytes), 0) limit 1`,
  },
  {
    // Old days are forgotten, oldest first: of the oldest one not all may be there.
    title: "a sub-account's use of a day, kept for its limits, differs from its statistics",
    find: `select 'sub_account_day of ' || coalesce(d.sub_account_id, h.sub_account_id) || ' on ' ||
        coalesce(d.day, h.day) as "where"
      from sub_account_day d
      full join (select sub_account_id, (hour at time zone 'UTC')::date as day,
          sum(up_bytes + down_bytes) as bytes from usage_hour
          where sub_account_id <> '00000000-0000-0000-0000-000000000000' group by 1, 2) h
        using (sub_account_id, day)
      where coalesce(d.used_bytes, 0) <> coalesce(h.bytes, 0)
        and (d.day is not null or h.day > (select min(day) from sub_account_day)) limit 1`,
  },
  ...affiliateChecks,
  ...refundChecks,
  ...staticChecks,
  ...unlimitedChecks,
  ...poolChecks,
];

/** Verifies the whole ledger and what stands on it. */
export function verifyBooks(db: Db): Promise<Verification> {
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
