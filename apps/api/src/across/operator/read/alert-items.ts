/** What the staff are told of, as rows of the tables that say so (spec/operator#alerts). */
import type { AlertTopic } from "@turnpike/rules/staff-alert.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** One thing that needs somebody; `item` is its name among its topic. */
export interface OpenItem {
  topic: AlertTopic;
  item: string;
  title: string;
}

/** Cents as an amount; the currency is one for the whole installation. */
const amount = (cents: string) => sql.raw(`to_char(${cents} / 100.0, 'FM999999990.00')`);

/** What the tables say. Bounded by what is open; that of upstreams by an hour. */
export async function alertItems(db: Db | Tx, now: Date): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select 'disputes' as topic, d.id::text as item,
      case d.kind when 'fraudWarning' then 'Fraud warning' else 'Dispute' end
        || ' of ' || ${amount("coalesce(d.cents, p.credited_cents)")} as title
    from dispute d join payment p on p.id = d.payment_id where d.state in ('inquiry', 'open')
    union all
    select 'withdrawals', id::text, 'Withdrawal of ' || ${amount("amount_cents")} || ' to decide'
    from withdrawal where status = 'pending'
    union all
    select 'cases', id::text, 'Abuse case ' || number || ': ' || left(title, 200)
    from abuse_case where state = 'open'
    union all
    select 'upstreams', 'state ' || id, 'Upstream ' || name
      || case state when 'quotaGone' then ' is out of quota' else ' refuses its login' end
    from upstream where state in ('quotaGone', 'authFailed')
    union all
    select 'upstreams', 'alert ' || a.id, 'Upstream ' || u.name || ': ' || left(a.text, 200)
    from upstream_alert a join upstream u on u.id = a.upstream_id
    where a.at > ${now}::timestamptz - interval '1 hour'
    union all
    select 'upstreams', 'fails ' || u.id,
      'A fifth of the tries through upstream ' || u.name || ' fail'
    from upstream u join upstream_try_hour t on t.upstream_id = u.id
    where t.hour >= date_trunc('hour', ${now}::timestamptz)
    group by u.id, u.name
    having sum(t.tries) >= 100 and sum(t.tries) filter
      (where t.class not in ('', 'target', 'targetRefused')) > sum(t.tries) * 0.2
    union all
    select 'books', 'usage', 'Usage reports set aside: ' || count(*)
    from usage_aside where decided_at is null having count(*) > 0
    union all
    select 'books', 'items', 'Records set aside: ' || count(*)
    from item_aside where state = 'waiting' having count(*) > 0
    union all
    select 'books', 'payment ' || payment.id,
      'A payment of ' || ${amount("payment.unclaimed_cents")} || ' belongs to nobody'
    from payment where unclaimed_cents > 0 and unclaimed_cents > coalesce((
      select sum(b.unclaimed_cents) from refund b where b.payment_id = payment.id
        and b.booked_at is not null and b.undone_at is null), 0)
    union all
    select 'nodes', 'exits', 'Exits do not answer: ' || count(*)
    from exit where retired_at is null
      and offline_since < ${now}::timestamptz - interval '10 minutes'
    having count(*) > 0
    union all
    select 'nodes', 'lines ' || id, 'The trace of node ' || name || ' is incomplete'
    from node where lines_lost_at > ${now}::timestamptz - interval '1 hour'`.execute(db);
  return rows;
}
