/** The checks that `verify` runs on outside payments, refunds and the debts they left. */
import type { Check } from "../../platform/module.ts";

/** Effective refunds: booked and not undone. */
const counts = "booked_at is not null and undone_at is null";

export const refundChecks: Check[] = [
  {
    title: "an order's refunded amount differs from its refunds",
    find: `select 'shop_order ' || o.order_no as "where" from shop_order o
      left join (select order_id, count(*) as count,
          sum(cents - surplus_cents - unclaimed_cents) as cents
        from refund where ${counts} group by 1) r on r.order_id = o.id
      where o.refunded_cents <> coalesce(r.cents, 0) or (o.status = 'refunded')
        <> (r.count is not null and coalesce(r.cents, 0) >= o.amount_cents)
      order by o.order_no limit 1`,
  },
  {
    title: "a payment differs from its refunds, or more was credited than received",
    find: `select 'payment ' || p.id as "where" from payment p
      left join (select payment_id, sum(cents) as cents from refund where ${counts} group by 1) r
        on r.payment_id = p.id
      where p.credited_cents > p.received_cents
        or (p.status in ('paid', 'refunded')) <> (p.credited_cents > 0)
        or (p.status = 'refunded')
          <> (p.credited_cents > 0 and coalesce(r.cents, 0) >= p.credited_cents)
        or coalesce(r.cents, 0) > p.credited_cents
      order by p.position limit 1`,
  },
  {
    title: "a refund is waiting although its payment has money left",
    find: `select 'payment ' || p.id as "where" from payment p
      where p.credited_cents > 0
        and exists (select from refund r where r.payment_id = p.id and booked_at is null
          and undone_at is null)
        and p.credited_cents > coalesce(
          (select sum(cents) from refund r where r.payment_id = p.id and ${counts}), 0)
      order by p.position limit 1`,
  },
  {
    title: "a payment has no ledger entries of its amount",
    find: `select 'payment ' || coalesce(p.id::text, 'missing: ' || e.ref) as "where"
      from (select p.*, case when o.status in ('paid', 'refunded') then o.amount_cents else 0 end
          as price from payment p left join shop_order o on o.id = p.order_id) p
      full join (select e.ref,
          -coalesce(sum(p.amount) filter (where a.bucket = 'payments'), 0) as credited,
          -coalesce(sum(p.amount) filter (where a.bucket = 'payments' and e.kind = 'surplus'), 0)
            as surplus,
          -coalesce(sum(p.amount) filter (where a.bucket = 'bonus'), 0) as bonus,
          coalesce(sum(p.amount) filter (where a.bucket = 'unclaimed'), 0) as unclaimed
        from ledger_entry e join ledger_posting p on p.entry_id = e.id
        join ledger_account a on a.id = p.account_id
        where e.kind in ('recharge', 'surplus', 'bonus', 'unclaimed')
          and e.key like e.kind || ':%' and a.owner is null and a.asset = 'wallet' group by 1) e on e.ref = p.id::text
      where p.id is null or p.credited_cents <> coalesce(e.credited, 0) + p.price
        or p.credited_bonus_cents <> coalesce(e.bonus, 0)
        or p.unclaimed_cents <> coalesce(e.unclaimed, 0)
        or p.surplus_cents <> case when p.order_id is null
          then greatest(0, p.credited_cents - p.unclaimed_cents - p.amount_cents)
          else coalesce(e.surplus, 0) end
      order by p.position limit 1`,
  },
  {
    title: "a refund has no ledger entry of its amount",
    find: `select 'refund ' || coalesce(r.id::text, 'missing: ' || e.key) as "where"
      from (select r.*, o.asset,
            case when p.tax_on_top then r.surplus_tax_cents else 0 end as on_top
          from refund r left join shop_order o on o.id = r.order_id
          left join payment p on p.id = r.payment_id) r
      full join (select e.key, split_part(e.key, ':', 2) as id,
          coalesce(sum(p.amount) filter (where a.owner is null and a.bucket = 'payments'), 0) as paid,
          coalesce(sum(p.amount) filter (where a.owner is null and a.bucket = 'bonus'), 0) as bonus,
          -coalesce(sum(p.amount) filter (where a.owner is null and a.bucket = 'debts'), 0) as debt,
          -coalesce(sum(p.amount) filter (where a.owner is null and a.bucket = 'unclaimed'), 0)
            as unclaimed,
          coalesce(sum(p.amount) filter (where a.owner is not null and a.asset = 'wallet'), 0)
            as wallet,
          -coalesce(sum(p.amount) filter (where a.owner is not null and a.asset <> 'wallet'), 0)
            as pieces
        from ledger_entry e left join ledger_posting p on p.entry_id = e.id
        left join ledger_account a on a.id = p.account_id
        where e.key like 'refund:%' or e.key like 'orderRefund:%' group by 1) e on e.id = r.id::text
      where r.id is null or (e.key is null) <> (r.booked_at is null)
        or e.bonus <> r.bonus_cents or e.debt <> r.debt_cents or e.unclaimed <> r.unclaimed_cents
        or e.paid + (case when r.payment_id is null then e.wallet else 0 end) <> r.cents
        or e.pieces <> (case when r.asset is null then 0 else r.taken end)
        or (r.payment_id is not null and -e.wallet <> case when r.order_id is null then r.taken
          else r.surplus_cents - r.on_top + r.goods_owed_cents - r.debt_cents end)
      order by r.created_at, r.id limit 1`,
  },
  {
    title: "a refund was undone without the reverse ledger entry",
    find: `select 'refund ' || coalesce(r.id::text, 'missing: ' || m.key) as "where"
      from (select * from refund where booked_at is not null and undone_at is not null) r
      full join (select m.key, split_part(m.key, ':', 2) as id, exists (
          select from (select p.account_id, p.amount from ledger_posting p where p.entry_id = m.id
            union all select p.account_id, p.amount from ledger_entry e
              join ledger_posting p on p.entry_id = e.id
              where e.key in ('refund:' || split_part(m.key, ':', 2),
                'orderRefund:' || split_part(m.key, ':', 2))) both_sides
          group by account_id having sum(amount) <> 0) as differs
        from ledger_entry m where m.key like 'refundUndone:%') m on m.id = r.id::text
      where r.id is null or m.id is null or m.differs order by r.created_at, r.id limit 1`,
  },
  {
    title: "an account's debt differs from its ledger entries",
    find: `select 'debt of account ' || coalesce(d.account_id, b.account_id) || ' (' ||
        coalesce(d.asset, b.asset) || ')' as "where"
      from debt d
      full join (select a.asset, -sum(p.amount) as cents,
          coalesce((select oa.owner from ledger_posting op join ledger_account oa
            on oa.id = op.account_id where op.entry_id = e.id and oa.owner is not null limit 1),
            r.account_id, f.account_id,
            case when e.key like 'profitReversed:%' then split_part(e.key, ':', 2)::uuid end)
            as account_id
        from ledger_account a join ledger_posting p on p.account_id = a.id
        join ledger_entry e on e.id = p.entry_id
        left join refund r on r.id::text = split_part(e.key, ':', 2)
        left join profit f on f.order_id::text = split_part(e.key, ':', 2)
        where a.owner is null and a.bucket = 'debts' group by 1, 3) b using (account_id, asset)
      where coalesce(d.cents, 0) <> coalesce(b.cents, 0) limit 1`,
  },
];
