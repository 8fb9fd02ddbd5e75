/** Invariants between the affiliate programme's tables and the ledger (`verify.ts`). */
import type { Check } from "../../platform/module.ts";

/** The profit due for a row: its percent of what was not refunded, rounded half up to the cent. */
const due = (cents: string) => `((${cents}) * percent + 50) / 100`;

export const affiliateChecks: Check[] = [
  {
    title: "a profit is not its percentage of what was paid and not refunded",
    find: `select 'profit ' || id || ' (order ' || order_no || ')' as "where" from profit
      where earned_cents <> ${due("order_cents")}
        or earned_cents - deducted_cents <> ${due("order_cents - refunded_cents - reversed_cents")}
      order by position limit 1`,
  },
  {
    title: "a profit differs from its ledger entries",
    find: `select 'profit ' || coalesce(f.id::text, 'missing for order ' || t.order_id) as "where"
      from profit f
      full join (select split_part(e.key, ':', 2) as order_id,
          coalesce(-sum(p.amount) filter (where e.kind = 'profit'), 0) as earned,
          coalesce(sum(p.amount) filter (where e.kind <> 'profit'), 0) as deducted
        from ledger_entry e join ledger_posting p on p.entry_id = e.id
        join ledger_account a on a.id = p.account_id
        where e.kind in ('profit', 'profitDeducted', 'profitRestored')
          and e.key not like 'profitReversed:%' and a.owner is null and a.bucket = 'affiliate' group by 1) t on t.order_id = f.order_id::text
      where coalesce(t.earned, 0) <> coalesce(f.earned_cents, 0)
        or coalesce(t.deducted, 0) <> coalesce(f.deducted_cents - f.reversed_profit_cents, 0)
      order by f.position limit 1`,
  },
  {
    title: "deductions for reversed recharges differ from their ledger entries",
    find: `select 'profits of account ' || coalesce(f.account_id::text, t.account_id) as "where"
      from (select account_id, sum(reversed_profit_cents) as cents from profit group by 1) f
      full join (select split_part(e.key, ':', 2) as account_id, sum(p.amount) as cents
        from ledger_entry e join ledger_posting p on p.entry_id = e.id
        join ledger_account a on a.id = p.account_id
        where e.key like 'profitReversed:%' and a.owner is null and a.bucket = 'affiliate'
        group by 1) t on t.account_id = f.account_id::text
      where coalesce(f.cents, 0) <> coalesce(t.cents, 0) limit 1`,
  },
  {
    title: "a profit was posted to another account than its row names",
    find: `select 'profit ' || f.id as "where" from profit f
      join ledger_entry e on e.key = 'profit:' || f.order_id
      join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
      where a.owner <> f.account_id order by f.position limit 1`,
  },
  {
    title: "the frozen balance differs from the frozen profits",
    find: `select 'profits of account ' || coalesce(b.owner, f.account_id) as "where"
      from (select owner, balance from ledger_account
          where owner is not null and asset = 'profit' and bucket = 'frozen') b
      full join (select account_id, sum(earned_cents - deducted_cents) as cents from profit
          where freeze_ends_at is not null and freed_at is null group by 1) f on f.account_id = b.owner
      where coalesce(b.balance, 0) <> coalesce(f.cents, 0) limit 1`,
  },
  {
    title: "the amount held for a withdrawal differs from the amount requested",
    find: `select 'withdrawal ' || coalesce(w.id::text, substr(b.bucket, 12)) as "where"
      from (select owner, bucket, balance from ledger_account
          where asset = 'profit' and bucket like 'withdrawal:%' and balance <> 0) b
      full join (select * from withdrawal where status = 'pending') w
        on b.owner = w.account_id and b.bucket = 'withdrawal:' || w.id
      where b.balance is distinct from w.amount_cents limit 1`,
  },
  {
    title: "a withdrawal differs from what was paid out for it",
    find: `select 'withdrawal ' || coalesce(w.id::text, 'missing, ' || t.id) as "where" from withdrawal w
      full join (select split_part(e.key, ':', 2) as id,
          coalesce(sum(p.amount) filter (where a.asset = 'profit'), 0) as profit,
          coalesce(-sum(p.amount) filter (where a.asset = 'wallet'), 0) as wallet
        from ledger_entry e join ledger_posting p on p.entry_id = e.id
        join ledger_account a on a.id = p.account_id
        where e.kind = 'withdrawal' and a.owner is null and a.bucket in ('cashedOut', 'affiliate')
        group by 1) t on t.id = w.id::text
      where coalesce(t.profit, 0) <> case w.status when 'paid' then w.amount_cents else 0 end
        or coalesce(t.wallet, 0) <>
          case when w.status = 'paid' and w.target = 'balance' then w.amount_cents else 0 end
      order by w.position limit 1`,
  },
  {
    title: "the debt from deducted profits differs from the ledger",
    find: `select 'debt (profit)' as "where"
      where (select coalesce(sum(cents), 0) from debt where asset = 'profit') <>
        (select coalesce(-sum(p.amount), 0) from ledger_posting p
          join ledger_account a on a.id = p.account_id
          where a.owner is null and a.asset = 'profit' and a.bucket = 'debts')`,
  },
];
