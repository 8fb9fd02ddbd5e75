/** Invariants between unlimited plans, their orders and the refunds of these (`verify.ts`). */
import type { Check } from "../../platform/module.ts";

/** Plans of closed accounts have ended, whatever was paid, so they are excluded. */
const open = "join account c on c.id = p.account_id and c.closed_at is null";

export const unlimitedChecks: Check[] = [
  {
    title: "a paid order has no unlimited plan, or an unpaid order has one",
    find: `select 'shop_order ' || o.order_no as "where" from shop_order o
      left join unlimited_term t on t.order_id = o.id and t.counted_at is not null
      where o.kind in ('port', 'bandwidth')
        and (o.status in ('paid', 'refunded')) <> (t.order_id is not null)
      order by o.order_no limit 1`,
  },
  {
    title: "an unlimited plan was paid for by another account, or for something else",
    find: `select 'unlimited_plan ' || p.id || ' (order ' || o.order_no || ')' as "where"
      from unlimited_term t join unlimited_plan p on p.id = t.plan_id
      join shop_order o on o.id = t.order_id join product s on s.sku = o.sku
      where (o.account_id, o.kind, o.quantity) is distinct from (p.account_id, p.kind, p.quantity)
        or o.asset is not null or o.renewal <> (o.id <> p.order_id)
        or o.granted <> s.days::bigint * 86400
      order by o.order_no limit 1`,
  },
  {
    title: "an unlimited plan has no order, or another order than it names",
    find: `select 'unlimited_plan ' || p.id as "where" from unlimited_plan p
      left join unlimited_term t on t.order_id = p.order_id and t.counted_at is not null
      left join shop_order o on o.id = p.order_id
      where (t.plan_id, o.order_no) is distinct from (p.id, p.order_no)
      order by p.id limit 1`,
  },
  {
    title: "an unlimited plan's expiry differs from the time paid for",
    find: `select 'unlimited_plan ' || p.id as "where" from unlimited_plan p ${open}
      left join (select t.plan_id, sum(o.granted - coalesce(r.taken, 0)) as seconds
        from unlimited_term t join shop_order o on o.id = t.order_id
        left join (select order_id, sum(taken) as taken from refund
          where booked_at is not null and undone_at is null group by 1) r on r.order_id = o.id
        where t.counted_at is not null group by 1) g on g.plan_id = p.id
      where p.expires_at is distinct from p.started_at + p.idle_ms * interval '1 millisecond'
        + g.seconds * interval '1 second'
      order by p.id limit 1`,
  },
  {
    title: "an unlimited plan's ports differ from those bought",
    find: `select 'unlimited_plan ' || p.id as "where" from unlimited_plan p ${open}
      left join unlimited_port o on o.plan_id = p.id
      group by p.id having count(o.id) <> case p.kind when 'port' then p.quantity else 1 end
        or count(o.id) filter (where (o.released_at is null) <> (p.released_at is null)
          or o.account_id <> p.account_id) > 0
      order by p.id limit 1`,
  },
  {
    title: "an active unlimited plan has no ports and is not waiting for any",
    find: `select 'unlimited_plan ' || p.id as "where" from unlimited_plan p ${open}
      where p.waiting_since is null and p.expires_at > p.released_at
      order by p.id limit 1`,
  },
  {
    title: "a plan's usage differs from that of its ports",
    find: `select 'unlimited_usage_day of port ' || u.port_id as "where" from unlimited_usage_day u
      left join unlimited_port o on o.id = u.port_id
      where (o.plan_id, o.account_id) is distinct from (u.plan_id, u.account_id)
      order by u.port_id limit 1`,
  },
];
