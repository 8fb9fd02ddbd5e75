/** The checks that `verify` runs on disputes. */
import type { Check } from "../../platform/module.ts";

export const disputeChecks: Check[] = [
  {
    title: "a dispute differs from the refund that took its money",
    find: `select 'dispute ' || d.provider_ref as "where" from dispute d
      left join refund r on r.id = d.refund_id
      where (d.refund_id is not null and (r.payment_id <> d.payment_id or r.kind <> 'dispute'
          or r.undone_at is not null and r.booked_at is not null))
        or (d.refund_id is not null and d.state in ('won', 'inquiry', 'inquiryClosed', 'noted'))
      order by d.position limit 1`,
  },
  {
    title: "a refund for a dispute belongs to no dispute",
    find: `select 'refund ' || r.id as "where" from refund r
      left join dispute d on d.refund_id = coalesce(r.remainder_of, r.id)
      where r.kind = 'dispute' and r.booked_at is not null and r.undone_at is null and d.id is null
      order by r.created_at, r.id limit 1`,
  },
];
